//! The tree of all paths of the dice: the deck after every roll, from left to right.

use plotters::style::text_anchor::HPos;

use crate::{
    chart::{Draw, PlotPlan},
    color::{INK, MUTED, RULE},
    error::{Drawn, PlotError, at_most},
    frame::{Header, LABEL, MARGIN, NOTE},
    shapes::{ink, stroke, write},
    sheet::{Area, PX},
    text,
};

/// Most leaves, each of which takes a line.
const MOST: usize = 1200;
/// Most rolls from the root to a leaf, each of which takes a column.
const DEEPEST: usize = 40;
/// The height of a line; and the same, and the size of all words, in a tree of more leaves than this.
const ROW: i32 = 34 * PX;
const NARROW_ROW: i32 = 17 * PX;
const SMALL: f64 = (14 * PX) as f64;
const MANY: usize = 64;

/// The height of a line, and the size of its deck and of its notes.
#[derive(Clone, Copy)]
struct Print {
    row: i32,
    deck: f64,
    note: f64,
}

impl Print {
    /// The layout for this many leaves.
    fn of(leaves: usize) -> Self {
        match leaves {
            ..=MANY => Self { row: ROW, deck: LABEL, note: NOTE },
            _ => Self { row: NARROW_ROW, deck: SMALL, note: SMALL },
        }
    }
}

/// From the end of a deck to the trunk of its children.
const TRUNK: i32 = 18 * PX;
/// The space next to a roll.
const PAD: i32 = 9 * PX;
/// The narrowest picture, so that its title has room.
const NARROWEST: i32 = 680 * PX;

/// All paths of the dice as a tree: decks in columns, one a roll, and on each branch the roll.
///
/// A leaf takes a line of 34 pixels, or of 17 in small print where there are more than 64 of them: the tree of
/// four cards under the naive shuffle, 256 leaves, is 4,500 pixels high. Above 1,200 leaves nothing is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Paths {
    /// The headline.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// The root first; a parent comes before its children, and these come in the order in which they are
    /// drawn, each followed by its own.
    pub nodes: Vec<PathNode>,
}

/// The deck after one roll.
#[derive(Debug, Clone, PartialEq)]
pub struct PathNode {
    /// The node before; none for the root.
    pub parent: Option<usize>,
    /// The roll that led here; empty for the root.
    pub roll: String,
    /// The deck: "0 2 1".
    pub deck: String,
    /// A note next to it: the probability of the path. May be empty.
    pub note: String,
}

impl Paths {
    /// The number of rolls from the root to each node.
    fn depths(&self) -> Result<Vec<usize>, PlotError> {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let depth = match node.parent {
                Some(parent) => depths.get(parent).map(|depth| depth + 1),
                None => (index == 0).then_some(0),
            };
            let must = "before its child";
            depths.push(depth.ok_or(PlotError::Range { what: "parent", must, index })?);
        }
        let deepest = depths.iter().max().ok_or(PlotError::Empty { what: "nodes" })?;
        at_most("rolls", DEEPEST, *deepest.max(&1))?;
        Ok(depths)
    }

    fn leaves(&self) -> Vec<bool> {
        let mut is_leaf = vec![true; self.nodes.len()];
        for parent in self.nodes.iter().filter_map(|node| node.parent) {
            is_leaf[parent] = false;
        }
        is_leaf
    }

    /// The width of each column, and hence its start.
    fn columns(&self, depths: &[usize], print: Print) -> Vec<TreeColumn> {
        let mut columns =
            vec![TreeColumn::default(); depths.iter().max().map_or(0, |most| most + 1)];
        for (node, &depth) in self.nodes.iter().zip(depths) {
            let column = &mut columns[depth];
            column.roll = column.roll.max(text::width(&node.roll, print.note));
            column.deck = column.deck.max(text::width(&node.deck, print.deck));
            column.note = column.note.max(text::width(&node.note, print.note));
        }
        columns[0].left = MARGIN;
        for depth in 1..columns.len() {
            columns[depth].left = columns[depth - 1].trunk() + columns[depth].roll + 5 * PAD;
        }
        columns
    }

    /// The middle of each node: leaves line by line, others between their first child and their last.
    fn middles(&self, first: i32, row: i32) -> Vec<i32> {
        let mut middles = vec![0; self.nodes.len()];
        let leaves = self.leaves();
        let leaves = middles.iter_mut().zip(leaves).filter(|(_, is_leaf)| *is_leaf);
        leaves.enumerate().for_each(|(leaf, (middle, _))| *middle = first + row * leaf as i32);
        // Children come after their parents, so from the end on every child is placed before its parent.
        let mut spans: Vec<Option<(i32, i32)>> = vec![None; self.nodes.len()];
        for index in (0..self.nodes.len()).rev() {
            if let Some((top, bottom)) = spans[index] {
                middles[index] = (top + bottom) / 2;
            }
            if let Some(parent) = self.nodes[index].parent {
                widen(&mut spans[parent], middles[index]);
            }
        }
        middles
    }
}

