//! A tree as text, as Mermaid and as DOT.
//!
//! Pure functions to text. Each node shows the deck, each edge what was rolled, each leaf the probability
//! of its path. The tally adds up the paths that lead to each order.

use crate::{
    number::fraction,
    paths::Roll,
    tree::{End, Node, Tree},
};
use num_traits::ToPrimitive;
use std::{cmp::Ordering, fmt::Write as _};

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
///         └─ 1: 1 0  1/4\n\n\
///      0 1  2 paths  1/2  fair\n\
///      1 0  2 paths  1/2  fair\n\
///      2 of 2 orders come, by 4 paths in all.\n"
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
    let tally = tally(tree);
    let widest = |cell: fn(&TallyLine) -> usize| tally.iter().map(cell).max().unwrap_or(0);
    let deck = widest(|line| line.deck.len());
    let number = widest(|line| counted(line.paths).len());
    let share = widest(|line| line.probability.len());
    text.push('\n');
    for TallyLine { deck: cards, paths, probability, against_fair, .. } in &tally {
        let paths = counted(*paths);
        let _ = writeln!(
            text,
            "{cards:deck$}  {paths:>number$}  {probability:>share$}  {against_fair}"
        );
    }
    let _ = writeln!(text, "{}", summary(tree));
    text
}

/// An order in which paths end, in words.
#[derive(Clone, Debug, PartialEq)]
pub struct TallyLine {
    /// The cards.
    pub deck: String,
    /// The number of paths.
    pub paths: usize,
    /// The probability of them together.
    pub probability: String,
    /// `above 1/6`, `below 1/6` or `fair`.
    pub against_fair: String,
    /// The probability, as a multiple of the fair one.
    pub fair_shares: f64,
}

fn counted(paths: usize) -> String {
    format!("{paths} {}", if paths == 1 { "path" } else { "paths" })
}

/// The orders in which paths end: how many paths lead to each, and whether it comes more often than it should.
#[must_use]
pub fn tally(tree: &Tree) -> Vec<TallyLine> {
    let fair = fraction(1, tree.orders());
    let line = |end: End| TallyLine {
        deck: cards(&end.deck),
        paths: end.paths,
        against_fair: match end.probability.cmp(&fair) {
            Ordering::Greater => format!("above {fair}"),
            Ordering::Less => format!("below {fair}"),
            Ordering::Equal => "fair".to_owned(),
        },
        fair_shares: (&end.probability / &fair).to_f64().unwrap_or(f64::INFINITY),
        probability: end.probability.to_string(),
    };
    tree.ends().into_iter().map(line).collect()
}

/// How many orders come, and by how many paths.
#[must_use]
pub fn summary(tree: &Tree) -> String {
    let (paths, ends) = (tree.leaves().count(), tree.ends().len());
    let come = if ends == 1 { "order comes" } else { "orders come" };
    format!("{ends} of {} {come}, by {paths} paths in all.", tree.orders())
}

/// The tally in the lines of one label.
fn label(tree: &Tree, between: &str) -> String {
    let line = |line: TallyLine| {
        let paths = counted(line.paths);
        format!("{}: {paths}, {}, {}", line.deck, line.probability, line.against_fair)
    };
    tally(tree).into_iter().map(line).collect::<Vec<_>>().join(between)
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
    let _ = writeln!(text, "    tally[\"{}\"]", label(tree, "<br/>"));
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
    let _ = writeln!(text, "    tally [shape=plaintext, label=\"{}\"];", label(tree, "\\n"));
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
        Some(deck) => cards(deck),
        None => "...".to_owned(),
    }
}

fn cards(deck: &[u32]) -> String {
    deck.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// The deck, and for a leaf the probability of its path.
fn shown(node: &Node, between: &str) -> String {
    let deck = deck(node);
    if node.is_leaf { format!("{deck}{between}{}", node.probability) } else { deck }
}
