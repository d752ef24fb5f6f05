//! `shuffle-audit schema`: prints the JSON Schema of a document, for editors and programs.

use crate::{
    exit::{Exit, Failure},
    output::print,
};
use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
pub(crate) struct SchemaArgs {
    /// What the schema describes
    #[arg(value_name = "DOCUMENT", value_enum, default_value = "plan")]
    pub(crate) document: Document,
}

/// A kind of document that has a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Document {
    /// A plan, as TOML
    Plan,
    /// The findings of `run` and `check`
    Report,
    /// A comparison of two reports
    Diff,
}

pub(crate) fn schema(args: &SchemaArgs) -> Result<Exit, Failure> {
    print(match args.document {
        Document::Plan => include_str!("../schemas/plan.json"),
        Document::Report => include_str!("../schemas/report.json"),
        Document::Diff => include_str!("../schemas/diff.json"),
    })?;
    Ok(Exit::Expected)
}
