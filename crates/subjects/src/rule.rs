//! The rule of a draw, as a case writes it: `no-fixed-points; spread artists.csv>=3`.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at, refuse_with},
    stream,
    subject::{SORTED, columns_of, names_of},
    table_file::{format_of, header_of},
};
use shuffle_audit::{case::MOST_CARDS, drawn::Drawn};
use shuffle_deck::{
    DrawKind, Rule, RuleParts, Shape,
    rule::{Apart, AtLeast},
    words::quoted,
};
use shuffle_metrics::fair_draws;
use shuffle_reader::{Asked, ColumnChoice, Format, Header, NameTable, lone_items};
use std::io::Read;

/// The most bytes of a table in which classes are a column.
const MOST: u64 = 64 << 20;

/// Everything that a part of a rule can be.
const GRAMMAR: &str = "no-fixed-points, no-repeat FILE, spread FILE>=3, at-least digit=6, or forbid FILE; several with ; between";

/// True of the characters of a class.
type IsMember = fn(char) -> bool;

/// Classes of symbols that need no file.
const CHARACTERS: [(&str, IsMember); 4] = [
    ("digit", |c| c.is_numeric()),
    ("lower", char::is_lowercase),
    ("upper", char::is_uppercase),
    ("other", |c| !c.is_alphanumeric()),
];

/// What is drawn, with the rule of the case if it has one.
///
/// # Errors
///
/// [`CaseError`] if the rule cannot be read, or no draw can be made that obeys it.
pub(crate) fn ruled(spec: &CaseSpec, folder: &Folder, drawn: Drawn) -> Result<Drawn, CaseError> {
    let key = match (&spec.rule, &spec.groups_of) {
        (None, None) => return Ok(drawn),
        (Some(_), _) => "rule",
        (None, Some(_)) => "groups-of",
    };
    refuse_with(key, [("by", spec.by.is_some())])?;
    // Of a shape that is wrong, or not known yet, the rule need not be.
    let shape = drawn.shape(MOST_CARDS, drawn.cards(spec.cards.unwrap_or(0)), spec.deal);
    let Some(shape) = shape.ok().filter(|shape| shape.shuffled().is_ok()) else {
        return Ok(drawn);
    };
    let wrong = |why: String| at(key)(CaseProblem::Pack(why));
    let mut parts = RuleParts { groups_people: spec.groups_of.is_some(), ..RuleParts::default() };
    if let Some(written) = &spec.rule {
        if !matches!(shape.kind(), DrawKind::Order | DrawKind::Replacement | DrawKind::Pack) {
            return Err(wrong(format!(
                "a rule goes with orders, deals, whole packs and draws with replacement, not with {}",
                shape.kind().name()
            )));
        }
        if shape.pack().is_some() && !shape.is_whole() {
            let why = "the first cards of a pack are not equally likely, with a rule or without; leave `deal` out";
            return Err(wrong(why.to_owned()));
        }
        let items = Items::of(spec, folder, shape)?;
        for part in written.split(';').map(str::trim) {
            parts = parts.and(items.part(part).map_err(wrong)?);
        }
    }
    let rule = Rule::new(parts);
    fair_draws(shape.with_rule(rule)).map_err(|why| wrong(why.to_string()))?;
    Ok(Drawn { rule: Some(rule), ..drawn })
}

/// The files that a rule names.
pub(crate) fn files(written: &str) -> Vec<String> {
    let named = written.split(';').map(|part| Written::of(part.trim()).file);
    named.filter(|file| !file.is_empty()).map(str::to_owned).collect()
}

/// A part of a rule, taken apart: `spread FILE>=3`, `at-least FILE:CLASS=6`, or a name and a file.
struct Written<'w> {
    name: &'w str,
    /// Everything after the name.
    rest: &'w str,
    /// Empty if there is none.
    file: &'w str,
    class: &'w str,
    number: Option<&'w str>,
}

