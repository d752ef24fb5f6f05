//! `shuffle-audit schema`: prints the JSON Schema of a document, for editors and programs.

use crate::{
    args::{Document, SchemaArgs},
    exit::{Exit, Failure},
    output::print,
};

pub(crate) fn schema(args: &SchemaArgs) -> Result<Exit, Failure> {
    print(match args.document {
        Document::Plan => include_str!("../../../schemas/plan.json"),
        Document::Report => include_str!("../../../schemas/report.json"),
        Document::Diff => include_str!("../../../schemas/diff.json"),
    })?;
    Ok(Exit::Expected)
}
