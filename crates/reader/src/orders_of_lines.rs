//! Rows with a card each that belong together: orders one after the other, rounds that begin in the middle, the rows of one group, each with
//! its place in another column, and the rows of one draw.

use crate::whole_order::order_of;
use shuffle_deck::words::plural;
use std::collections::HashSet;

/// Orders one after the other, with a card on each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrdersOfLines {
    /// The cards of an order.
    pub cards: usize,
    /// True if all orders are the same one.
    pub are_equal: bool,
    /// True if the items are names, or numbers with gaps.
    pub need_labels: bool,
    /// The lines of an order that was cut off before them.
    pub cut: usize,
}

impl OrdersOfLines {
    /// Finds orders in items, each of which holds every item once, as independent items hardly ever do. The last may be cut short.
    pub(crate) fn of<'i>(items: impl Iterator<Item = &'i String>) -> Option<Self> {
        const BY_CHANCE: f64 = 1e-3;
        const FEWEST: usize = 3;
        let items: Vec<&String> = items.collect();
        let cards = items.iter().collect::<HashSet<_>>().len();
        let of_one: f64 = (0..cards).map(|at| (cards - at) as f64 / cards as f64).product();
        let is_many = cards > 1 && items.len() >= FEWEST * cards;
        // Any of the first lines but one may be where the first round ends, up to the first that comes again.
        let is_cut = |&cut: &usize| {
            let others = (items.len() - cut) / cards;
            let by_chance = of_one.powf(others as f64) * if cut > 0 { cards as f64 } else { 1.0 };
            by_chance < BY_CHANCE && items[cut..].chunks(cards).all(are_different)
        };
        let cuts = 0..cards.min(different(&items) + 1);
        let cut = if is_many { cuts.into_iter().find(is_cut) } else { None }?;
        let orders = &items[cut..];
        let are_equal = orders.chunks(cards).all(|chunk| orders.starts_with(chunk));
        let first: Vec<String> = orders[..cards].iter().copied().cloned().collect();
        Some(Self { cards, are_equal, need_labels: order_of(&first, None).is_none(), cut })
    }

    pub(crate) fn in_words(self, has_labels: bool) -> String {
        let Self { cards, are_equal, need_labels, cut } = self;
        if cut > 0 {
            return format!(
                "from line {} on every {cards} lines hold each item once, so the first round was cut off: remove the {cut} {} before it; ",
                cut + 1,
                plural("line", cut as u64)
            );
        }
        let labels = if need_labels && !has_labels { " and --labels sorted" } else { "" };
        let places = if are_equal {
            format!(
                ", always in the same order; if another column holds their places, name that with --columns, and use --cards {cards} --base 1"
            )
        } else {
            String::new()
        };
        format!(
            "every {cards} lines hold each item once{places}; if each group is one order, from its first line on, use --cards {cards}{labels} (if the \
             places are in another column, name it with --rank-by, and the column that names the group with --per); "
        )
    }
}

/// What another column says of rows with one item each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowsOfGroups {
    /// The rows of a group hold all items, and in one of their columns all owners or places.
    Ranked { size: usize, group: Option<usize>, rank: usize },
    /// The rows of a group hold different items.
    Drawn { size: usize, group: usize },
}