impl<'w> Written<'w> {
    fn of(written: &'w str) -> Self {
        let (name, rest) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
        let rest = rest.trim();
        let cut = |by: &str| match rest.rsplit_once(by) {
            Some((before, number)) => (before.trim(), Some(number.trim())),
            None => (rest, None),
        };
        let (file, class, number) = match name {
            "spread" => {
                let (file, number) = cut(">=");
                (file, "", number)
            }
            "at-least" => {
                let (class, number) = cut("=");
                let (file, class) = class.rsplit_once(':').unwrap_or(("", class));
                (file, class, number)
            }
            _ => (rest, "", None),
        };
        Self { name, rest, file, class, number }
    }
}

/// The items that a rule can name.
struct Items<'a> {
    spec: &'a CaseSpec,
    folder: &'a Folder,
    shape: Shape,
    names: Option<NameTable>,
}

impl<'a> Items<'a> {
    fn of(spec: &'a CaseSpec, folder: &'a Folder, shape: Shape) -> Result<Self, CaseError> {
        let format = format_of(spec, None)?;
        let of_pack = |pack: shuffle_deck::Pack| NameTable::new(pack.names().to_vec()).ok();
        let names = names_of(spec, folder, format)?.or_else(|| shape.pack().and_then(of_pack));
        Ok(Self { spec, folder, shape, names })
    }

    fn part(&self, written: &str) -> Result<RuleParts, String> {
        let part = Written::of(written);
        let Written { name, rest, file, .. } = part;
        let needs = |what: &str| Err(format!("`{name}` needs {what}"));
        let is_order = self.shape.kind() == DrawKind::Order;
        let parts = match name {
            "no-fixed-points" if !rest.is_empty() => {
                return Err(format!("`no-fixed-points` takes nothing more, not {}", quoted(rest)));
            }
            "no-fixed-points" if !is_order => {
                return Err("`no-fixed-points` is a rule for orders".to_owned());
            }
            "no-fixed-points" if self.spec.labels.as_deref() == Some(SORTED) => {
                return Err("`no-fixed-points` forbids each place its own name: give the names in the order of the places with --labels, such \
                     as the order of the givers; they would be sorted"
                    .to_owned());
            }
            "no-fixed-points" => RuleParts::no_fixed_points(self.shape.dealt()),
            "no-repeat" if rest.is_empty() && is_order => {
                return needs("the class of each card: a file with item,class on each line");
            }
            "no-repeat" => self.apart(file, 2)?,
            "spread" => match part.number {
                Some(number) => self.apart(file, self.distance(number)?)?,
                None => {
                    return needs(
                        "the classes and their smallest distance, such as spread artists.csv>=3",
                    );
                }
            },
            "at-least" if rest.is_empty() => {
                return needs("a class and a number, such as at-least digit=6");
            }
            "at-least" => self.at_least(&part)?,
            "forbid" if rest.is_empty() => {
                return needs("a file with item,position on each line");
            }
            "forbid" => self.forbidden(file)?,
            _ => return Err(format!("{} is not a rule; write {GRAMMAR}", quoted(written))),
        };
        Ok(RuleParts { written: vec![written.to_owned()], ..parts })
    }

    fn distance(&self, number: &str) -> Result<usize, String> {
        let most = self.shape.dealt();
        let distance = number.parse().ok().filter(|distance| (2..=most).contains(distance));
        distance.ok_or_else(|| format!("`spread` needs a distance from 2 to {most}"))
    }

    /// The number of an item, by its name or its number in the decks.
    fn item(&self, name: &str) -> Option<u32> {
        match &self.names {
            Some(names) => names.card(name),
            None => {
                let number = name.parse::<u32>().ok()?.checked_sub(self.spec.base.unwrap_or(0))?;
                ((number as usize) < self.shape.values()).then_some(number)
            }
        }
    }

    fn position(&self, name: &str) -> Option<u32> {
        let by_name = self.names.as_ref().and_then(|names| names.card(name));
        let number = || name.parse::<u32>().ok()?.checked_sub(self.spec.base.unwrap_or(0));
        by_name.or_else(number).filter(|&place| (place as usize) < self.shape.dealt())
    }

