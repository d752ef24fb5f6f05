//! The command of a program, as it is written.

/// The most jobs of a case; each has tallies of its own.
pub(crate) const MOST_JOBS: u64 = 256;

/// The command of a program as it is written: a line, or its words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a command is a text or a list of texts")]
pub enum CommandSpec {
    /// Split into words as a shell does it, with its quotes, but with nothing else that a shell does.
    Line(String),
    /// The program and its arguments.
    Arguments(Vec<String>),
}

/// As flags write it.
impl From<String> for CommandSpec {
    fn from(line: String) -> Self {
        Self::Line(line)
    }
}

impl CommandSpec {
    /// The program and its arguments.
    ///
    /// # Errors
    ///
    /// A description of the error: a quote that is not closed, no word at all, or a line that only a shell
    /// understands.
    ///
    /// ```
    /// use shuffle_subjects::exec::CommandSpec;
    /// let line = CommandSpec::Line("node 'my shuffle.js' --fast".to_owned());
    /// assert_eq!(line.arguments()?, ["node", "my shuffle.js", "--fast"]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn arguments(&self) -> Result<Vec<String>, String> {
        let arguments = match self {
            Self::Line(line) => words(line)?,
            Self::Arguments(arguments) => arguments.clone(),
        };
        match arguments.first() {
            Some(program) if !program.is_empty() => Ok(arguments),
            _ => Err("the command names no program".to_owned()),
        }
    }
}

/// Words by themselves that only a shell understands.
const OF_SHELLS: [&str; 8] = ["|", "||", "&", "&&", ";", "<", ">", ">>"];

fn words(line: &str) -> Result<Vec<String>, String> {
    let words = shell_words::split(line)
        .map_err(|_| format!("the command `{line}` has a quote that is not closed"))?;
    let bare = line.split_whitespace().find(|word| OF_SHELLS.contains(word));
    match bare.filter(|bare| words.iter().any(|word| word == bare)) {
        Some(bare) => Err(format!(
            "the command `{line}` has a `{bare}` in it, but no shell reads it; write it as sh -c '...'"
        )),
        None => Ok(words),
    }
}
