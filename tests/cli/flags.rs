//! Flags with a mistake in them, and the help that should prevent it.

use crate::support::Desk;

#[test]
fn the_help_of_every_command_shows_an_example_that_can_be_parsed() {
    let desk = Desk::new();
    let help = desk.run("--help").expect_code(0).out;
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let commands = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands: Vec<&str> = commands.filter(|name| !["", "help"].contains(name)).collect();
    for known in ["run", "check", "list"] {
        assert!(commands.contains(&known), "{known} in {commands:?}");
    }
    for command in commands {
        let help = desk.run(&format!("{command} --help")).expect_code(0);
        let example =
            help.out.lines().find_map(|line| line.strip_prefix("Example: shuffle-audit "));
        let example = example.unwrap_or_else(|| panic!("no example:\n{}", help.out));
        assert!(example.starts_with(command), "{example}");
        desk.run(&format!("{example} --help")).expect_code(0);
    }
}

#[test]
fn the_version_is_that_of_the_package_with_its_commit() {
    let said = Desk::new().run("--version").expect_code(0).out;
    let commit = said.strip_prefix(concat!("shuffle-audit ", env!("CARGO_PKG_VERSION"))).unwrap();
    let commit = commit.trim().trim_matches(['(', ')']);
    // Sources without a clone name none.
    let is_commit = commit.len() == 10 && commit.bytes().all(|it| it.is_ascii_hexdigit());
    assert!(is_commit || commit.is_empty(), "{said}");
}

/// The hidden commands have none.
#[test]
fn completions_and_man_pages_name_every_command() {
    let desk = Desk::new();
    desk.run("generate packed").expect_code(0);
    let completions = ["shuffle-audit.bash", "_shuffle-audit", "shuffle-audit.fish"];
    let completions = completions.map(|file| desk.read(&format!("packed/completions/{file}")));
    for command in ["run", "check", "power", "diff"] {
        assert!(completions.iter().all(|it| it.contains(command)), "{command}");
        let page = desk.read(&format!("packed/man/shuffle-audit-{command}.1"));
        assert!(page.contains(".SH OPTIONS"), "{page}");
    }
    assert!(!desk.path("packed/man/shuffle-audit-serve-library.1").exists());
    let wrong = desk.run("generate packed/man/shuffle-audit.1").expect_code(2);
    assert!(wrong.err.contains("packed/man/shuffle-audit.1"), "{}", wrong.err);
}