    /// The text of a file of a rule.
    fn text(&self, file: &str) -> Result<String, String> {
        self.folder.text(file).map_err(|error| {
            format!("cannot read `{}` of the rule: {error}", self.folder.join(file).display())
        })
    }

    /// The cells of each line of a file of the rule, without blank lines.
    fn rows(&self, file: &str) -> Result<Vec<Vec<String>>, String> {
        let text = self.text(file)?;
        let asked = Asked { header: Header::No, ..Asked::of(Format::Csv, &ColumnChoice::All) };
        Ok(shuffle_reader::varying_rows(text.as_bytes(), &asked))
    }

    /// The item and the word after it on each line. A first line is a header if `is_word` knows neither of its words.
    fn pairs(
        &self,
        file: &str,
        is_word: impl Fn(&str) -> bool,
    ) -> Result<Vec<(usize, u32, String)>, String> {
        let mut pairs = Vec::new();
        for (row, cells) in (1..).zip(self.rows(file)?) {
            let [item, word, ..] = &cells[..] else {
                let cell = cells.first().map_or("", String::as_str);
                return Err(format!(
                    "row {row} of `{file}`: {} has no comma; write the item, a comma and the rest",
                    quoted(cell)
                ));
            };
            match self.item(item) {
                Some(number) => pairs.push((row, number, word.clone())),
                None if row == 1 && !is_word(word) => {}
                None => {
                    return Err(format!(
                        "row {row} of `{file}`: {} is not an item of these draws{}",
                        quoted(item),
                        self.hint()
                    ));
                }
            }
        }
        if pairs.is_empty() {
            return Err(format!("`{file}` names no item of these draws{}", self.hint()));
        }
        Ok(pairs)
    }

    fn hint(&self) -> String {
        match &self.names {
            Some(names) => format!("; they are called {}, ...", quoted(names.label(0))),
            None => {
                let base = u64::from(self.spec.base.unwrap_or(0));
                let last = base + self.shape.values() as u64 - 1;
                format!("; they are called {base} to {last}, or as --labels says")
            }
        }
    }

    /// The class of each value: of a file with a line for each item, or a line item,class; or a column of the draws themselves.
    fn classes(&self, file: &str) -> Result<(Vec<u32>, Vec<String>), String> {
        let values = self.shape.values();
        let words: Vec<String> = if file.is_empty() {
            // Each item is a class of its own.
            (0..values as u32).map(|value| self.name(value)).collect()
        } else if self.folder.has_text(file) {
            let rows = self.rows(file)?;
            if rows.len() == values && rows.iter().all(|row| row.len() == 1) {
                rows.concat()
            } else {
                // Without a class for each item there is an error all the same.
                let pairs = self.pairs(file, |_| false)?.into_iter();
                self.listed(file, pairs.map(|(row, item, class)| (Some(row), item, class)))?
            }
        } else {
            self.listed(file, self.column(file)?.into_iter())?
        };
        let mut names: Vec<String> = Vec::new();
        let class = |word: String| match names.iter().position(|name| *name == word) {
            Some(class) => class as u32,
            None => {
                names.push(word);
                names.len() as u32 - 1
            }
        };
        let classes = words.into_iter().map(class).collect();
        Ok((classes, names))
    }

    /// One class for each value.
    fn listed(
        &self,
        file: &str,
        pairs: impl Iterator<Item = (Option<usize>, u32, String)>,
    ) -> Result<Vec<String>, String> {
        let mut words: Vec<Option<String>> = vec![None; self.shape.values()];
        for (line, item, class) in pairs {
            let word = &mut words[item as usize];
            if word.as_ref().is_some_and(|word| *word != class) {
                let line = line.map_or_else(String::new, |line| format!("row {line} of "));
                return Err(format!("{line}`{file}`: {} has two classes", self.shown(item)));
            }
            *word = Some(class);
        }
        let missing = words.iter().position(Option::is_none);
        match missing {
            Some(item) => Err(format!("`{file}` gives no class to {}", self.shown(item as u32))),
            None => Ok(words.into_iter().flatten().collect()),
        }
    }