/// Finds the columns of a table, by their numbers from 0, that say which of its rows belong together, and in which order.
pub(crate) fn rows_of_groups(
    table: &[Vec<String>],
    items: &[String],
    orders: Option<OrdersOfLines>,
) -> Option<RowsOfGroups> {
    let width = table.first()?.len();
    if table.len() != items.len() || table.iter().any(|row| row.len() != width) {
        return None;
    }
    let column = |at: usize| -> Vec<&String> { table.iter().map(|row| &row[at]).collect() };
    let is_item = |at: &usize| column(*at).iter().zip(items).all(|(cell, item)| *cell == item);
    let others: Vec<usize> = (0..width).filter(|at| !is_item(at)).collect();
    let group = others.iter().find_map(|&at| Some((size_of_runs(&column(at))?, at)));
    let group = group.filter(|(size, _)| items.chunks(*size).all(are_different));
    let size = orders.filter(|orders| orders.cut == 0).map(|orders| orders.cards);
    let group = group.filter(|group| size.is_none_or(|size| group.0 == size));
    let is_rank = |&&at: &&usize| {
        let cells = column(at);
        let mut groups = cells.chunks_exact(size.unwrap_or(usize::MAX));
        let sorted = |group: &[&String]| -> Vec<String> {
            let mut group: Vec<String> = group.iter().map(|cell| (*cell).clone()).collect();
            group.sort_unstable();
            group
        };
        let Some(first) = groups.next() else { return false };
        let all = sorted(first);
        let differ = all.windows(2).all(|two| two[0] != two[1]);
        let is_order = |group: &[&String]| sorted(group) == all;
        differ && groups.clone().all(is_order) && groups.any(|group| group != first)
    };
    match (size, others.iter().find(is_rank), group) {
        (Some(size), Some(&rank), group) => {
            Some(RowsOfGroups::Ranked { size, group: group.map(|it| it.1), rank })
        }
        (None, _, Some((size, group))) => Some(RowsOfGroups::Drawn { size, group }),
        _ => None,
    }
}

/// The length of the runs of equal cells, if it is always the same; the last may be cut short.
fn size_of_runs(cells: &[&String]) -> Option<usize> {
    const FEWEST_RUNS: usize = 5;
    let runs: Vec<usize> = cells.chunk_by(|one, next| one == next).map(<[_]>::len).collect();
    let (last, others) = runs.split_last()?;
    let size = *others.first()?;
    let are_even = others.iter().all(|run| *run == size) && *last <= size;
    (are_even && size > 1 && runs.len() >= FEWEST_RUNS).then_some(size)
}

/// The first of these items that are all different.
fn different<T: AsRef<str>>(items: &[T]) -> usize {
    let mut seen = HashSet::new();
    items.iter().map(AsRef::as_ref).take_while(|item| seen.insert(*item)).count()
}

fn are_different<T: AsRef<str>>(items: &[T]) -> bool {
    different(items) == items.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(row: impl Fn(usize, usize) -> [String; 3]) -> (Vec<Vec<String>>, Vec<String>) {
        let rows: Vec<[String; 3]> = (0..8)
            .flat_map(|group| (0..4).map(move |at| (group, at)))
            .map(|(group, at)| row(group, at))
            .collect();
        let items = rows.iter().map(|row| row[2].clone()).collect();
        (rows.into_iter().map(|row| row.to_vec()).collect(), items)
    }

    fn found(table: &[Vec<String>], items: &[String]) -> Option<RowsOfGroups> {
        rows_of_groups(table, items, OrdersOfLines::of(items.iter()))
    }

    #[test]
    fn the_columns_of_groups_and_of_owners_are_found() {
        let moved = |group: usize, at: usize| (at * [1, 3][group % 2] + group * group) % 4;
        let (table, items) = rows(|group, at| {
            [group, moved(group + 1, at), moved(group, at)].map(|it| it.to_string())
        });
        let ranked = RowsOfGroups::Ranked { size: 4, group: Some(0), rank: 1 };
        assert_eq!(found(&table, &items), Some(ranked));
        let (table, items) =
            rows(|group, at| [group, at, moved(group, at)].map(|it| it.to_string()));
        assert_eq!(found(&table, &items), None, "the places are in order");
        let (table, items) =
            rows(|group, at| [group, at, 10 * at + group].map(|it| it.to_string()));
        let drawn = RowsOfGroups::Drawn { size: 4, group: 0 };
        assert_eq!(found(&table, &items), Some(drawn));
    }

    #[test]
    fn rounds_may_begin_in_the_middle() {
        let lines: Vec<String> =
            "cabacbbcaabcacbbacabccab".chars().map(|it| it.to_string()).collect();
        let found = |from: usize| OrdersOfLines::of(lines[from..].iter()).map(|it| it.cut);
        assert_eq!([0, 1, 2].map(found), [Some(0), Some(2), Some(1)]);
        let draws: Vec<String> =
            "caabcabbacbccabaabcabbca".chars().map(|it| it.to_string()).collect();
        assert_eq!(OrdersOfLines::of(draws.iter()), None);
    }
}
