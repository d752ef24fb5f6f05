//! Records as bytes: JSON, compressed by zstd.
//!
//! Nearly all of a record is digits of numbers that have little to do with each other. So no repetitions are looked for, which
//! would take longer than to count the decks; a shorter code for the signs that there are (Huffman's) halves them all the same.

use ruzstd::{
    decoding::StreamingDecoder,
    encoding::{CompressionLevel, FrameCompressor, Matcher, Sequence},
};
use serde::{Serialize, de::DeserializeOwned};
use std::io::Read;

/// Bytes in a block of zstd: the most that there may be.
const BLOCK: usize = 1 << 17;

pub(super) fn packed(record: &impl Serialize) -> Vec<u8> {
    let json = serde_json::to_vec(record).expect("tallies have nothing that JSON lacks");
    let mut bytes = compressed(&json, CompressionLevel::Fastest);
    // Compressors are younger than decompressors, and counts that cannot be read would be found out when it is too late.
    if decompressed(&bytes).as_ref() != Some(&json) {
        bytes = compressed(&json, CompressionLevel::Uncompressed);
    }
    bytes
}

pub(super) fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    // From a reader, which gives byte after byte, it takes several times as long.
    serde_json::from_slice(&decompressed(bytes)?).ok()
}

fn compressed(json: &[u8], level: CompressionLevel) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(json.len() / 2);
    let mut frame = FrameCompressor::new_with_matcher(NoMatches::default(), level);
    frame.set_source(json);
    frame.set_drain(&mut bytes);
    frame.compress();
    bytes
}

fn decompressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut json = Vec::new();
    StreamingDecoder::new(bytes).ok()?.read_to_end(&mut json).ok()?;
    Some(json)
}

/// Looks for no repetitions.
#[derive(Default)]
struct NoMatches {
    last: Vec<u8>,
}

impl Matcher for NoMatches {
    fn get_next_space(&mut self) -> Vec<u8> {
        let mut space = std::mem::take(&mut self.last);
        space.resize(BLOCK, 0);
        space
    }

    fn get_last_space(&mut self) -> &[u8] {
        &self.last
    }

    fn commit_space(&mut self, space: Vec<u8>) {
        self.last = space;
    }

    fn skip_matching(&mut self) {}

    fn start_matching(&mut self, mut handle_sequence: impl for<'a> FnMut(Sequence<'a>)) {
        handle_sequence(Sequence::Literals { literals: &self.last });
    }

    fn reset(&mut self, _level: CompressionLevel) {}

    fn window_size(&self) -> u64 {
        BLOCK as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_again_and_is_smaller() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> (state >> 58)
        };
        for length in [0, 1, 2, 300, 5_000, 200_000] {
            let numbers: Vec<u64> = (0..length).map(|_| next()).collect();
            let bytes = packed(&numbers);
            assert_eq!(unpacked::<Vec<u64>>(&bytes), Some(numbers.clone()));
            let json = serde_json::to_vec(&numbers).unwrap();
            assert!(
                length < 300 || bytes.len() < json.len() * 3 / 5,
                "{} {}",
                bytes.len(),
                json.len()
            );
        }
        let zeros = vec![0_u64; 500_000];
        assert_eq!(unpacked::<Vec<u64>>(&packed(&zeros)), Some(zeros));
        assert_eq!(unpacked::<Vec<u64>>(b"no zstd"), None);
    }

    /// Incompressible bytes are mixed with bytes that compress.
    #[test]
    fn what_does_not_shrink_comes_out_again_too() {
        let mut letters: Vec<String> = (0..40_000_u32).map(|it| (it % 7).to_string()).collect();
        letters.extend(
            (0..60_000)
                .map(|it| char::from_u32(0x100 + it * 7_919 % 0xd000).unwrap_or('x').to_string()),
        );
        letters.extend((0..40_000_u32).map(|it| (it % 7).to_string()));
        let text = letters.concat();
        assert_eq!(unpacked::<String>(&packed(&text)), Some(text));
    }
}