    /// The name of an item, or its number in the decks.
    fn name(&self, item: u32) -> String {
        match &self.names {
            Some(names) => names.label(item as usize).to_owned(),
            None => (u64::from(item) + u64::from(self.spec.base.unwrap_or(0))).to_string(),
        }
    }

    /// The same for a message.
    fn shown(&self, item: u32) -> String {
        let name = self.name(item);
        if self.names.is_some() { quoted(&name).to_string() } else { name }
    }

    /// The items of the file of draws with what they have in another column.
    fn column(&self, column: &str) -> Result<Vec<(Option<usize>, u32, String)>, String> {
        let missing = || {
            format!("there is no file `{}`, and no such column", self.folder.join(column).display())
        };
        let file =
            self.spec.file.as_ref().filter(|_| self.spec.columns.is_some()).ok_or_else(missing)?;
        let mut bytes = Vec::new();
        let from = self.folder.open(&self.folder.join(file)).map_err(|_| missing())?;
        from.take(MOST).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        let format = stream::format(file, None).unwrap_or(Format::Text);
        let cells = |columns: &ColumnChoice| {
            lone_items(
                &bytes,
                &Asked { header: header_of(self.spec), ..Asked::of(format, columns) },
            )
        };
        let items = cells(&columns_of(self.spec).map_err(|error| error.to_string())?);
        let words = cells(&column.parse().map_err(|_| missing())?);
        if words.is_empty() || items.len() != words.len() {
            return Err(missing());
        }
        let found =
            items.iter().zip(words).filter_map(|(item, word)| Some((None, self.item(item)?, word)));
        Ok(found.collect())
    }

    fn apart(&self, file: &str, least: usize) -> Result<RuleParts, String> {
        let (classes, names) = self.classes(file)?;
        Ok(RuleParts { apart: vec![Apart { classes, names, least }], ..RuleParts::default() })
    }

    /// `digit=6`, `7=2`, `kinds.csv:digit=6`.
    fn at_least(
        &self,
        &Written { rest, file, class: name, number, .. }: &Written<'_>,
    ) -> Result<RuleParts, String> {
        let most = self.shape.dealt();
        let least = number.and_then(|number| number.parse().ok());
        let least = least.filter(|least| (1..=most).contains(least)).ok_or_else(|| {
            format!("`at-least {rest}` needs a number from 1 to {most}, such as at-least digit=6")
        })?;
        let members: Vec<bool> = if !file.is_empty() {
            let (classes, names) = self.classes(file)?;
            let class = names.iter().position(|other| other == name);
            classes.iter().map(|&of| Some(of as usize) == class).collect()
        } else if let Some(item) = self.item(name) {
            (0..self.shape.values() as u32).map(|value| value == item).collect()
        } else {
            let class = CHARACTERS.iter().find(|(class, _)| *class == name);
            let is_member = |value: usize| {
                let label = self.names.as_ref().map_or("", |names| names.label(value));
                class.is_some_and(|(_, is)| label.chars().count() == 1 && label.chars().all(is))
            };
            (0..self.shape.values()).map(is_member).collect()
        };
        if !members.contains(&true) {
            let known = CHARACTERS.map(|(class, _)| class).join(", ");
            return Err(format!(
                "no item is in the class {}; use an item, {known} of --labels that are single characters, or FILE:CLASS",
                quoted(name)
            ));
        }
        let at_least = vec![AtLeast { members, name: name.to_owned(), least }];
        Ok(RuleParts { at_least, ..RuleParts::default() })
    }

    fn forbidden(&self, file: &str) -> Result<RuleParts, String> {
        let mut forbidden = Vec::new();
        for (row, item, place) in self.pairs(file, |word| self.position(word).is_some())? {
            let place = self.position(&place).ok_or_else(|| {
                let base = u64::from(self.spec.base.unwrap_or(0));
                let last = base + self.shape.dealt() as u64 - 1;
                format!("row {row} of `{file}`: {} is not a position; write {base} to {last}, or the item whose place it is", quoted(&place))
            })?;
            forbidden.push((place, item));
        }
        Ok(RuleParts { forbidden, ..RuleParts::default() })
    }
}
