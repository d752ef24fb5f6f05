//! The tree of all paths of the dice, in the form that was asked for.

use super::subject;
use crate::{
    files::{File, ReportError},
    number::count,
};
use shuffle_charts::{Chart, PathNode, Paths, PlotError};
use shuffle_exact::{Subject, render, tree::Tree};

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
}

impl TreeFormat {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Text, Self::Mermaid, Self::Dot, Self::Svg, Self::Png];

    /// Its name in flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Mermaid => "mermaid",
            Self::Dot => "dot",
            Self::Svg => "svg",
            Self::Png => "png",
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
    let fault = |source: PlotError| ReportError::File { path: path.clone(), source: source.into() };
    let bytes = match format {
        TreeFormat::Text => render::text(tree).into_bytes(),
        TreeFormat::Mermaid => render::mermaid(tree).into_bytes(),
        TreeFormat::Dot => render::dot(tree).into_bytes(),
        TreeFormat::Svg => picture(subject, tree).to_svg().map_err(fault)?.into_bytes(),
        TreeFormat::Png => picture(subject, tree).to_png().map_err(fault)?,
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
            "all {} paths of the dice · nodes after each roll: {}",
            count(tree.leaves().count() as u64),
            levels.join(", ")
        ),
        nodes: nodes.collect(),
    }
}
