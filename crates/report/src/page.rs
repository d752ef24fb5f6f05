//! Pages that are one file: templates, with their styles and scripts inside.

use crate::formats::FormatError;
use minijinja::{Environment, Value};

/// The templates, and what they include.
const TEMPLATES: [(&str, &str); 6] = [
    ("player.html", include_str!("../templates/player.html")),
    ("player.css", include_str!("../templates/player.css")),
    ("player.js", include_str!("../templates/player.js")),
    ("tree.html", include_str!("../templates/tree.html")),
    ("tree.css", include_str!("../templates/tree.css")),
    ("page.css", include_str!("../templates/page.css")),
];

/// Fills in a template. What is filled in is escaped as its place asks.
pub(crate) fn render(name: &str, values: Value) -> Result<String, FormatError> {
    let mut templates = Environment::new();
    for (name, source) in TEMPLATES {
        templates.add_template(name, source)?;
    }
    Ok(templates.get_template(name)?.render(values)? + "\n")
}
