//! Pages that are one file: templates, with their styles and scripts inside.
//!
//! | module | makes |
//! |---|---|
//! | `run` | the page of a run |
//! | `data` | what that page draws |
//! | `study` | the page of a law, a forecast or a calibration |
//! | `overview` | the list of the reports in a folder |
//! | `thumbnail` | the small picture of a case in the list of cases |
//! | `glossary` | the tests that a page names |
//! | `script` | one script of many modules, and the policy that allows it |

pub(crate) mod data;
mod glossary;
mod overview;
pub(crate) mod run;
pub(crate) mod script;
pub(crate) mod study;
mod thumbnail;

pub(crate) use overview::{OVERVIEW, overview};

use crate::{error::FormatError, parts::Report};
use minijinja::{Environment, Value, context};

/// The most cases with details on a page. A plan of more cases has details only of cases that are not as expected.
const MOST_DETAILED: usize = 200;

/// The cells of all matrices of a page together.
pub(crate) const MOST_CELLS: usize = 400_000;

const TEMPLATES: [(&str, &str); 14] = [
    ("player.html", include_str!("../../templates/player.html")),
    ("player.css", include_str!("../../templates/player.css")),
    ("player/shared.css", include_str!("../../templates/player/shared.css")),
    ("tree.html", include_str!("../../templates/tree.html")),
    ("tree.css", include_str!("../../templates/tree.css")),
    ("page.css", include_str!("../../templates/page.css")),
    ("run/run.html", include_str!("../../templates/run/run.html")),
    ("run/run.css", include_str!("../../templates/run/run.css")),
    ("diff/diff.html", include_str!("../../templates/diff/diff.html")),
    ("diff/diff.css", include_str!("../../templates/diff/diff.css")),
    ("overview.html", include_str!("../../templates/overview.html")),
    ("overview.css", include_str!("../../templates/overview.css")),
    ("study.html", include_str!("../../templates/study.html")),
    ("study.css", include_str!("../../templates/study.css")),
];

/// A picture of more bytes as SVG, such as thousands of dots, is smaller as pixels.
const MOST_OF_SVG: usize = 80_000;

/// A picture of the report inside its page, as SVG.
fn figure(name: &str, chart: &dyn shuffle_charts::Chart) -> Result<Value, FormatError> {
    let svg = chart.to_svg()?;
    let svg = if svg.len() <= MOST_OF_SVG { svg } else { framed(&chart.to_png()?) };
    Ok(context! { name, svg })
}

/// A PNG inside an SVG of its size.
fn framed(png: &[u8]) -> String {
    // The header of a PNG has its width and its height at bytes 16 to 24.
    let side = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    let (width, height) = (side(16), side(20));
    let data = data_encoding::BASE64.encode(png);
    format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\">\
         <image width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{data}\"/></svg>"
    )
}

/// The pictures of a report whose names are wanted.
fn figures<R: Report>(
    report: &R,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Value>, FormatError> {
    let parts = R::parts(report.asked());
    let pictures = parts.iter().filter(|part| is_wanted(part.name()));
    let drawn = pictures.filter_map(|part| Some((part.name(), part.drawn(report)?)));
    drawn.map(|(name, chart)| figure(name, &*chart)).collect()
}

/// Fills in a template. What is filled in is escaped as its place asks.
pub(crate) fn render(name: &str, values: Value) -> Result<String, FormatError> {
    let mut templates = Environment::new();
    for (name, source) in TEMPLATES {
        templates.add_template(name, source)?;
    }
    Ok(templates.get_template(name)?.render(values)? + "\n")
}

/// The scripts of a player, in an order in which each stands below what it imports.
pub(crate) const PLAYER: [&str; 3] = [
    include_str!("../../templates/player/steps.js"),
    include_str!("../../templates/player/drawing.js"),
    include_str!("../../templates/player/controls.js"),
];

/// The scripts that draw a matrix, in an order in which each stands below what it imports.
pub(crate) const MATRIX: [&str; 5] = [
    include_str!("../../templates/run/js/numbers.js"),
    include_str!("../../templates/run/js/dom.js"),
    include_str!("../../templates/run/js/colors.js"),
    include_str!("../../templates/run/js/matrix.js"),
    include_str!("../../templates/run/js/heatmap.js"),
];

/// Fills in a template with its styles and scripts, and with a policy that allows those only.
pub(crate) fn render_with_script(
    name: &str,
    styles: &[&str],
    scripts: &[&str],
    values: impl Into<Value>,
) -> Result<String, FormatError> {
    let source = |wanted: &&str| TEMPLATES.iter().find(|(name, _)| name == wanted);
    let style: String = styles.iter().filter_map(source).map(|(_, source)| *source).collect();
    // The browser hashes what stands between the tags, to the byte.
    let (style, script) = (format!("\n{style}"), format!("\n{}", script::together(scripts)));
    let policy = script::policy(&style, &script);
    let values = context! { policy, style, script, ..values.into() };
    render(name, values)
}

/// A path inside a folder as an address: whatever is no letter, digit, `-`, `_`, `.` or `/` is written as its bytes.
fn address(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    path.bytes().fold(String::new(), |mut address, byte| {
        if plain(byte) {
            address.push(char::from(byte));
        } else {
            address.push_str(&format!("%{byte:02X}"));
        }
        address
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::value::Serde;
    use shuffle_charts::Chart;
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
                colors => hostile,
                document => Serde(BTreeMap::from([("cards", hostile)])),
            }
        };
        let page = render("player.html", values()).unwrap();
        assert!(!page.contains("<img"), "{page}");
        assert_eq!(page.matches("</script>").count(), 3, "the three of the template");
    }

    #[test]
    fn every_template_is_complete() {
        for (name, _) in TEMPLATES.iter().filter(|(name, _)| name.ends_with(".html")) {
            let none = Vec::<Value>::new;
            let values = context! {
                tracks => none(),
                cases => none(),
                groups => none(),
                closest => none(),
                figures => none(),
                root => context! {},
                data => context! {},
            };
            let page = render(name, values).unwrap();
            assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{name}");
        }
    }

    #[test]
    fn a_png_in_a_page_is_as_large_as_it_is() {
        let white = shuffle_charts::Histogram {
            title: String::new(),
            subtitle: String::new(),
            x_label: String::new(),
            y_label: String::new(),
            first: 0,
            step: 1,
            names: None,
            observed: vec![1, 2],
            expected: vec![1.0, 2.0],
        };
        let [svg, framed] = [white.to_svg().unwrap(), framed(&white.to_png().unwrap())];
        let size = |text: &str| text.split(' ').take(3).collect::<Vec<_>>().join(" ");
        assert_eq!(size(&svg), size(&framed));
    }

    #[test]
    fn an_address_leads_to_the_path_whatever_it_holds() {
        assert_eq!(address("naive-5/position.csv"), "naive-5/position.csv");
        assert_eq!(address("a \"b\"#c?/x.png"), "a%20%22b%22%23c%3F/x.png");
        assert_eq!(address("javascript:x"), "javascript%3Ax");
    }
}
