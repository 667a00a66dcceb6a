//! Compression of the API's answers and of pages: gzip, which every client takes, at its quickest level.
//!
//! No answer repeats a secret that is older than the request beside what the request says, so that its
//! length tells nothing about a secret (BREACH): tokens and codes are shown once, when they are made.

use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// Smaller answers fit in one packet anyway.
const SMALLEST: u64 = 1_024;

/// The layer that compresses answers for those who ask for it. Streams are left alone: their lines must
/// not wait in a compressor until there are more of them.
pub(crate) fn layer() -> CompressionLayer<impl Predicate> {
    let worth_it = SizeAbove::new(SMALLEST)
        .and(NotForContentType::const_new("application/x-ndjson"))
        .and(NotForContentType::IMAGES);
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_it)
}
