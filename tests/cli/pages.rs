//! The pages of reports: alone in one file, the same for the same plan, and harmless whatever the names in them.

use crate::support::{Desk, REPORT, skipped_but_in_ci};
use serde_json::Value;

/// The contents of a hostile name: markup, the end of a script, quotes, a mark that turns the direction of writing,
/// and length.
fn hostile() -> String {
    format!("</script><img src=x onerror=alert(1)>\"'`\u{202e}{}", "x".repeat(10_000))
}

fn page_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn data(page: &str) -> Value {
    let open = "<script type=\"application/json\" id=\"data\">";
    let start = page.find(open).expect("a page has its data") + open.len();
    let length = page[start..].find("</script>").unwrap();
    serde_json::from_str(&page[start..start + length]).unwrap()
}

/// True if a page makes no request: no source, no style sheet, no address except neighboring files. The name
/// of SVG looks like an address, but is none.
fn asks_for_nothing(page: &str) -> bool {
    let page = page.replace("http://www.w3.org/2000/svg", "");
    ["http:", "https:", " src=", "@import", "url("].iter().all(|ask| !page.contains(ask))
}

#[test]
fn a_run_has_a_page_that_says_whether_the_build_is_fine() {
    let page = page_of(&REPORT["index.html"]);
    assert!(page.contains("The build is fine: all 10 cases came out as expected."), "{page}");
    assert!(page.contains("<title>every-kind: fine</title>"));
    assert!(asks_for_nothing(page));
    for path in REPORT.keys().filter(|path| path.contains('/')) {
        match path.ends_with(".png") {
            true => {
                let name = format!("<code>{}</code>", path.replace('/', "&#x2f;"));
                assert!(page.contains(&name), "it names {path}");
            }
            false => assert!(page.contains(&format!("href=\"{path}\"")), "it links {path}"),
        }
    }
}

