//! A client's message from any bytes: what can be read is written and read as the same, and what
//! cannot gets one short line.
#![no_main]

use protocol::decode;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match decode(&text) {
        Err(error) => assert!(error.to_string().len() < 200, "errors are short: {error}"),
        Ok(message) => {
            let written = serde_json::to_string(&message).expect("messages can be written");
            assert_eq!(decode(&written), Ok(message), "round trip of {written}");
        }
    }
});
