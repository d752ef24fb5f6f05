//! Files that hold decks only once they are unpacked or saved in another way, recognized by their first bytes.

/// Bytes that are examined.
pub(super) const START: u64 = 512;

/// The first bytes of kinds of files, and what to do with them.
const KINDS: [(&[u8], &str); 9] = [
    (b"PK\x03\x04", "a zip archive; unpack it first"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\xfd7zXZ\0", "an xz file; unpack it first, such as with xz -dk"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"),
    (b"Rar!\x1a\x07", "a rar archive; unpack it first"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a workbook (.xls); save the sheet as CSV"),
    (b"PAR1", "a Parquet file; save the table as CSV"),
    (b"SQLite format 3\0", "an SQLite database; save the table as CSV"),
    (b"%PDF-", "a PDF; save the numbers as CSV"),
];

/// The mark of the first block of a bzip2 file, after `BZh` and a digit.
const BZIP2: &[u8] = b"1AY&SY";

/// Names of the first file of a zip archive that a program wrote for itself, and what to do with it.
const INSIDE: [(&[u8], &str); 5] = [
    (b"[Content_Types].xml", "a workbook (.xlsx); save the sheet as CSV"),
    (b"xl/", "a workbook (.xlsx); save the sheet as CSV"),
    (b"_rels/", "a workbook (.xlsx); save the sheet as CSV"),
    (b"docProps/", "a workbook (.xlsx); save the sheet as CSV"),
    (b"mimetype", "a workbook (.ods); save the sheet as CSV"),
];

/// True if a file that begins with these four bytes may be such a file.
pub(super) fn may_begin(start: &[u8]) -> bool {
    let begins = |magic: &[u8]| magic.iter().zip(start).all(|(one, other)| one == other);
    let may_be_html =
        || start.iter().find(|byte| !is_before_tag(byte)).is_none_or(|&it| it == b'<');
    let is_known = || start.starts_with(b"BZh") || KINDS.iter().any(|(magic, _)| begins(magic));
    start.len() == 4 && (is_known() || may_be_html())
}

/// Describes a file that starts with these bytes, and what to do with it, if it holds no decks as it is.
pub(super) fn of_content(start: &[u8]) -> Option<&'static str> {
    if start.starts_with(b"BZh") && start.get(4..10) == Some(BZIP2) {
        return Some("a bzip2 file; unpack it first, such as with bunzip2 -k");
    }
    if is_html(start) {
        return Some("HTML; save the table as CSV");
    }
    let (_, kind) = KINDS.into_iter().find(|(magic, _)| start.starts_with(magic))?;
    Some(if start.starts_with(b"PK\x03\x04") { of_zip(start).unwrap_or(kind) } else { kind })
}

/// True of blanks and the bytes of a byte order mark.
fn is_before_tag(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || b"\xef\xbb\xbf".contains(byte)
}

/// True of bytes that begin with a tag of a page, a table or a list.
fn is_html(start: &[u8]) -> bool {
    const TAGS: [&str; 13] = [
        "!doctype", "html", "head", "body", "div", "table", "thead", "tbody", "tr", "ol", "ul",
        "li", "p",
    ];
    let text = start.iter().skip_while(|byte| is_before_tag(byte)).copied().collect::<Vec<_>>();
    let text = String::from_utf8_lossy(&text).to_lowercase();
    let Some(tag) = text.strip_prefix('<') else { return false };
    let name = tag.split(|letter: char| letter != '!' && !letter.is_ascii_alphanumeric()).next();
    name.is_some_and(|name| TAGS.contains(&name)) && tag.contains('>')
}

/// Describes a zip archive, by the name of its first file.
fn of_zip(start: &[u8]) -> Option<&'static str> {
    let length = usize::from(u16::from_le_bytes(*start.get(26..)?.first_chunk()?));
    let name = &start[start.len().min(30)..start.len().min(30 + length)];
    if name.ends_with(b".npy") {
        return Some("an archive of arrays (.npz); save one of them with numpy.save");
    }
    INSIDE.into_iter().find(|(begin, _)| name.starts_with(begin)).map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zip(name: &str) -> Vec<u8> {
        let mut start = b"PK\x03\x04".to_vec();
        start.resize(26, 0);
        start.extend((name.len() as u16).to_le_bytes());
        start.extend([0, 0]);
        start.extend(name.bytes());
        start
    }

    #[test]
    fn archives_and_workbooks_are_known_by_their_first_bytes() {
        for (start, what) in [
            (zip("draws.csv"), "a zip archive; unpack"),
            (zip("[Content_Types].xml"), "a workbook (.xlsx)"),
            (zip("xl/workbook.xml"), "a workbook (.xlsx)"),
            (zip("arr_0.npy"), "an archive of arrays (.npz)"),
            (b"\xfd7zXZ\0\0".to_vec(), "an xz file"),
            (b"BZh91AY&SY12".to_vec(), "a bzip2 file"),
            (b"<!DOCTYPE html>\n".to_vec(), "HTML"),
            (b"\xef\xbb\xbf\n  <TABLE class=\"a\">".to_vec(), "HTML"),
        ] {
            assert!(may_begin(&start[..4]));
            assert!(of_content(&start).unwrap().starts_with(what), "{what}");
        }
        for plain in [
            &b"PK 1 2 3"[..],
            b"<a> <p> <b>\n",
            b"<tr,<li\n",
            b"\n\n\n\n1 2\n",
            b"BZh 1 2 3",
            b"0 1 2 3 4",
            b"PAR",
        ] {
            assert!(of_content(plain).is_none() || !may_begin(&plain[..plain.len().min(4)]));
        }
        assert_eq!(of_content(&zip("")[..20]), Some("a zip archive; unpack it first"));
    }
}
