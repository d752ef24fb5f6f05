//! What the pages of tests show is so.

use shuffle_book::{demonstration::Check, lesson::Lesson};
use shuffle_metrics::catalogue::all_tests;

#[test]
fn each_test_rejects_what_shows_it_at_work_and_not_a_sound_shuffle() {
    for test in all_tests() {
        let check = Check::of(test, &Lesson::of(test).unwrap());
        let (defect, sound) = (check.run().unwrap(), check.sound().run().unwrap());
        assert_eq!(defect.exit(), 1, "`{}` on {}", test.id, check.subject());
        // A second look would have other decks, and more of them, than the page says.
        assert_eq!(defect.found.looks.len(), 1, "`{}` on {}", test.id, check.subject());
        // A test of known decks alone proves nothing of the others, so that its sound shuffle is inconclusive.
        assert!([0, 3].contains(&sound.exit()), "`{}` on a sound shuffle", test.id);
    }
}

#[test]
fn the_words_of_a_demonstration_count_the_riffles_and_swaps_that_it_makes() {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven"];
    for test in all_tests() {
        let lesson = Lesson::of(test).unwrap();
        let check = Check::of(test, &lesson);
        let subject = check.subject();
        let spelled =
            |number: usize| words.get(number).map_or(number.to_string(), |it| (*it).to_owned());
        let (number, noun) = match subject.split_once(":riffles=") {
            Some((_, number)) => (number.parse().unwrap(), "riffle"),
            None if subject == "random-swaps-half" => {
                (check.number("cards").unwrap() as usize / 2, "swaps")
            }
            None => continue,
        };
        let text = lesson.at_work.to_lowercase();
        let before = text.split(&format!(" {noun}")).next().unwrap();
        let said = before.rsplit(' ').next().unwrap();
        let is_counted = words.contains(&said) || said.parse::<usize>().is_ok();
        assert!(!is_counted || said == spelled(number), "{}: {}", test.id, lesson.at_work);
    }
}
