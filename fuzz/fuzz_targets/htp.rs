//! Conversations with the Hex text protocol from any bytes; the laws are in `htp::probe`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| htp::probe::conversation(bytes));
