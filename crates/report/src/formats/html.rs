//! HTML: pages that are one file.

use super::ReportFormat;

pub(super) const FORMAT: ReportFormat =
    ReportFormat { page: Some(|page| Ok(page.into_bytes())), ..ReportFormat::new("html") };
