//! A small picture of where cards lie, in block characters.

use super::{Screen, different, layout::wrap, odds};
use crate::CaseFindings;
use anstyle::{Ansi256Color, Style};
use shuffle_metrics::{DifferingCell, DrawKind, Exhibit, OrderPortrait, PositionMatrix, Verdict};
use textwrap::core::display_width;

/// The most columns of cells.
const COLUMNS: usize = 64;

/// The tests whose table is drawn.
const DRAWN: [&str; 3] = ["position", "symbols", "kinds"];

/// A cell nearer to its expected count than this number of standard errors is even.
const LEAST_Z: f64 = 2.5;

/// Without a cell this far off there is no picture.
const VISIBLE_Z: f64 = 5.0;

/// The fewest cards for which a picture of an order says anything.
const FEWEST_MARKS: usize = 8;

/// The fewest expected marks in a cell of a picture by density.
const FEWEST_IN_CELL: usize = 4;

/// A thing that chance makes differ as much more often than this is not listed.
const LISTED_BELOW: f64 = 1e-3;

/// The shades of cells that are too full.
const SHADES: [char; 4] = ['░', '▒', '▓', '█'];

/// From blue, for too rarely, to red, for too often, in the palette of 256 colors.
const COLORS: [u8; 9] = [21, 33, 75, 153, 254, 223, 215, 208, 196];

/// The counts of a grid of cells.
struct Grid {
    rows: usize,
    columns: usize,
    /// Counts and expected counts, row after row.
    cells: Vec<[f64; 2]>,
}

/// The picture in at most `lines` lines, its caption included; `None` if there is nothing to see.
pub(super) fn picture(case: &CaseFindings, lines: usize, screen: &Screen) -> Option<String> {
    let is_found = |test: &&str| case.last().ruling(test).is_some_and(|it| it.verdict.is_finding());
    if different::sameness(case).is_some() {
        // The answer says it all.
        return None;
    }
    let width = COLUMNS.min(screen.width.saturating_sub(2));
    let lines = lines.checked_sub(1).filter(|&lines| lines > 2)?;
    case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Position(matrix) if DRAWN.iter().any(is_found) => {
            let rows = if screen.color { 2 * lines } else { lines };
            let grid = Grid::of_matrix(matrix, rows, width);
            let caption = caption(case, matrix.shape.dealt(), matrix.shape.cards());
            shaded(&grid, &caption, [lines, width], screen)
        }
        Exhibit::Orders(portrait) if case.verdict() == Verdict::Fail => {
            of_orders(case, portrait, [lines, width], screen)
        }
        Exhibit::Cells(cells) if case.verdict().is_finding() => of_cells(case, cells, lines),
        _ => None,
    })
}

/// "Positions 0 to 51 down, cards 0 to 51 across".
fn caption(case: &CaseFindings, places: usize, cards: usize) -> String {
    let names = case.case.subject.names();
    let [rows, columns] = match case.case.shape.kind() {
        DrawKind::Order | DrawKind::Varying | DrawKind::Ruled => ["Positions", "cards"],
        DrawKind::Unordered => ["Positions", "balls"],
        DrawKind::Pack | DrawKind::Blocks => ["Positions", "kinds"],
        DrawKind::Replacement | DrawKind::Weighted | DrawKind::Successive => ["Places", "symbols"],
    };
    let last = match case.case.shape.pack() {
        Some(pack) => pack.counts().len(),
        None => cards,
    };
    let ends = [names.card(0), names.card(last.saturating_sub(1))];
    let across = match ends.iter().all(|name| name.chars().count() <= 3) {
        true => format!("{columns} {} to {}", ends[0], ends[1]),
        false => columns.to_owned(),
    };
    format!("{rows} {} to {} down, {across} across", names.position(0), names.position(places - 1))
}

