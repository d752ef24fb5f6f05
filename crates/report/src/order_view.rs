//! An order as pictures show it: a point for each card, and the running mean.

use crate::number::count;
use itertools::Itertools;
use shuffle_audit::{CaseFindings, moved::portrait};
use shuffle_metrics::OrderPortrait;
use std::ops::Range;

/// The share of the positions over which the cards of an order are averaged: of the days of a year a month.
const OF_A_MEAN: f64 = 1.0 / 12.0;

/// Steps of a running mean.
const MEANS: usize = 96;

/// The most groups of cards: three years of months.
const MOST_GROUPS: usize = 36;

/// What ends the name of a group in the label of a card: `Jan-1`, `Jan 1`, `2024-01-05`.
const SEPARATORS: [char; 6] = [' ', '-', '_', '/', '.', ':'];

/// An order, positions across and cards up. Where the labels of the cards form groups, cards are across and positions up:
/// of the days of a year a reader asks when each month was drawn.
pub(crate) struct OrderView<'a> {
    portrait: &'a OrderPortrait,
    /// The first card of each group, and the name of the group.
    groups: Vec<(usize, String)>,
}

impl<'a> OrderView<'a> {
    /// The order of a case, if it has one to show.
    pub(crate) fn of(case: &'a CaseFindings) -> Option<Self> {
        let (names, portrait) = (case.case.subject.names(), portrait(case)?);
        let labels = names.labels().unwrap_or_default();
        let groups = if labels.len() == portrait.cards { groups(&labels) } else { Vec::new() };
        Some(Self { portrait, groups })
    }

    /// The same with positions across in any case.
    pub(crate) fn plain(case: &'a CaseFindings) -> Option<Self> {
        Some(Self { portrait: portrait(case)?, groups: Vec::new() })
    }

    /// The number of cards.
    pub(crate) fn cards(&self) -> usize {
        self.portrait.cards
    }

    fn across_and_up<T>(&self, position: T, card: T) -> (T, T) {
        if self.groups.is_empty() { (position, card) } else { (card, position) }
    }

    /// The middle of each card, from 0 to the number of cards.
    pub(crate) fn points(&self) -> impl ExactSizeIterator<Item = (f64, f64)> {
        let middle = |at: usize| at as f64 + 0.5;
        let points = self.portrait.points.iter();
        points.map(move |it| self.across_and_up(middle(it.position), middle(it.card)))
    }

    /// The mean height around each place across, and what it is. In a uniform order it stays near the middle.
    pub(crate) fn running_mean(&self) -> (Vec<(f64, f64)>, String) {
        let n = self.cards() as f64;
        let width = (OF_A_MEAN * n).max(1.0).round();
        let mut points: Vec<(f64, f64)> = self.points().collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mean = |step: usize| {
            let middle = width / 2.0 + (n - width) * step as f64 / MEANS as f64;
            let from = points.partition_point(|point| point.0 < middle - width / 2.0);
            let to = points.partition_point(|point| point.0 <= middle + width / 2.0);
            let sum: f64 = points[from..to].iter().map(|point| point.1).sum();
            (to > from).then(|| (middle, sum / (to - from) as f64))
        };
        let decks = if self.portrait.facts.orders > 1 { ", of all decks" } else { "" };
        let [across, up] = self.names();
        let name = format!("the mean {up} of {} {across}s{decks}", count(width as u64));
        ((0..=MEANS).filter_map(mean).collect(), name)
    }

    /// What is across, and what is up.
    pub(crate) fn names(&self) -> [&'static str; 2] {
        self.across_and_up("position", "card").into()
    }

    /// Where each group of cards begins across, and its name.
    pub(crate) fn groups(&self) -> Vec<(f64, String)> {
        self.groups.iter().map(|(first, name)| (*first as f64, name.clone())).collect()
    }

    /// The ends across and up of the stretch that stands out.
    pub(crate) fn stretch(&self) -> Option<[(f64, f64); 2]> {
        let ends = |range: &Range<usize>| (range.start as f64, range.end as f64);
        let stretch = self.portrait.stretch.as_ref()?;
        Some(self.across_and_up(ends(&stretch.positions), ends(&stretch.cards)).into())
    }
}

/// The first card and the name of each group of labels that begin alike and stand together, such as the days of a month;
/// empty if the labels form no groups. Where they form too many, their names are shortened: months to years.
fn groups(labels: &[&str]) -> Vec<(usize, String)> {
    let mut names = labels.to_vec();
    loop {
        let shorter = names.iter().map(|name| Some(name.rsplit_once(SEPARATORS)?.0)).collect();
        let Some(shorter) = shorter else { return Vec::new() };
        names = shorter;
        let firsts = (0..names.len()).dedup_by(|&a, &b| names[a] == names[b]);
        let groups: Vec<(usize, String)> =
            firsts.map(|first| (first, names[first].to_owned())).collect();
        if groups.len() < 2 || !groups.iter().map(|(_, name)| name).all_unique() {
            return Vec::new();
        }
        if groups.len() <= MOST_GROUPS && 2 * groups.len() <= names.len() {
            return groups;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(labels: &[String]) -> Vec<(usize, String)> {
        groups(&labels.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn named(groups: &[(usize, &str)]) -> Vec<(usize, String)> {
        groups.iter().map(|&(first, name)| (first, name.to_owned())).collect()
    }

    #[test]
    fn labels_that_begin_alike_and_stand_together_form_groups() {
        let days = |month: &str, days: u32| {
            (1..=days).map(|day| format!("{month}{day}")).collect::<Vec<String>>()
        };
        let dashes = [days("Jan-", 31), days("Feb-", 29), days("Mar-", 31)].concat();
        assert_eq!(found(&dashes), named(&[(0, "Jan"), (31, "Feb"), (60, "Mar")]));
        let spaces = [days("May 0", 9), days("June ", 30)].concat();
        assert_eq!(found(&spaces), named(&[(0, "May"), (9, "June")]));
        let again = [days("Jan-", 31), days("Feb-", 29), days("Jan-", 31)].concat();
        assert_eq!(found(&again), [], "January is in two places");
        assert_eq!(found(&days("Jan-", 31)), [], "one group is none");
        assert_eq!(found(&days("", 31)), [], "nothing to begin with");
    }

    #[test]
    fn too_many_groups_are_shortened_to_larger_groups() {
        let mut days = Vec::new();
        for (year, month) in (2021..2025).cartesian_product(1..=12) {
            days.extend((1..=28).map(|day| format!("{year}-{month:02}-{day:02}")));
        }
        let years = [(0, "2021"), (336, "2022"), (672, "2023"), (1008, "2024")];
        assert_eq!(found(&days), named(&years), "48 months");
        let months = found(&days[..336]);
        assert_eq!((months.len(), &months[1]), (12, &(28, "2021-02".to_owned())));
    }
}
