//! JSON objects as rows of a table: each field is a column, so the readers of tables read them, too.

use crate::{bytes::read_on, json_lines::JsonLines};
use serde_json::Value;
use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, Cursor, Read},
};

/// Objects whose fields make the header; a field that first comes later is left out.
const HEADED: usize = 1_000;

/// Bytes that must hold the first signs.
const START: usize = 1 << 16;

/// Longer lines are no objects.
const LONGEST: u64 = 1 << 20;

/// A stream of any kind: one kind is compiled once, and the package for browsers is to be small.
pub(crate) type Source<'a> = Box<dyn Read + Send + 'a>;

/// A stream of CSV: made of JSON objects, or of anything else as it came.
pub(crate) enum JsonTable<'a> {
    /// The first signs were not read yet.
    Start(Option<Source<'a>>),
    Plain(Source<'a>),
    Rows(Box<JsonRows<'a>>),
}

/// A table that is made of the lines of a JSON stream.
pub(crate) struct JsonRows<'a> {
    lines: BufReader<JsonLines<Source<'a>>>,
    /// The names of the columns.
    header: Vec<String>,
    /// True once the header was written.
    is_begun: bool,
    ready: VecDeque<u8>,
}

/// A line of JSON: an object, or something else as it came.
enum JsonLine {
    Object(Fields),
    Other(String),
}

/// The fields of an object as text, in their order; the fields of inner objects as `outer.inner`.
type Fields = Vec<(String, String)>;

impl<'a> JsonTable<'a> {
    pub(crate) fn new(read: Source<'a>) -> Self {
        Self::Start(Some(read))
    }

    fn opened(mut read: Source<'a>) -> io::Result<Self> {
        let mut start = Vec::new();
        let are_objects = loop {
            let is_all = start.len() >= START || !read_on(&mut read, &mut start)?;
            let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
            let mut signs = text.iter().filter(|byte| !byte.is_ascii_whitespace());
            match (signs.next(), signs.next()) {
                (Some(one), Some(two)) => {
                    break matches!((one, two), (b'[', b'{') | (b'{', b'"'));
                }
                _ if is_all => break false,
                _ => {}
            }
        };
        let stream: Source<'a> = Box::new(Cursor::new(start).chain(read));
        Ok(if are_objects {
            let lines = BufReader::new(JsonLines::new(stream));
            let (header, ready) = (Vec::new(), VecDeque::new());
            Self::Rows(Box::new(JsonRows { lines, header, is_begun: false, ready }))
        } else {
            Self::Plain(stream)
        })
    }
}

impl Read for JsonTable<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Self::Start(read) = self
            && let Some(read) = read.take()
        {
            *self = Self::opened(read)?;
        }
        match self {
            Self::Start(_) => Ok(0),
            Self::Plain(read) => read.read(into),
            Self::Rows(rows) => {
                while rows.ready.is_empty() && rows.make()? {}
                rows.ready.read(into)
            }
        }
    }
}

