//! The manifest of a report: its files with their hashes, the version of the program, and the plan.
//!
//! It distinguishes the files of a report from other files in the folder: only a file that the manifest lists, and
//! whose content is still the listed one, may be replaced or removed by the next report. Like all files of a report it
//! has no time and no host name.

use crate::{digest::Answer, document, error::ReportError};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shuffle_audit::{VERSION, seeds::CONTRACT};
use shuffle_metrics::RECORD_VERSION;
use std::path::{Component, Path};

pub(crate) const MANIFEST: &str = "manifest.json";

const KIND: &str = "shuffle-audit report";

const FORMAT: u32 = 1;

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path inside the report's folder, with `/`.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    manifest: String,
    format: u32,
    pub(crate) shuffle_audit: String,
    /// The version of the way from seeds to decks.
    pub(crate) seed_contract: u32,
    /// The version of the counts.
    pub(crate) tally_layout: u32,
    #[serde(flatten)]
    pub(crate) about: About,
    /// The files of the report, but for the manifest itself, in the order of their paths.
    pub(crate) files: Vec<Listed>,
}

/// What a report is of, and what it says first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The fingerprint of the plan, where the report is of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// What it says first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<Headline>,
}

/// What a report says first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headline {
    /// What it is about.
    pub title: String,
    /// Whether all is fine; `None` where that is not the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// The answer in a sentence.
    pub sentence: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Listed {
    /// Its path inside the report's folder, with `/`.
    pub(crate) path: String,
    pub(crate) bytes: u64,
    /// The SHA-256 of its content, in lower-case hexadecimal digits.
    pub sha256: String,
}

impl Manifest {
    pub(crate) fn of(files: &[File], about: About) -> Self {
        let mut files: Vec<Listed> = files.iter().map(Listed::of).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Self {
            manifest: KIND.to_owned(),
            format: FORMAT,
            shuffle_audit: VERSION.to_owned(),
            seed_contract: CONTRACT,
            tally_layout: RECORD_VERSION,
            about,
            files,
        }
    }

    pub(crate) fn file(&self) -> Result<File, ReportError> {
        let text = document::json(self)?;
        Ok(File { path: MANIFEST.to_owned(), bytes: text.into_bytes() })
    }

    /// Reads a manifest; `None` if the text is no manifest of this program, or lists files that no report writes, such
    /// as a path that leads out of its folder.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let manifest: Self = serde_json::from_str(text).ok()?;
        let is_ours = manifest.manifest == KIND && manifest.format == FORMAT;
        let stays_inside = |listed: &Listed| is_inside(&listed.path) && listed.path != MANIFEST;
        (is_ours && manifest.files.iter().all(stays_inside)).then_some(manifest)
    }
}

impl Listed {
    pub(crate) fn of(File { path, bytes }: &File) -> Self {
        Self { path: path.clone(), bytes: bytes.len() as u64, sha256: sha256(bytes) }
    }

    pub(crate) fn is(&self, content: &[u8]) -> bool {
        self.bytes == content.len() as u64 && self.sha256 == sha256(content)
    }
}

fn sha256(bytes: &[u8]) -> String {
    shuffle_audit::number::hex(&Sha256::digest(bytes))
}

fn is_inside(path: &str) -> bool {
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    !path.is_empty() && Path::new(path).components().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(path: &str) -> String {
        let file = File { path: path.to_owned(), bytes: b"content".to_vec() };
        String::from_utf8(Manifest::of(&[file], About::default()).file().unwrap().bytes).unwrap()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let file = File { path: "naive-5/position.csv".to_owned(), bytes: b"position\n".to_vec() };
        let manifest = Manifest::of(std::slice::from_ref(&file), About::default());
        let written = manifest.file().unwrap();
        assert_eq!(written.path, MANIFEST);
        let read = Manifest::parse(std::str::from_utf8(&written.bytes).unwrap()).unwrap();
        assert!(read == manifest && read.files[0].is(&file.bytes));
    }

    #[test]
    fn the_hash_is_sha_256() {
        // FIPS 180-2, appendix B.1.
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), hash);
    }

    #[test]
    fn a_manifest_that_leads_out_of_its_folder_is_none() {
        assert!(Manifest::parse(&listing("naive/position.csv")).is_some());
        for path in ["../thesis.txt", "/etc/passwd", "a/../../b", "", ".", "manifest.json"] {
            assert_eq!(Manifest::parse(&listing(path)), None, "{path}");
        }
    }

    #[test]
    fn the_manifest_of_something_else_is_none() {
        for other in ["", "{}", r#"{"name": "my app", "files": []}"#, "[1, 2]"] {
            assert_eq!(Manifest::parse(other), None, "{other}");
        }
        let newer = listing("a.csv").replace("\"format\": 1", "\"format\": 2");
        assert_eq!(Manifest::parse(&newer), None);
    }

    #[test]
    fn files_are_listed_in_the_order_of_their_paths() {
        let file = |path: &str| File { path: path.to_owned(), bytes: Vec::new() };
        let manifest =
            Manifest::of(&[file("b.csv"), file("a/c.csv"), file("a.csv")], About::default());
        let paths: Vec<&str> = manifest.files.iter().map(|listed| listed.path.as_str()).collect();
        assert_eq!(paths, ["a.csv", "a/c.csv", "b.csv"]);
    }
}
