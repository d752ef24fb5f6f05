//! The templates of the pages.

use crate::BookError;
use minijinja::{Environment, UndefinedBehavior, Value, syntax::SyntaxConfig};

/// A page from a template and what is filled in.
///
/// A value that the template asks for and does not get is an error.
pub(crate) fn page(template: &str, values: Value) -> Result<String, BookError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let mut syntax = SyntaxConfig::builder();
    environment.set_syntax(syntax.trim_blocks(true).lstrip_blocks(true).build()?);
    Ok(tidy(&environment.render_str(template, values)?))
}

/// No line ends in blanks, no two blank lines follow each other, and the last line ends.
fn tidy(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().map(str::trim_end) {
        if !(line.is_empty() && (out.is_empty() || out.ends_with("\n\n"))) {
            out.push_str(line);
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// The text with a capital letter at its start.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).collect()
}
