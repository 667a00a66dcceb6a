//! Records from any bytes; the laws are in `catalog::probe`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| catalog::probe::record(bytes));