#[test]
fn the_matrix_of_a_page_is_that_of_the_table() {
    let page = page_of(&REPORT["index.html"]);
    let table = page_of(&REPORT["orders/position.csv"]);
    let counts: Vec<u64> = table
        .lines()
        .skip(1)
        .flat_map(|line| line.split(',').skip(1).map(|cell| cell.parse().unwrap()))
        .collect();
    let cases = data(page)["cases"].clone();
    let matrices = cases.as_object().unwrap().values().map(|case| &case["position"]);
    let of_orders = matrices
        .filter(|matrix| matrix["counts"].as_array().is_some())
        .find(|matrix| matrix["cards"] == 5 && matrix["trials"] == 20_000)
        .unwrap();
    let drawn: Vec<u64> =
        of_orders["counts"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert_eq!(drawn, counts);
    assert_eq!(of_orders["exact"].as_array().map(Vec::len), Some(25), "naive has an exact law");
}

#[test]
fn a_case_that_is_not_as_expected_comes_first_and_is_open() {
    let desk = Desk::new();
    let case = |id: &str, algorithm: &str| {
        format!(
            "[[case]]\nid = \"{id}\"\nalgorithm = \"{algorithm}\"\ncards = 5\ntrials = 20_000\n"
        )
    };
    desk.write("wrong.toml", &(case("sound", "fisher-yates") + &case("wrong", "naive")));
    desk.run("run wrong.toml").expect_code(1);
    let files = desk.files("reports");
    let page = page_of(&files["wrong/index.html"]);
    assert!(page.contains("The build is NOT fine: 1 of 2 cases did not come out as expected."));
    assert!(page.contains("<title>wrong: wrong</title>"));
    let [wrong, sound] = ["wrong</bdi>", "sound</bdi>"].map(|id| page.find(id).unwrap());
    assert!(wrong < sound);
    let opened = page
        .match_indices("<details class=\"case")
        .filter(|(at, _)| page[*at..].split('>').next().is_some_and(|tag| tag.ends_with(" open")));
    assert_eq!(opened.count(), 1);
    let list = page_of(&files["index.html"]);
    assert!(list.contains("wrong/index.html") && list.contains("not fine"), "{list}");
}

#[test]
fn each_case_is_listed_once_with_a_small_picture() {
    let page = page_of(&REPORT["index.html"]);
    let cases = page.matches(" data-id=\"").count();
    assert_eq!(cases, 10);
    assert_eq!(page.matches("<svg class=\"thumb\"").count(), cases);
    assert!(page.matches("<details class=\"case").count() <= cases, "there is no second list");
    let drawn = page.matches("href=\"data:image/png;base64,").count();
    assert!(drawn > cases / 2, "{drawn} matrices");
}

#[test]
fn a_page_of_what_is_fine_names_the_closest_calls_and_one_of_what_is_not_does_not() {
    let desk = Desk::new();
    let case = |keys: &str| {
        format!("[[case]]\ncards = 5\ntrials = 20_000\nmetrics = [\"position\"]\n{keys}\n")
    };
    let sound = case("id = \"sound\"\ntitle = \"The one <we> sell\"\nalgorithm = \"fisher-yates\"");
    let loud = case("id = \"loud\"\nalgorithm = \"identity\"\nexpect = \"fail\"");
    let faint = case("id = \"faint\"\nalgorithm = \"naive\"\nexpect = \"fail\"");
    desk.write("fine.toml", sound.clone() + &loud + &faint);
    desk.run("run fine.toml").expect_code(0);
    let page = desk.read("reports/fine/index.html");
    let calls = page.split("id=\"closest\"").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(calls.contains("The one &lt;we&gt; sell"), "{calls}");
    assert!(calls.contains(">faint<") && !calls.contains("loud"), "{calls}");
    assert!(!page.contains("id=\"filters\""), "three cases need no filters");
    desk.write("wrong.toml", sound + &loud + &faint.replace("expect = \"fail\"", ""));
    desk.run("run wrong.toml").expect_code(1);
    assert!(!desk.read("reports/wrong/index.html").contains("id=\"closest\""));
}

#[test]
fn the_page_of_one_order_has_its_pictures() {
    let desk = Desk::new();
    let order: Vec<String> = (0..200).map(|card| (card * 7 % 200).to_string()).collect();
    desk.write("order.txt", order.join(" "));
    desk.write("plan.toml", "[[case]]\nid = \"one\"\nfile = \"order.txt\"\ncards = 200\n");
    desk.run("run plan.toml").expect_code(1);
    let page = desk.read("reports/plan/index.html");
    for words in
        ["one: where each card lies", "the mean card of 17 positions", "one: how far cards moved"]
    {
        assert!(page.contains(words), "{words}");
    }
    assert!(asks_for_nothing(&page));
}

#[test]
fn hostile_names_and_last_words_cannot_become_markup() {
    let desk = Desk::new();
    let labels: String = (0..4).map(|card| format!("{card}{}\n", hostile())).collect();
    desk.write("labels.txt", &labels);
    let deck: Vec<String> =
        labels.lines().map(|label| format!("\"{}\"", label.replace('"', "\"\""))).collect();
    desk.write("decks.csv", format!("{}\n", deck.join(",")).repeat(200));
    desk.write("dies.sh", "printf '%s' '</script><script>alert(1)</script>' >&2\nexit 3\n");
    desk.write(
        "hostile.toml",
        "[[case]]\nid = \"file\"\nfile = \"decks.csv\"\nlabels = \"labels.txt\"\ncards = 4\nformat = \"csv\"\n\
         [[case]]\nid = \"program\"\nexec = [\"sh\", \"dies.sh\", \"</title><script>alert(2)</script>\"]\ncards = 4\ntrials = 2_000\n",
    );
    let ended = desk.run("run hostile.toml");
    assert_eq!(ended.code, Some(4), "{ended:?}");
    let files = desk.files("reports");
    for name in ["hostile/index.html", "index.html"] {
        let page = page_of(&files[name]);
        assert!(!page.contains("<img") && !page.contains("<script>alert"), "{name}");
        assert!(asks_for_nothing(&page.replace("src=x", "")), "{name}");
        // The template's own: the data, and the script itself; the list has none.
        let scripts = if name == "index.html" { 0 } else { 2 };
        assert_eq!(page.matches("</script>").count(), scripts, "{name}");
    }
}

/// Node tests the computations of the page without a browser.
#[test]
fn the_scripts_of_the_page_pass_their_own_tests() {
    let test = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/browser/report.test.mjs");
    let Ok(ended) = std::process::Command::new("node").args(["--test", test]).output() else {
        return skipped_but_in_ci("there is no node for the tests of the page");
    };
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
}
