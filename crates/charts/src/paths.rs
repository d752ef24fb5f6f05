//! The tree of all paths of the dice: the deck after every roll, from left to right.

use crate::{
    canvas::{Area, Canvas, Style, drawing, picture},
    color::{INK, MUTED, RULE},
    error::{PlotError, at_most},
    frame::{Header, LABEL, MARGIN, NOTE},
    text::{self, Align},
};

/// Most leaves, each of which takes a line.
const MOST: usize = 1200;
/// Most rolls from the root to a leaf, each of which takes a column.
const DEEPEST: usize = 40;
/// The height of a line.
const ROW: i32 = 34;
/// From the end of a deck to the trunk of its children.
const TRUNK: i32 = 18;
/// Beside a roll.
const PAD: i32 = 9;
/// The narrowest picture, so that its title has room.
const NARROWEST: i32 = 680;

/// All paths of the dice as a tree: decks in columns, one a roll, and on each branch what was rolled.
///
/// ```
/// use shuffle_charts::{PathNode, Paths};
///
/// let node = |parent, roll: &str, deck: &str, note: &str| PathNode {
///     parent,
///     roll: roll.into(),
///     deck: deck.into(),
///     note: note.into(),
/// };
/// let paths = Paths {
///     title: "one coin".into(),
///     subtitle: "all 2 paths".into(),
///     nodes: vec![
///         node(None, "", "0 1", ""),
///         node(Some(0), "0", "1 0", "1/2"),
///         node(Some(0), "1", "0 1", "1/2"),
///     ],
/// };
/// assert_eq!(&paths.to_png()?[1..4], b"PNG");
/// assert!(paths.to_svg()?.contains("1/2"));
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
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
    /// What was rolled; empty for the root.
    pub roll: String,
    /// The deck: "0 2 1".
    pub deck: String,
    /// A word beside it: the probability of the path. May be empty.
    pub note: String,
}

impl Paths {
    /// Draws the tree as a PNG.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] without nodes, [`PlotError::TooMany`] above 1,200 leaves or 40 rolls,
    /// [`PlotError::Range`] for a parent that does not come before its child.
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        let sheet = Sheet::new(self)?;
        picture(sheet.size(), |canvas| sheet.draw(canvas))
    }

    /// Draws the tree as an SVG, whose text stays text.
    ///
    /// # Errors
    ///
    /// As [`Paths::to_png`].
    pub fn to_svg(&self) -> Result<String, PlotError> {
        let sheet = Sheet::new(self)?;
        drawing(sheet.size(), |canvas| sheet.draw(canvas))
    }

    fn check(&self) -> Result<(), PlotError> {
        let orphan = |(index, node): (usize, &PathNode)| match node.parent {
            Some(parent) => parent >= index,
            None => index > 0,
        };
        match self.nodes.iter().enumerate().position(orphan) {
            Some(index) => {
                Err(PlotError::Range { what: "parent", must: "before its child", index })
            }
            None => Ok(()),
        }
    }
}

/// A column of decks: those after as many rolls.
#[derive(Clone, Copy, Default)]
struct Column {
    /// The widest roll, deck, and note.
    roll: i32,
    deck: i32,
    note: i32,
    /// Where its decks begin.
    left: i32,
}

/// What is drawn, and where.
struct Sheet<'a> {
    data: &'a Paths,
    header: Header,
    columns: Vec<Column>,
    depths: Vec<usize>,
    /// The middle of each node.
    rows: Vec<i32>,
    size: (i32, i32),
}

impl<'a> Sheet<'a> {
    fn new(data: &'a Paths) -> Result<Self, PlotError> {
        data.check()?;
        let mut depths: Vec<usize> = Vec::with_capacity(data.nodes.len());
        for node in &data.nodes {
            depths.push(node.parent.map_or(0, |parent| depths[parent] + 1));
        }
        let deepest = depths.iter().copied().max().ok_or(PlotError::Empty { what: "nodes" })?;
        at_most("rolls", DEEPEST, deepest.max(1))?;
        let columns = columns(data, &depths, deepest);
        let last = columns[deepest];
        let width = (last.left + last.deck + last.note + 2 * PAD + MARGIN).max(NARROWEST);
        let header = Header::new(&data.title, &data.subtitle, width);
        let (rows, leaves) = rows(data, header.height() + ROW / 2);
        at_most("leaves", MOST, leaves)?;
        let height = header.height() + ROW * leaves as i32 + MARGIN;
        Ok(Self { data, header, columns, depths, rows, size: (width, height) })
    }

    fn size(&self) -> (u32, u32) {
        (self.size.0 as u32, self.size.1 as u32)
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        self.header.draw(canvas)?;
        self.trunks(canvas)?;
        for (index, node) in self.data.nodes.iter().enumerate() {
            let (column, y) = (self.columns[self.depths[index]], self.rows[index]);
            canvas.text(&node.deck, (column.left, y), Style::new(LABEL, INK))?;
            let end = column.left + text::width(&node.deck, LABEL);
            canvas.text(&node.note, (end + 2 * PAD, y), Style::new(NOTE, MUTED))?;
            if let Some(parent) = node.parent {
                self.branch(canvas, parent, index)?;
            }
        }
        Ok(())
    }

