//! The tree of all paths of the dice: the deck after every roll, from left to right.

use plotters::style::{RGBColor, text_anchor::HPos};

use crate::{
    chart::{Draw, PlotPlan},
    color::{ABOVE, BELOW, INK, MUTED, OBSERVED, RULE},
    error::{Drawn, PlotError, at_most, range},
    frame::{Header, LABEL, MARGIN, NOTE},
    shapes::{fill, ink, stroke, write},
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
    /// The orders in which paths end, drawn to the right; may be empty.
    pub ends: Vec<PathEnd>,
}

/// An order in which paths end.
#[derive(Debug, Clone, PartialEq)]
pub struct PathEnd {
    /// The order: "0 2 1".
    pub deck: String,
    /// The number of paths that end in it.
    pub paths: usize,
    /// A note next to its bar: the probability.
    pub note: String,
    /// The length of its bar: the probability, as a multiple of the fair one.
    pub fair_shares: f64,
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
        let right = last.left + last.deck + last.note + 2 * PAD;
        let tally = Tally::new(&self.ends, right + APART, print)?;
        let width = (tally.as_ref().map_or(right, |tally| tally.right) + MARGIN).max(NARROWEST);
        let header = Header::new(&self.title, &self.subtitle, width);
        let first = header.height() + print.row / 2;
        let middles = self.middles(first, print.row);
        let rows = leaves.max(self.ends.len());
        let size = (width, header.height() + print.row * rows as i32 + MARGIN);
        let tree = DrawnTree { data: self, columns, depths, middles, print };
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            tree.draw_trunks(sheet)?;
            tally.iter().try_for_each(|tally| tally.draw(sheet, first))?;
            (0..self.nodes.len()).try_for_each(|index| tree.draw_node(sheet, index))
        };
        Ok(PlotPlan { size, draw: Box::new(draw) })
    }
}

/// Between the leaves and the orders in which they end.
const APART: i32 = 56 * PX;
/// The length of the longest bar, and the part of a row that a bar is high.
const LONGEST: i32 = 200 * PX;
const BAR: f64 = 0.5;

/// The orders in which paths end, laid out: a bar for each, and a line at the fair share.
struct Tally<'a> {
    ends: &'a [PathEnd],
    print: Print,
    left: i32,
    /// The left edge of all bars, and the length of a bar of one fair share.
    bars: i32,
    fair: f64,
    /// The left edge of the notes, and the right edge of all.
    notes: i32,
    right: i32,
}

impl<'a> Tally<'a> {
    /// The layout from a left edge on, if there is anything to lay out.
    fn new(ends: &'a [PathEnd], left: i32, print: Print) -> Result<Option<Self>, PlotError> {
        let shares = ends.iter().map(|end| end.fair_shares);
        range("fair_shares", "finite and not negative", shares.clone(), |share| {
            share.is_finite() && share >= 0.0
        })?;
        let most = shares.fold(1.0, f64::max);
        let decks = text::widest(ends.iter().map(|end| end.deck.as_str()), print.deck);
        let notes: Vec<String> = ends.iter().map(PathEnd::words).collect();
        let widest = text::widest(notes.iter().map(String::as_str), print.note);
        let bars = left + decks + 2 * PAD;
        let notes = bars + LONGEST + 2 * PAD;
        let fair = f64::from(LONGEST) / most;
        let tally = Self { ends, print, left, bars, fair, notes, right: notes + widest };
        Ok((!ends.is_empty()).then_some(tally))
    }

    fn draw(&self, sheet: &Area<'_>, first: i32) -> Drawn {
        let Print { row, deck, note } = self.print;
        let half = (f64::from(row) * BAR / 2.0) as i32;
        for (index, end) in self.ends.iter().enumerate() {
            let y = first + row * index as i32;
            write(sheet, &end.deck, (self.left, y), &ink(deck, INK, HPos::Left))?;
            let right = self.bars + (end.fair_shares * self.fair).round() as i32;
            fill(sheet, [(self.bars, y - half), (right, y + half)], end.color())?;
            write(sheet, &end.words(), (self.notes, y), &ink(note, MUTED, HPos::Left))?;
        }
        let (x, last) = (self.bars + self.fair.round() as i32, row * (self.ends.len() as i32 - 1));
        stroke(sheet, [(x, first - row / 2), (x, first + last + row / 2)], INK, PX)
    }
}

impl PathEnd {
    fn words(&self) -> String {
        let paths = if self.paths == 1 { "path" } else { "paths" };
        format!("{} {paths}, {}", self.paths, self.note)
    }

    fn color(&self) -> RGBColor {
        match self.fair_shares {
            more if more > 1.0 => ABOVE,
            less if less < 1.0 => BELOW,
            _ => OBSERVED,
        }
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
        Paths { title: "title".to_owned(), subtitle: String::new(), nodes, ends: Vec::new() }
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