impl Draw for Paths {
    fn plan(&self) -> Result<PlotPlan<'_>, PlotError> {
        let depths = self.depths()?;
        let leaves = self.leaves().into_iter().filter(|is_leaf| *is_leaf).count();
        at_most("leaves", MOST, leaves)?;
        let print = Print::of(leaves);
        let columns = self.columns(&depths, print);
        let last = columns[columns.len() - 1];
        let width = (last.left + last.deck + last.note + 2 * PAD + MARGIN).max(NARROWEST);
        let header = Header::new(&self.title, &self.subtitle, width);
        let middles = self.middles(header.height() + print.row / 2, print.row);
        let size = (width, header.height() + print.row * leaves as i32 + MARGIN);
        let tree = DrawnTree { data: self, columns, depths, middles, print };
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            tree.draw_trunks(sheet)?;
            (0..self.nodes.len()).try_for_each(|index| tree.draw_node(sheet, index))
        };
        Ok(PlotPlan { size, draw: Box::new(draw) })
    }
}

/// A column of decks: those after as many rolls.
#[derive(Clone, Copy, Default)]
struct TreeColumn {
    /// The widest roll, deck, and note.
    roll: i32,
    deck: i32,
    note: i32,
    /// The left edge of its decks.
    left: i32,
}

impl TreeColumn {
    fn trunk(self) -> i32 {
        self.left + self.deck + TRUNK
    }
}

/// A tree that is laid out.
struct DrawnTree<'a> {
    data: &'a Paths,
    columns: Vec<TreeColumn>,
    depths: Vec<usize>,
    middles: Vec<i32>,
    print: Print,
}

impl DrawnTree<'_> {
    fn place(&self, index: usize) -> (TreeColumn, i32) {
        (self.columns[self.depths[index]], self.middles[index])
    }

    /// Deck, note, and the branch from the trunk of the parent, with the roll on it.
    fn draw_node(&self, sheet: &Area<'_>, index: usize) -> Drawn {
        let (node, (column, y)) = (&self.data.nodes[index], self.place(index));
        let Print { deck, note: small, .. } = self.print;
        let note = column.left + text::width(&node.deck, deck) + 2 * PAD;
        write(sheet, &node.deck, (column.left, y), &ink(deck, INK, HPos::Left))?;
        write(sheet, &node.note, (note, y), &ink(small, MUTED, HPos::Left))?;
        let Some(parent) = node.parent else { return Ok(()) };
        let middle = column.left - 3 * PAD - column.roll / 2;
        let half = text::width(&node.roll, small) / 2 + PAD / 2;
        rule(sheet, (self.place(parent).0.trunk(), middle - half), y)?;
        rule(sheet, (middle + half, column.left - PAD), y)?;
        write(sheet, &node.roll, (middle, y), &ink(small, MUTED, HPos::Center))
    }

    /// The vertical line from the first child of each node to its last, and the way to it.
    fn draw_trunks(&self, sheet: &Area<'_>) -> Drawn {
        let mut spans = vec![None; self.middles.len()];
        for (node, &middle) in self.data.nodes.iter().zip(&self.middles) {
            if let Some(parent) = node.parent {
                widen(&mut spans[parent], middle);
            }
        }
        for (index, span) in spans.into_iter().enumerate() {
            let Some((top, bottom)) = span else { continue };
            let (column, y) = self.place(index);
            let deck = column.left + text::width(&self.data.nodes[index].deck, self.print.deck);
            rule(sheet, (deck + PAD, column.trunk()), y)?;
            let x = column.trunk();
            stroke(sheet, [(x, top), (x, bottom + PX)], RULE, PX)?;
        }
        Ok(())
    }
}

fn rule(sheet: &Area<'_>, (left, right): (i32, i32), y: i32) -> Drawn {
    stroke(sheet, [(left, y), (right, y)], RULE, PX)
}

fn widen(span: &mut Option<(i32, i32)>, row: i32) {
    *span = Some(span.map_or((row, row), |(top, bottom)| (top.min(row), bottom.max(row))));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(parent: Option<usize>, roll: &str) -> PathNode {
        PathNode { parent, roll: roll.to_owned(), deck: "0 1".to_owned(), note: String::new() }
    }

    fn tree(nodes: Vec<PathNode>) -> Paths {
        Paths { title: "title".to_owned(), subtitle: String::new(), nodes }
    }

    #[test]
    fn a_parent_stands_between_its_children() {
        let paths = tree(vec![
            node(None, ""),
            node(Some(0), "0"),
            node(Some(1), "0"),
            node(Some(1), "1"),
            node(Some(0), "1"),
        ]);
        assert_eq!(paths.middles(0, 34), [(17 + 68) / 2, 17, 0, 34, 68]);
    }
}
