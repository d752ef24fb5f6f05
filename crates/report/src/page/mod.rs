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

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::{context, value::Serde};
    use std::collections::BTreeMap;

    #[test]
    fn what_is_filled_in_cannot_become_markup() {
        let hostile = "</script><img src=x onerror=alert(1)>&";
        let values = || {
            context! {
                title => hostile,
                rolls => hostile,
                style => "cards",
                tracks => Vec::<Value>::new(),
                colours => hostile,
                document => Serde(BTreeMap::from([("cards", hostile)])),
            }
        };
        let page = render("player.html", values()).unwrap();
        assert!(!page.contains("<img"), "{page}");
        assert_eq!(page.matches("</script>").count(), 3, "those of the template");
    }

    #[test]
    fn every_template_is_complete() {
        for (name, _) in TEMPLATES.iter().filter(|(name, _)| name.ends_with(".html")) {
            let values = context! { tracks => Vec::<Value>::new(), root => context! {} };
            let page = render(name, values).unwrap();
            assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{name}");
        }
    }
}
