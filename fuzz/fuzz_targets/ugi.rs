//! Conversations with the engine from any bytes; the laws are in `ugi::probe`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ugi::probe::conversation(bytes));
