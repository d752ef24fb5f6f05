//! The bitmaps of a build that draws only SVG: there are none.

use plotters_backend::{BackendColor, BackendCoord, DrawingBackend, DrawingErrorKind};
use std::{convert::Infallible, marker::PhantomData};

/// No such sheet is ever made.
pub(crate) struct Bitmap<'a>(Infallible, PhantomData<&'a ()>);

type Answer = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Bitmap<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        match self.0 {}
    }

    fn ensure_prepared(&mut self) -> Answer {
        match self.0 {}
    }

    fn present(&mut self) -> Answer {
        match self.0 {}
    }

    fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Answer {
        match self.0 {}
    }
}