impl JsonRows<'_> {
    /// Makes some rows ready; false at the end.
    fn make(&mut self) -> io::Result<bool> {
        if std::mem::replace(&mut self.is_begun, true) {
            let Some(line) = self.line()? else { return Ok(false) };
            self.write(&line);
            return Ok(true);
        }
        let (mut lines, mut objects) = (Vec::new(), 0);
        while objects < HEADED
            && let Some(line) = self.line()?
        {
            if let JsonLine::Object(fields) = &line {
                objects += 1;
                let is_new = |name: &&String| !self.header.contains(name);
                let names: Vec<String> =
                    fields.iter().map(|(name, _)| name).filter(is_new).cloned().collect();
                self.header.extend(names);
            }
            lines.push(line);
        }
        // A blank line before the first object, as in pretty JSON, gives way to the header, so rows keep the numbers of their lines.
        if let Some(JsonLine::Other(first)) = lines.first()
            && first.trim().is_empty()
        {
            lines.remove(0);
        }
        if objects > 0 {
            let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
            write_row(&header, &mut self.ready);
        }
        lines.iter().for_each(|line| self.write(line));
        Ok(!lines.is_empty())
    }

    fn line(&mut self) -> io::Result<Option<JsonLine>> {
        let mut line = Vec::new();
        if (&mut self.lines).take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).into_owned();
        Ok(Some(fields_of(&line).map_or(JsonLine::Other(line), JsonLine::Object)))
    }

    fn write(&mut self, line: &JsonLine) {
        match line {
            JsonLine::Object(fields) => {
                let of = |name: &String| fields.iter().find(|field| field.0 == *name);
                let cell = |name| of(name).map_or("", |(_, text)| text.as_str());
                let row: Vec<&str> = self.header.iter().map(cell).collect();
                write_row(&row, &mut self.ready);
            }
            JsonLine::Other(text) => self.ready.extend(text.bytes()),
        }
    }
}

fn write_row(cells: &[&str], into: &mut VecDeque<u8>) {
    let quoted: Vec<String> =
        cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
    into.extend((quoted.join(",") + "\n").bytes());
}

/// The text of a value; values of an array have blanks between them.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.replace(['\n', '\r'], " "),
        Value::Array(values) if !values.iter().any(|it| it.is_array() || it.is_object()) => {
            let texts: Vec<String> = values.iter().map(text).collect();
            texts.join(if texts.iter().any(|text| text.contains(' ')) { "|" } else { " " })
        }
        other => other.to_string(),
    }
}

fn add_fields(name: String, value: &Value, fields: &mut Fields) {
    match value {
        Value::Object(inner) => {
            inner
                .iter()
                .for_each(|(key, value)| add_fields(format!("{name}.{key}"), value, fields));
        }
        value => fields.push((name, text(value))),
    }
}

/// The fields of a line that is an object.
fn fields_of(line: &str) -> Option<Fields> {
    let Value::Object(object) = serde_json::from_str(line).ok()? else { return None };
    let mut fields = Vec::new();
    object.iter().for_each(|(name, value)| add_fields(name.clone(), value, &mut fields));
    // The library sorts them by their names.
    let own = |name: &str| format!("\"{}\"", name.rsplit('.').next().unwrap_or(name));
    fields.sort_by_key(|(name, _)| line.find(&own(name)));
    Some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(json: &str) -> String {
        let mut text = String::new();
        JsonTable::new(Box::new(json.as_bytes())).read_to_string(&mut text).unwrap();
        text.replace('"', "")
    }

    #[test]
    fn objects_are_rows_in_the_order_of_their_fields() {
        let rows = "{\"b\":1,\"a\":\"x y\"}\n{\"a\":null,\"c\":[1,2],\"d\":{\"e\":true}}\n";
        assert_eq!(table(rows), "b,a,c,d.e\n1,x y,,\n,,1 2,true\n");
        assert_eq!(table("[{\"a\":1},{\"a\":2}]"), "a\n1\n2\n");
        let pretty = "[\n  {\n    \"a\": 1\n  },\n  {\n    \"a\": 2\n  }\n]\n";
        let second = table(pretty).lines().position(|line| line == "2");
        assert_eq!(second, Some(4), "the object begins on line 5");
        assert_eq!(
            table("{\"n\":3,\"of\":[{\"a\":\"[,]\"},{\"a\":7}],\"b\":[[1]]}"),
            "a\n[,]\n7\n"
        );
    }

    #[test]
    fn all_else_stays_as_it_is() {
        for text in ["", "a,b\n1,2\n", "[1,2]\n", "{a},b\n", "{"] {
            assert_eq!(table(text), text);
        }
        assert_eq!(table("{\"a\":1}\noops\n"), "a\n1\noops\n");
        assert_eq!(table("{\"a\noops\n"), "{a\noops\n");
    }
}