    /// From the trunk of the parent to the node, with the roll on it.
    fn branch(&self, canvas: &Canvas<'_>, parent: usize, index: usize) -> Result<(), PlotError> {
        let (column, y) = (self.columns[self.depths[index]], self.rows[index]);
        let rule = |left, right| canvas.fill(Area { left, right, top: y, bottom: y + 1 }, RULE);
        let (start, middle) = (self.trunk(parent), column.left - 3 * PAD - column.roll / 2);
        let half = text::width(&self.data.nodes[index].roll, NOTE) / 2 + PAD / 2;
        rule(start, middle - half)?;
        rule(middle + half, column.left - PAD)?;
        let style = Style::new(NOTE, MUTED).align(Align::Middle);
        canvas.text(&self.data.nodes[index].roll, (middle, y), style)
    }

    /// The vertical line from the first child of each node to its last, and the way to it.
    fn trunks(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let spans = spans(self.data, &self.rows);
        for (index, span) in spans.into_iter().enumerate() {
            let Some((top, bottom)) = span else { continue };
            let (x, y) = (self.trunk(index), self.rows[index]);
            let end = self.columns[self.depths[index]].left
                + text::width(&self.data.nodes[index].deck, LABEL)
                + PAD;
            canvas.fill(Area { left: end, right: x, top: y, bottom: y + 1 }, RULE)?;
            canvas.fill(Area { left: x, right: x + 1, top, bottom: bottom + 1 }, RULE)?;
        }
        Ok(())
    }

    fn trunk(&self, index: usize) -> i32 {
        let column = self.columns[self.depths[index]];
        column.left + column.deck + TRUNK
    }
}

/// How wide each column is, hence where it begins.
fn columns(data: &Paths, depths: &[usize], deepest: usize) -> Vec<Column> {
    let mut columns = vec![Column::default(); deepest + 1];
    for (node, &depth) in data.nodes.iter().zip(depths) {
        let column = &mut columns[depth];
        column.roll = column.roll.max(text::width(&node.roll, NOTE));
        column.deck = column.deck.max(text::width(&node.deck, LABEL));
        column.note = column.note.max(text::width(&node.note, NOTE));
    }
    columns[0].left = MARGIN;
    for depth in 1..=deepest {
        let before = columns[depth - 1];
        let trunk = before.left + before.deck + TRUNK;
        columns[depth].left = trunk + columns[depth].roll + 5 * PAD;
    }
    columns
}

/// The middle of each node: leaves line by line, others between their first child and their last. And
/// how many leaves there are.
fn rows(data: &Paths, first: i32) -> (Vec<i32>, usize) {
    let mut is_leaf = vec![true; data.nodes.len()];
    for node in &data.nodes {
        if let Some(parent) = node.parent {
            is_leaf[parent] = false;
        }
    }
    let mut rows = vec![0; data.nodes.len()];
    let mut leaves = 0;
    for (row, _) in rows.iter_mut().zip(&is_leaf).filter(|(_, is_leaf)| **is_leaf) {
        *row = first + ROW * leaves;
        leaves += 1;
    }
    // Children come after their parents, so from the end on every child is placed before its parent.
    let mut spans: Vec<Option<(i32, i32)>> = vec![None; data.nodes.len()];
    for index in (0..data.nodes.len()).rev() {
        if let Some((top, bottom)) = spans[index] {
            rows[index] = (top + bottom) / 2;
        }
        if let Some(parent) = data.nodes[index].parent {
            widen(&mut spans[parent], rows[index]);
        }
    }
    (rows, leaves as usize)
}

/// From the first child of each node to its last.
fn spans(data: &Paths, rows: &[i32]) -> Vec<Option<(i32, i32)>> {
    let mut spans = vec![None; data.nodes.len()];
    for (node, &row) in data.nodes.iter().zip(rows) {
        if let Some(parent) = node.parent {
            widen(&mut spans[parent], row);
        }
    }
    spans
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
        assert_eq!(rows(&paths, 0), (vec![(17 + 68) / 2, 17, 0, 34, 68], 3));
    }

    #[test]
    fn what_is_no_tree_or_too_large_is_refused() {
        let refused = |nodes| tree(nodes).to_png().unwrap_err().to_string();
        assert!(refused(Vec::new()).contains("nodes is empty"));
        assert!(refused(vec![node(Some(0), "")]).contains("before its child"));
        assert!(refused(vec![node(None, ""), node(None, "")]).contains("before its child"));
        let mut wide = vec![node(None, "")];
        wide.extend((0..1201).map(|_| node(Some(0), "1")));
        assert!(refused(wide).contains("1201 leaves do not fit"));
        let deep = (0..42).map(|index: usize| node(index.checked_sub(1), "1")).collect();
        assert!(refused(deep).contains("41 rolls do not fit"));
    }

    #[test]
    fn a_root_alone_is_a_tree() {
        assert!(tree(vec![node(None, "")]).to_svg().unwrap().contains("0 1"));
    }
}
