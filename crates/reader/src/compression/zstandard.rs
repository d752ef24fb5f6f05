//! Zstandard frames, one after the other: `ruzstd` itself decodes single frames.

use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};
use std::io::{self, BufRead, ErrorKind, Read};

/// The largest window of a Zstandard frame, in bytes.
pub const LARGEST_WINDOW: u64 = 128 << 20;

/// The contents of all frames; checks their checksums and sizes.
pub(super) struct Frames<R> {
    read: R,
    decoder: FrameDecoder,
    /// The number of bytes that the frame gave so far; `None` between frames.
    given: Option<u64>,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(read: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(LARGEST_WINDOW);
        Self { read, decoder, given: None }
    }

    /// Begins the next frame, after all skippable frames; returns false if there is none.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.read.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.read) {
                Ok(()) => {
                    self.given = Some(0);
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    let skipped = io::copy(&mut self.read.by_ref().take(length), &mut io::sink())?;
                    if skipped < length {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// Checks the size and the checksum of the finished frame.
    fn finish(&mut self, given: u64) -> io::Result<()> {
        let promised = self.decoder.content_size();
        if promised != 0 && promised != given {
            return Err(io::Error::other("a frame is shorter than it says"));
        }
        let checksum = self.decoder.get_checksum_from_data();
        if checksum.is_some() && checksum != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("a checksum does not agree"));
        }
        self.given = None;
        Ok(())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if room.is_empty() {
            return Ok(0);
        }
        loop {
            let Some(given) = self.given else {
                if !self.begin()? {
                    return Ok(0);
                }
                continue;
            };
            let bytes = self.decoder.read(room)?;
            if bytes > 0 {
                self.given = Some(given + bytes as u64);
                return Ok(bytes);
            }
            if self.decoder.is_finished() {
                self.finish(given)?;
            } else {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.read, one).map_err(io::Error::other)?;
            }
        }
    }
}