/// The things that differ most from fair draws, one a line, if they are more than chance leaves.
fn of_cells(case: &CaseFindings, cells: &[DifferingCell], lines: usize) -> Option<String> {
    let names = case.case.subject.names();
    let seen = cells.iter().filter(|cell| cell.ln_p < LISTED_BELOW.ln()).take(lines);
    let rows: Vec<[String; 4]> = seen
        .map(|cell| {
            let share = |share: f64| format!("{:.1} %", 100.0 * share);
            let seen = share(cell.count as f64 / cell.of as f64);
            let odds = odds::audits_in_short(cell.ln_p / std::f64::consts::LN_10);
            [names.place(&cell.what), seen, share(cell.expected), odds]
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    let heading = ["Differs most from fair draws", "seen", "fair", "by chance"].map(str::to_owned);
    let width = |column: usize| {
        let all = rows.iter().chain([&heading]);
        all.map(|row| display_width(&row[column])).max().unwrap_or(0)
    };
    let widths = [0, 1, 2].map(width);
    let mut text = String::new();
    for row in [&heading].into_iter().chain(&rows) {
        let pad = |column: usize| " ".repeat(widths[column] - display_width(&row[column]));
        let [what, seen, fair, odds] = row;
        text.push_str(&format!("{what}{}  {}{seen}  {}{fair}  {odds}\n", pad(0), pad(1), pad(2)));
    }
    Some(text)
}

/// Few orders: by density where there are enough cards, else a mark for each card.
fn of_orders(
    case: &CaseFindings,
    portrait: &OrderPortrait,
    [lines, width]: [usize; 2],
    screen: &Screen,
) -> Option<String> {
    let n = portrait.cards;
    let caption = caption(case, n, n);
    let columns = width.min(n).min(portrait.points.len() / (lines * FEWEST_IN_CELL));
    if columns >= 2 * lines {
        let mut grid = Grid::new(lines, columns);
        grid.cells.iter_mut().for_each(|it| {
            it[1] = portrait.points.len() as f64 / (lines * columns) as f64;
        });
        for point in &portrait.points {
            grid.cells[point.position * lines / n * columns + point.card * columns / n][0] += 1.0;
        }
        return shaded(&grid, &caption, [lines, width], screen);
    }
    let decks = portrait.points.iter().map(|point| point.deck).max()? + 1;
    if n < FEWEST_MARKS || decks > 1 {
        return None;
    }
    let (rows, columns) = (n.min(2 * lines), n.min(width));
    let mut marked = vec![false; (rows + 1) * columns];
    for point in &portrait.points {
        marked[point.position * rows / n * columns + point.card * columns / n] = true;
    }
    let mut text = wrap(&format!("{caption}, a mark for each card"), screen.width);
    for line in 0..rows.div_ceil(2) {
        let mark = |column: usize| {
            let [up, down] = [0, 1].map(|half| marked[(2 * line + half) * columns + column]);
            match (up, down) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            }
        };
        let marks: String = (0..columns).map(mark).collect();
        text.push_str(format!("  {marks}").trim_end());
        text.push('\n');
    }
    Some(text)
}

/// The darkest shade begins at this share of the scale.
const FULL: f64 = 1.0 - 1.0 / SHADES.len() as f64;

/// The cells of a grid, and the caption with their scale.
fn shaded(
    grid: &Grid,
    caption: &str,
    [lines, width]: [usize; 2],
    screen: &Screen,
) -> Option<String> {
    let scale = grid.scale()?;
    let percent = format!("{:.0} %", (100.0 * FULL * scale).max(1.0));
    let wide = (width / grid.columns).clamp(1, 4);
    if !screen.color {
        let mut text =
            wrap(&format!("{caption}; █ +{percent} or more, blank: too rare"), screen.width);
        for row in 0..grid.rows {
            let shade = |column| grid.shade(row, column, scale).to_string().repeat(wide);
            let shades: String = (0..grid.columns).map(shade).collect();
            text.push_str(format!("  {shades}").trim_end());
            text.push('\n');
        }
        return Some(text);
    }
    let mut text = wrap(&format!("{caption}; red +{percent}, blue: too rare"), screen.width);
    let color = |row, column| Ansi256Color(grid.color(row, column, scale));
    let halves = grid.rows > lines;
    for row in (0..grid.rows).step_by(if halves { 2 } else { 1 }) {
        text.push_str("  ");
        for column in 0..grid.columns {
            let style = Style::new().fg_color(Some(color(row, column).into()));
            let (style, block) = match halves && row + 1 < grid.rows {
                true => (style.bg_color(Some(color(row + 1, column).into())), "▀"),
                false if halves => (style, "▀"),
                false => (style, "█"),
            };
            text.push_str(&format!("{style}{}{style:#}", block.repeat(wide)));
        }
        text.push('\n');
    }
    Some(text)
}

impl Grid {
    fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, cells: vec![[0.0; 2]; rows * columns] }
    }

    fn of_matrix(matrix: &PositionMatrix, rows: usize, columns: usize) -> Self {
        let [all_rows, all_columns] = [matrix.positions, matrix.cards].map(|it| it.groups());
        let mut grid = Self::new(rows.min(all_rows), columns.min(all_columns));
        for (cell, &count) in matrix.counts.iter().enumerate() {
            let [row, column] = [cell / all_columns, cell % all_columns];
            let at =
                row * grid.rows / all_rows * grid.columns + column * grid.columns / all_columns;
            grid.cells[at][0] += count as f64;
            grid.cells[at][1] += matrix.expected(row, column);
        }
        grid
    }

    /// The relative deviation of a cell if it is clear, else 0.
    fn deviation(&self, row: usize, column: usize) -> f64 {
        let [count, expected] = self.cells[row * self.columns + column];
        let is_clear = (count - expected).abs() > LEAST_Z * expected.sqrt();
        if is_clear { count / expected - 1.0 } else { 0.0 }
    }

    /// The deviation that has the darkest shade; `None` if nothing is visible.
    fn scale(&self) -> Option<f64> {
        let z = |[count, expected]: &[f64; 2]| (count - expected).abs() / expected.max(1e-9).sqrt();
        let is_visible = self.rows > 1 && self.cells.iter().any(|cell| z(cell) > VISIBLE_Z);
        let cells = (0..self.cells.len()).map(|cell| (cell / self.columns, cell % self.columns));
        let mut clear: Vec<f64> =
            cells.map(|(row, column)| self.deviation(row, column)).filter(|&it| it > 0.0).collect();
        clear.sort_unstable_by(f64::total_cmp);
        // A single cell that is far off must not make all others pale.
        clear.get(clear.len() * 9 / 10).copied().filter(|_| is_visible)
    }

    fn shade(&self, row: usize, column: usize, scale: f64) -> char {
        match self.deviation(row, column) {
            0.0 => '·',
            rarely if rarely < 0.0 => ' ',
            often => SHADES[((SHADES.len() as f64 * often / scale) as usize).min(SHADES.len() - 1)],
        }
    }

    fn color(&self, row: usize, column: usize, scale: f64) -> u8 {
        let middle = (COLORS.len() / 2) as f64;
        let steps = middle * (self.deviation(row, column) / scale).clamp(-1.0, 1.0);
        COLORS[(middle + steps.signum() * steps.abs().ceil()) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(counts: [f64; 4]) -> Grid {
        Grid { rows: 2, columns: 2, cells: counts.map(|count| [count, 1_000.0]).to_vec() }
    }

    #[test]
    fn noise_is_not_drawn() {
        assert!(
            shaded(&grid([1_060.0, 940.0, 940.0, 1_060.0]), "x", [8, COLUMNS], &Screen::default())
                .is_none()
        );
    }

    #[test]
    fn a_full_cell_is_dark_an_even_one_a_dot_and_a_rare_one_blank() {
        let drawn = grid([2_000.0, 1_010.0, 990.0, 100.0]);
        let shown = shaded(&drawn, "x", [8, COLUMNS], &Screen::default()).unwrap();
        assert_eq!(shown, "x; █ +75 % or more, blank: too rare\n  ████····\n  ····\n");
        let colors = [[0, 0], [0, 1], [1, 1]].map(|[row, column]| drawn.color(row, column, 1.0));
        assert_eq!(colors, [196, 254, 21]);
    }
}
