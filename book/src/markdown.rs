//! Formulas of Markdown texts as MathML, which browsers draw by themselves.

use crate::BookError;
use pulldown_latex::{
    Parser, RenderConfig, Storage, config::DisplayMode, event::Event, push_mathml,
};

/// The text with each formula between dollar signs as MathML: within its line, or on a line of its own where it is a whole
/// paragraph between `$$` and `$$`.
///
/// # Errors
///
/// `BookError::Formula` for what is not LaTeX, or for a single dollar sign.
pub(crate) fn with_formulas(text: &str) -> Result<String, BookError> {
    let paragraphs: Result<Vec<_>, _> = text.split("\n\n").map(paragraph).collect();
    Ok(paragraphs?.join("\n\n"))
}

fn paragraph(text: &str) -> Result<String, BookError> {
    if let Some(formula) = text.strip_prefix("$$").and_then(|rest| rest.strip_suffix("$$")) {
        // In a block, which ends at the next blank line, Markdown leaves everything as it is.
        return Ok(format!("<div>\n{}\n</div>", math(formula, DisplayMode::Block)?));
    }
    let mut out = String::new();
    for (index, part) in text.split('$').enumerate() {
        if index % 2 == 0 {
            out.push_str(part);
        } else {
            out.push_str(&math(part, DisplayMode::Inline)?);
        }
    }
    if text.matches('$').count() % 2 == 1 {
        return Err(BookError::Formula { formula: text.to_owned(), why: "an odd $".to_owned() });
    }
    Ok(out)
}

fn math(latex: &str, display_mode: DisplayMode) -> Result<String, BookError> {
    let wrong = |why: String| BookError::Formula { formula: latex.to_owned(), why };
    let storage = Storage::new();
    let events: Result<Vec<Event<'_>>, _> = Parser::new(latex, &storage).collect();
    let events = events.map_err(|error| wrong(error.to_string()))?;
    let (mut out, config) =
        (String::new(), RenderConfig { display_mode, ..RenderConfig::default() });
    let events = events.into_iter().map(Ok::<_, std::convert::Infallible>);
    push_mathml(&mut out, events, config).map_err(|error| wrong(error.to_string()))?;
    // The two operators that HTML takes for tags are written as they are.
    Ok(out.replace("<mo><</mo>", "<mo>&lt;</mo>").replace("<mo>></mo>", "<mo>&gt;</mo>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_stands_within_its_line() {
        let text = with_formulas("mean $n/2$ of all").unwrap();
        assert!(text.starts_with("mean <math") && text.ends_with("</math> of all"), "{text}");
    }

    #[test]
    fn what_is_no_formula_is_an_error() {
        for text in ["one $ alone", "$\\nosuchcommand$", "$\\frac{1}$"] {
            assert!(matches!(with_formulas(text), Err(BookError::Formula { .. })), "{text}");
        }
    }

    #[test]
    fn comparisons_are_no_tags() {
        let text = with_formulas("$a < b > c$").unwrap();
        assert!(text.contains("<mo>&lt;</mo>") && text.contains("<mo>&gt;</mo>"), "{text}");
        assert!(!text.contains("<<") && !text.contains(">>"), "{text}");
    }

    #[test]
    fn a_formula_is_one_block_of_html() {
        let block =
            with_formulas(r"$$P(a) = \frac{1}{n!} \sum_{j=0}^{a} \binom{n+1}{j}$$").unwrap();
        assert!(block.starts_with("<div>\n<math display=\"block\">"), "{block}");
        assert!(!block.contains("\n\n") && block.ends_with("</math>\n</div>"), "{block}");
    }
}
