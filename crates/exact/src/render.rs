//! A tree as text, as Mermaid and as DOT.
//!
//! Pure functions to text. Each node shows the deck, each edge what was rolled, each leaf the probability
//! of its path.

use crate::{
    paths::Roll,
    tree::{Node, Tree},
};
use std::fmt::Write as _;

/// The tree in lines, for a terminal.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Shape};
/// use shuffle_exact::{paths::Route, render, tree::Tree};
///
/// let naive = Algorithm::parse("naive")?;
/// let tree = Tree::of(&naive, &Route::new(Shape::whole(2), 100))?;
/// assert_eq!(
///     render::text(&tree),
///     "0 1\n\
///      ├─ 0: 0 1\n\
///      │  ├─ 0: 1 0  1/4\n\
///      │  └─ 1: 0 1  1/4\n\
///      └─ 1: 1 0\n   \
///         ├─ 0: 0 1  1/4\n   \
///         └─ 1: 1 0  1/4\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn text(tree: &Tree) -> String {
    let last = last_children(tree);
    let mut text = String::new();
    // The text to the left of the children of each node on the way down.
    let mut margins = vec![String::new()];
    for (index, node) in tree.nodes().iter().enumerate() {
        if let Some(roll) = node.roll {
            margins.truncate(node.depth);
            let margin = &margins[node.depth - 1];
            let (branch, below) =
                if last[index] { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let _ = write!(text, "{margin}{branch}{}: ", rolled(roll));
            let margin = format!("{margin}{below}");
            margins.push(margin);
        }
        text.push_str(&shown(node, "  "));
        text.push('\n');
    }
    text
}

/// The tree as a Mermaid flowchart.
#[must_use]
pub fn mermaid(tree: &Tree) -> String {
    let mut text = "flowchart TD\n".to_owned();
    for (index, node) in tree.nodes().iter().enumerate() {
        let box_of_node = format!("n{index}[\"{}\"]", shown(node, "<br/>"));
        let _ = match (node.parent, node.roll) {
            (Some(parent), Some(roll)) => {
                writeln!(text, "    n{parent} -->|{}| {box_of_node}", rolled(roll))
            }
            _ => writeln!(text, "    {box_of_node}"),
        };
    }
    text
}

/// The tree in the DOT language of Graphviz.
#[must_use]
pub fn dot(tree: &Tree) -> String {
    let mut text = "digraph paths {\n    node [shape=box, fontname=\"monospace\"];\n".to_owned();
    for (index, node) in tree.nodes().iter().enumerate() {
        let _ = writeln!(text, "    n{index} [label=\"{}\"];", shown(node, "\\n"));
        if let (Some(parent), Some(roll)) = (node.parent, node.roll) {
            let _ = writeln!(text, "    n{parent} -> n{index} [label=\"{}\"];", rolled(roll));
        }
    }
    text.push_str("}\n");
    text
}

/// For each node, true if it is the last child of its parent.
fn last_children(tree: &Tree) -> Vec<bool> {
    let nodes = tree.nodes();
    let mut last_of = vec![0; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            last_of[parent] = index;
        }
    }
    let is_last = |(index, node): (usize, &Node)| node.parent.is_none_or(|p| last_of[p] == index);
    nodes.iter().enumerate().map(is_last).collect()
}

/// The text of a roll. A coin is shown with the chance that the shuffle asks for, even if its dice give another chance.
#[must_use]
pub fn rolled(roll: Roll) -> String {
    match roll {
        Roll::Below { value, .. } => value.to_string(),
        Roll::Chance { came: true, heads, of } => format!("yes {heads}/{of}"),
        Roll::Chance { came: false, heads, of } => format!("no {}/{of}", of - heads),
    }
}

/// The deck at a node, if it is known there.
#[must_use]
pub fn deck(node: &Node) -> String {
    match &node.deck {
        Some(deck) => deck.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        None => "...".to_owned(),
    }
}

/// The deck, and for a leaf the probability of its path.
fn shown(node: &Node, between: &str) -> String {
    let deck = deck(node);
    if node.is_leaf { format!("{deck}{between}{}", node.probability) } else { deck }
}
