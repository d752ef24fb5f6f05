//! Texts of others in Markdown: whatever they hold, they are words and nothing else.
//!
//! GitHub looks for names, numbers of issues, addresses and formulas in the text that Markdown has become, so that what
//! Markdown unescapes is not safe from it. A comment between two characters parts them for good, and a reader does not see it.

/// Parts two characters.
const APART: &str = "<!-- -->";

/// The most characters of a name, and of a sentence.
const MOST_OF_A_NAME: usize = 120;
const MOST_OF_A_SENTENCE: usize = 2_000;

/// A name as code.
pub(super) fn name(text: &str) -> String {
    let text = cut(&on_one_line(text), MOST_OF_A_NAME);
    if text.is_empty() {
        return String::new();
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    // Renderers strip one blank at each fence.
    let blank = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// The same in a cell of a table, where a pipe ends the cell even inside code.
pub(super) fn name_in_cell(text: &str) -> String {
    // What stands before the pipe must not take its escape away.
    name(&text.replace("\\|", "\\ |")).replace('|', "\\|")
}

/// A name inside a line of HTML.
pub(super) fn name_in_html(text: &str) -> String {
    let text = cut(&on_one_line(text), MOST_OF_A_NAME);
    format!("<code>{}</code>", text.chars().map(entity_of_html).collect::<String>())
}

fn entity_of_html(character: char) -> String {
    match character {
        '&' | '<' | '>' | '"' | '\'' | '`' | '@' => format!("&#{};", u32::from(character)),
        other => other.to_string(),
    }
}

/// A sentence, on one line.
pub(super) fn sentence(text: &str) -> String {
    let text = cut(&on_one_line(text), MOST_OF_A_SENTENCE);
    let mut escaped = String::with_capacity(text.len());
    let after_digits = text.trim_start_matches(|it: char| it.is_ascii_digit());
    let is_numbered = [". ", ") "].iter().any(|mark| after_digits.starts_with(mark));
    let mut before = None;
    for character in text.chars() {
        let opens = before.is_none() && (is_numbered || "-+=".contains(character));
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' | '$' | '!' => {
                escaped.push_str(&format!("&#{};", u32::from(character)));
            }
            // Else it could begin a list or a heading.
            character if opens => escaped.push_str(&format!("&#{};", u32::from(character))),
            '@' | '#' => escaped.push_str(&format!("&#{};{APART}", u32::from(character))),
            '/' if before == Some(':') => escaped.push_str(&format!("{APART}/")),
            '.' if before == Some('w') || before == Some('W') => {
                escaped.push_str(&format!("{APART}."));
            }
            '-' if before == Some('H') || before == Some('h') => {
                escaped.push_str(&format!("-{APART}"));
            }
            other => escaped.push(other),
        }
        before = Some(character);
    }
    escaped
}

/// Lines as they are, in a block of code.
pub(super) fn block(language: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let text: String = text.chars().filter(|it| *it == '\n' || !it.is_control()).collect();
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// A text without line breaks and other controls.
fn on_one_line(text: &str) -> String {
    let visible = |it: char| if it.is_control() || is_invisible(it) { ' ' } else { it };
    text.trim().chars().map(visible).collect()
}

/// Line breaks beyond ASCII, and signs that turn the direction of what follows.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The first characters of a text.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// The longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|it| it != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_code_whatever_they_hold() {
        assert_eq!(name("naive"), "`naive`");
        assert_eq!(name("a`b"), "``a`b``");
        assert_eq!(name("`"), "`` ` ``");
        assert_eq!(name("a\n\n# b"), "`a  # b`");
        assert_eq!(name_in_cell("a|b\\|c"), "`a\\|b\\ \\|c`");
        assert_eq!(name_in_html("</code>@me"), "<code>&#60;/code&#62;&#64;me</code>");
        assert!(name(&"x".repeat(10_000)).len() < 130);
    }

    #[test]
    fn sentences_have_no_markup_no_mentions_and_no_links() {
        assert_eq!(sentence("p = 0.5 (so)"), "p = 0.5 (so)");
        assert_eq!(sentence("@me"), "&#64;<!-- -->me");
        assert_eq!(sentence("https://x.y"), "https:<!-- -->//x.y");
        assert_eq!(sentence("www.x.y"), "www<!-- -->.x.y");
        assert_eq!(sentence("GH-1"), "GH-<!-- -->1");
        assert_eq!(sentence("[a](b)"), "&#91;a&#93;(b)");
        assert_eq!(sentence("1. a"), "&#49;. a");
        assert_eq!(sentence("0.5 at 99 %"), "0.5 at 99 %");
        assert_eq!(sentence("<b>"), "&#60;b&#62;");
    }

    #[test]
    fn a_block_ends_where_it_should() {
        assert_eq!(block("sh", "a\n```\nb\n"), "````sh\na\n```\nb\n````\n");
    }
}
