//! The pictures of a bench.

use super::{
    AuditRow, Bench, Counted, DealRow, Machine, PeerRow, Section, Series, ShuffleRow, Vary, Whose,
    WorkRow, series,
};
use shuffle_charts::{
    BarGroup, BarRow, BarRows, Chart, Curve, CurveDot, CurveLine, CurvePanel, DotKind, Scale,
};
use shuffle_report::number::count;
use shuffle_report::parts::Part;

/// The deck sizes whose audits are drawn.
const AUDITED: [u64; 2] = [10, 52];

/// The pictures of all sections.
pub(super) fn parts() -> Vec<Part<Bench>> {
    let mut parts = vec![
        part("table", |bench, section| match section {
            Section::Table(rows) => Some(deals(&bench.machine, rows)),
            _ => None,
        }),
        part("shuffles", |bench, section| match section {
            Section::Shuffles(rows) => Some(shuffles(&bench.machine, rows)),
            _ => None,
        }),
        part("peers", |bench, section| match section {
            Section::Peers(rows) => Some(peers(&bench.machine, rows)),
            _ => None,
        }),
    ];
    parts.extend(AUDITED.map(|cards| {
        part(format!("audit-{cards}"), move |bench, section| match section {
            Section::Audit(rows) if rows.iter().any(|row| row.cards == cards) => {
                Some(audits(&bench.machine, rows, cards))
            }
            _ => None,
        })
    }));
    parts.extend([Vary::Trials, Vary::Cards].map(|vary| {
        part(format!("work-{}", vary.name()), move |bench, section| match section {
            Section::Work(rows) => Some(work(&bench.machine, rows, vary)),
            _ => None,
        })
    }));
    parts
}

/// A picture of the section that has one to draw.
fn part<C: Chart + 'static>(
    name: impl Into<String>,
    draw: impl Fn(&Bench, &Section) -> Option<C> + Send + Sync + 'static,
) -> Part<Bench> {
    Part::picture(name, move |bench: &Bench| {
        bench.sections.iter().find_map(|section| draw(bench, section))
    })
}

fn subtitle(machine: &Machine) -> String {
    format!("{} · lanes on {} · {}", machine.processor, machine.instruction_set, machine.rustc)
}

/// A headline, which says so where it was only a first look.
fn titled(machine: &Machine, title: String) -> String {
    if machine.is_quick() { format!("A quick look: {title}") } else { title }
}

/// The colour of a row whose legend is baseline, others, ours.
fn color(whose: Whose) -> usize {
    match whose {
        Whose::Baseline => 0,
        Whose::Others => 2,
        Whose::Ours => 1,
    }
}

fn note(nanos: f64, ratio: f64) -> String {
    let (time, unit) = match nanos {
        _ if nanos >= 1e6 => (nanos / 1e6, "ms"),
        _ if nanos >= 1e3 => (nanos / 1e3, "µs"),
        _ => (nanos, "ns"),
    };
    let time = match time {
        _ if time >= 1000.0 => count(time.round() as u64),
        _ if time >= 100.0 => format!("{time:.0}"),
        _ => format!("{time:.1}"),
    };
    let decimals = match ratio {
        _ if ratio < 0.1 => 3,
        _ if ratio < 10.0 => 2,
        _ => 0,
    };
    format!("{time} {unit} · {ratio:.decimals$}")
}

/// Rows in groups, each with the name of its first row's group.
fn groups(rows: impl Iterator<Item = (String, BarRow)>) -> Vec<BarGroup> {
    let mut groups: Vec<BarGroup> = Vec::new();
    for (name, row) in rows {
        match groups.last_mut().filter(|group| group.name == name) {
            Some(group) => group.rows.push(row),
            None => groups.push(BarGroup { name, rows: vec![row] }),
        }
    }
    groups
}

fn deals(machine: &Machine, rows: &[DealRow]) -> BarRows {
    let bar = |row: &DealRow| {
        let (seconds, ratio) = (row.cost.seconds(row.deals), row.cost.ratio.median);
        let color = match row.how.as_str() {
            "overhead" => 0,
            "on lanes" => 2,
            _ => 1,
        };
        let note = format!("{seconds:.3} s · {ratio:.3}");
        let bar = BarRow { name: row.what.clone(), value: seconds, color, note };
        (row.how.clone(), bar)
    };
    let deals = rows.first().map_or(0, |row| row.deals);
    BarRows {
        title: titled(machine, format!("{} deals of 9 of 52 cards", count(deals))),
        subtitle: subtitle(machine),
        x_label: "seconds".to_owned(),
        scale: Scale::Linear,
        note_label: "seconds · ratio to fy-slice".to_owned(),
        legend: ["an overhead alone", "deals, one by one", "deals, 64 at once"]
            .map(str::to_owned)
            .to_vec(),
        groups: groups(rows.iter().map(bar)),
    }
}

fn shuffles(machine: &Machine, rows: &[ShuffleRow]) -> BarRows {
    let bar = |row: &ShuffleRow| {
        let name = match row.cards == row.dealt {
            true => format!("{} cards", count(row.cards)),
            false => format!("{} of {} cards", count(row.dealt), count(row.cards)),
        };
        let bar = BarRow {
            name: format!("{}, {}", row.shuffle, row.generator),
            value: row.cost.ratio.median,
            color: color(row.whose),
            note: note(row.cost.nanos.median, row.cost.ratio.median),
        };
        (name, bar)
    };
    BarRows {
        title: titled(machine, "What a shuffle costs, against rand's own".to_owned()),
        subtitle: subtitle(machine),
        x_label: "time, as a ratio to rand's shuffle with Pcg64 (left of 1: faster)".to_owned(),
        scale: Scale::Logarithmic,
        note_label: "a deck · ratio".to_owned(),
        legend: ["rand with Pcg64: 1", "ours", "others"].map(str::to_owned).to_vec(),
        groups: groups(rows.iter().map(bar)),
    }
}

