//! The tree of all paths of the dice, in the form that was asked for.

use super::subject;
use crate::{
    error::{FormatError, ReportError},
    manifest::File,
    number::count,
    page,
};
use minijinja::{Value, context};
use shuffle_charts::{Chart, PathEnd, PathNode, Paths, PlotError};
use shuffle_exact::{
    Subject,
    render::{self, TallyLine},
    tree::Tree,
};

/// In which form a tree is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFormat {
    /// Lines for a terminal.
    Text,
    /// A Mermaid flowchart.
    Mermaid,
    /// The DOT language of Graphviz.
    Dot,
    /// A picture whose text stays text.
    Svg,
    /// A picture.
    Png,
    /// A page on which the branches fold.
    Html,
}

/// The most leaves and the most rolls of a page.
const MOST_LEAVES: usize = 20_000;
const DEEPEST: usize = 40;

impl TreeFormat {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Text, Self::Mermaid, Self::Dot, Self::Svg, Self::Png, Self::Html];

    /// Its name in flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Mermaid => "mermaid",
            Self::Dot => "dot",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Html => "html",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Mermaid => "mmd",
            other => other.name(),
        }
    }
}

/// The path of a tree in this format.
#[must_use]
pub fn tree_name(format: TreeFormat) -> String {
    format!("tree.{}", format.ending())
}

/// The tree of a subject as a file.
///
/// # Errors
///
/// [`ReportError::File`] if a picture would be too large.
pub fn tree(subject: &Subject, tree: &Tree, format: TreeFormat) -> Result<File, ReportError> {
    let path = tree_name(format);
    let wrong = |source: FormatError| ReportError::File { path: path.clone(), source };
    let fault = |source: PlotError| wrong(source.into());
    let bytes = match format {
        TreeFormat::Text => render::text(tree).into_bytes(),
        TreeFormat::Mermaid => render::mermaid(tree).into_bytes(),
        TreeFormat::Dot => render::dot(tree).into_bytes(),
        TreeFormat::Svg => picture(subject, tree).to_svg().map_err(fault)?.into_bytes(),
        TreeFormat::Png => picture(subject, tree).to_png().map_err(fault)?,
        TreeFormat::Html => folding(subject, tree).map_err(wrong)?.into_bytes(),
    };
    Ok(File { path, bytes })
}

fn picture(of: &Subject, tree: &Tree) -> Paths {
    let levels: Vec<String> = tree.levels().iter().map(ToString::to_string).collect();
    let nodes = tree.nodes().iter().map(|node| PathNode {
        parent: node.parent,
        roll: node.roll.map_or_else(String::new, render::rolled),
        deck: render::deck(node),
        note: if node.is_leaf { node.probability.to_string() } else { String::new() },
    });
    Paths {
        title: subject(of),
        subtitle: format!(
            "all {} paths of the dice · nodes after each roll: {} · {}",
            count(tree.leaves().count() as u64),
            levels.join(", "),
            "at the right, where they end; line: a fair shuffle",
        ),
        nodes: nodes.collect(),
        ends: ends(tree),
    }
}

/// The orders in which paths end.
fn ends(tree: &Tree) -> Vec<PathEnd> {
    let end = |line: TallyLine| PathEnd {
        deck: line.deck,
        paths: line.paths,
        note: format!("{}, {}", line.probability, line.against_fair),
        fair_shares: line.fair_shares,
    };
    render::tally(tree).into_iter().map(end).collect()
}

/// The tree as a page on which each branch folds, with the orders in which the paths end.
fn folding(of: &Subject, tree: &Tree) -> Result<String, FormatError> {
    let at_most = |what, limit, found| match found {
        found if found > limit => Err(PlotError::TooMany { what, limit, found }),
        _ => Ok(()),
    };
    let leaves = tree.leaves().count();
    at_most("leaves", MOST_LEAVES, leaves)?;
    at_most("rolls", DEEPEST, tree.levels().len())?;
    let orders = render::tally(tree).into_iter().map(|line| {
        let TallyLine { deck, paths, probability, against_fair, .. } = line;
        context! { deck, paths, probability, against_fair }
    });
    page::render(
        "tree.html",
        context! {
            title => subject(of),
            paths => count(leaves as u64),
            root => branches(tree),
            orders => orders.collect::<Vec<_>>(),
            summary => render::summary(tree),
        },
    )
}

/// The root with all that is below it, as the template takes it.
fn branches(tree: &Tree) -> Value {
    let nodes = tree.nodes();
    let mut children: Vec<Vec<Value>> = vec![Vec::new(); nodes.len()];
    let mut paths = vec![0_u64; nodes.len()];
    let mut root = Value::UNDEFINED;
    // From the end on, the children of a node are known before it.
    for (index, node) in nodes.iter().enumerate().rev() {
        paths[index] += u64::from(node.is_leaf);
        let mut below = std::mem::take(&mut children[index]);
        below.reverse();
        let value = context! {
            roll => node.roll.map(render::rolled),
            deck => render::deck(node),
            probability => node.probability.to_string(),
            paths => paths[index],
            is_open => node.depth == 0,
            children => below,
        };
        match node.parent {
            Some(parent) => {
                paths[parent] += paths[index];
                children[parent].push(value);
            }
            None => root = value,
        }
    }
    root
}
