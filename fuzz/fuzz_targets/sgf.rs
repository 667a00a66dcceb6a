//! SGF from any bytes, with a bound on the work for each byte; the laws are in `sgf::probe`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sgf::probe::sgf(bytes));