/// The audits of one deck size, on the fewest threads that were measured.
fn audits(machine: &Machine, rows: &[AuditRow], cards: u64) -> BarRows {
    let threads = rows.iter().map(|row| row.threads).min().unwrap_or(1);
    let shown = rows.iter().filter(|row| row.cards == cards && row.threads == threads);
    let bar = |row: &AuditRow| {
        let name = match row.counted {
            Counted::Nothing => "the shuffle alone",
            Counted::Degree => "and degree",
            Counted::Position => "and degree, position",
            Counted::Permutations => "and the table of all orders",
            Counted::Battery => "and the whole battery",
        };
        let bar = BarRow {
            name: name.to_owned(),
            value: row.cost.ratio.median,
            color: usize::from(row.counted != Counted::Nothing),
            note: note(row.cost.nanos.median, row.cost.ratio.median),
        };
        (format!("{}, {}", row.subject, row.generator), bar)
    };
    let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    BarRows {
        title: titled(
            machine,
            format!("What an audit of {cards} cards costs, against rand's shuffle alone"),
        ),
        subtitle: format!("{} · {threads}", subtitle(machine)),
        x_label: "time, as a ratio to rand's bare shuffle with Pcg64 (left of 1: faster)"
            .to_owned(),
        scale: Scale::Logarithmic,
        note_label: "a deck · ratio".to_owned(),
        legend: ["shuffled only", "shuffled and counted"].map(str::to_owned).to_vec(),
        groups: groups(shown.map(bar)),
    }
}

fn peers(machine: &Machine, rows: &[PeerRow]) -> BarRows {
    let bar = |row: &PeerRow| BarRow {
        name: row.what.clone(),
        value: row.cost.ratio.median,
        color: color(row.whose),
        note: note(row.cost.nanos.median, row.cost.ratio.median),
    };
    BarRows {
        title: titled(
            machine,
            "52 cards, shuffled and counted by position, in several languages".to_owned(),
        ),
        subtitle: subtitle(machine),
        x_label: "time, as a ratio to our audit of rand's shuffle (left of 1: faster)".to_owned(),
        scale: Scale::Logarithmic,
        note_label: "a deck · ratio".to_owned(),
        legend: ["our audit of rand's shuffle: 1", "ours", "others"].map(str::to_owned).to_vec(),
        groups: vec![BarGroup { name: String::new(), rows: rows.iter().map(bar).collect() }],
    }
}

/// Dots for what was measured, and the fitted line through them.
fn work(machine: &Machine, rows: &[WorkRow], vary: Vary) -> Curve {
    let mut lines = Vec::new();
    let mut slopes = Vec::new();
    for Series { what, rows, law } in series(rows, vary) {
        let dot = |(x, y)| CurveDot { x, y, standard_error: 0.0, kind: DotKind::Plain };
        let points: Vec<_> = rows.iter().map(|row| row.point()).collect();
        let slope = law.map(|law| format!("{:.2}", law.slope)).unwrap_or_default();
        lines.push(CurveLine {
            name: format!("{what}: slope {slope}"),
            exact: law
                .map(|law| points.iter().map(|&(x, _)| (x, law.at(x))).collect())
                .unwrap_or_default(),
            dots: points.into_iter().map(dot).collect(),
        });
        slopes.push(slope);
    }
    let slopes = slopes.join(", ");
    let cards = rows.iter().find(|row| row.vary == Vary::Trials).map_or(0, |row| row.cards);
    let (title, x_label, y_label) = match vary {
        Vary::Trials => (
            format!("Time against trials, {cards} cards: slopes {slopes}"),
            "decks",
            "seconds of the decks",
        ),
        Vary::Cards => (
            format!("Time of a deck against its cards: slopes {slopes}"),
            "cards",
            "nanoseconds a deck",
        ),
    };
    Curve {
        title: titled(machine, title),
        subtitle: subtitle(machine),
        x_label: x_label.to_owned(),
        x_scale: Scale::Logarithmic,
        panels: vec![CurvePanel {
            y_label: y_label.to_owned(),
            y_scale: Scale::Logarithmic,
            range: None,
            guide: None,
            floor: Vec::new(),
            lines,
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(effort: &'static str) -> Machine {
        Machine {
            processor: "A Processor".to_owned(),
            threads: 2,
            instruction_set: "portable".to_owned(),
            rustc: "rustc 1.95.0".to_owned(),
            effort,
        }
    }

    #[test]
    fn a_quick_look_says_so_in_the_headline_of_every_picture() {
        for (effort, is_quick) in [("quick", true), ("full", false)] {
            let machine = machine(effort);
            let bars = [
                deals(&machine, &[]),
                shuffles(&machine, &[]),
                audits(&machine, &[], 52),
                peers(&machine, &[]),
            ];
            let curves = [Vary::Trials, Vary::Cards].map(|vary| work(&machine, &[], vary));
            let titles = bars.map(|bars| bars.title).into_iter().chain(curves.map(|one| one.title));
            for title in titles {
                assert_eq!(title.starts_with("A quick look: "), is_quick, "{title}");
            }
        }
    }
}
