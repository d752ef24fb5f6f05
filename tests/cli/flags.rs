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
fn the_version_is_that_of_the_package() {
    let said = Desk::new().run("--version").expect_code(0).out;
    assert_eq!(said, concat!("shuffle-audit ", env!("CARGO_PKG_VERSION"), "\n"));
}
