//! The page of a test.

use crate::{
    BookError,
    demonstration::Check,
    lesson::Lesson,
    markdown::with_formulas,
    needed::Needed,
    pictures::{TestPicture, picture_name},
    shuffle_page::linked,
    template,
};
use minijinja::context;
use shuffle_audit::number::{counted, p_equals};
use shuffle_metrics::{TestEntry, catalogue};

/// The page of a test, in Markdown.
pub(crate) fn page(test: &'static TestEntry, needed: &[Needed]) -> Result<String, BookError> {
    let lesson = Lesson::of(test)?;
    let check = Check::of(test, &lesson);
    let checked = check.run()?;
    let metric = catalogue::of_test(test.id);
    let picture = TestPicture::of(&check, &checked);
    let log10_p = checked.log10_p();
    let log10_p = log10_p.ok_or_else(|| BookError::entry(test.id, "no p-value is shown"))?;
    let caught = needed.iter().filter(|needed| needed.caught_by == test.id);
    let file = test.file.replace('\\', "/");
    let values = context! {
        id => test.id,
        question => lesson.question,
        title => test.title,
        asked_for => metric.is_some_and(|metric| !metric.in_battery),
        until_decided => metric.is_none(),
        asks => with_formulas(&lesson.asks)?,
        law => with_formulas(&lesson.law)?,
        n => with_formulas("$n$")?,
        N => with_formulas("$N$")?,
        judged => with_formulas(&lesson.judged)?,
        range => with_formulas(&lesson.range)?,
        command => picture.command(&check, &checked).to_string(),
        picture => format!("../pictures/{}", picture_name(test)),
        alternative => picture.alternative(&check),
        seen => format!(
            "{} With {} of {} the test finds {}.",
            picture.words(&check),
            counted(checked.decks(), "deck"),
            in_words(&check),
            p_equals(log10_p)
        ),
        words => with_formulas(&lesson.at_work)?,
        sees => test.sees,
        blind_to => test.blind_to,
        caught => caught.map(Needed::row).collect::<Vec<_>>(),
        derivation => lesson.derivation.as_deref().map(with_formulas).transpose()?,
        cost => with_formulas(&lesson.cost)?,
        source => with_formulas(&linked(&template::capitalised(&lesson.source)))?,
        file,
    };
    template::page(include_str!("../templates/test.md"), values)
}

/// The shuffle of a check with a link to its page, or a link to the file of draws.
fn in_words(check: &Check) -> String {
    let subject = check.subject();
    if check.text("file").is_some() {
        return format!("[`{subject}`](../../../{subject})");
    }
    let id = subject.split(':').next().unwrap_or_default();
    let dice = check.text("dice");
    let dice = dice.map(|dice| format!(" with the dice [`{dice}`](../shuffles/dice.md)"));
    format!("[`{subject}`](../shuffles/{id}.md){}", dice.unwrap_or_default())
}
