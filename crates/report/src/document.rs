//! Documents in JSON.

use crate::error::ReportError;
use serde::Serialize;

/// A document as JSON, with a line break at its end.
pub(crate) fn json(document: &impl Serialize) -> Result<String, ReportError> {
    Ok(serde_json::to_string_pretty(document)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_document_is_laid_out_and_ends_with_its_line() {
        let document = BTreeMap::from([("cards", 52)]);
        assert_eq!(json(&document).unwrap(), "{\n  \"cards\": 52\n}\n");
    }

    #[test]
    fn a_document_without_a_form_in_json_is_an_error_and_no_empty_line() {
        let document = BTreeMap::from([((1, 2), 3)]);
        let expected = "cannot write JSON: key must be a string";
        assert_eq!(json(&document).unwrap_err().to_string(), expected);
    }
}
