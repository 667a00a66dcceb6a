//! Re-encodes a module in as few bytes as possible.
//!
//! The splitter copies every function type into every file. The first part loses what it does not use when
//! wasm-bindgen writes it anew; the others are written anew here.

use walrus::ModuleConfig;

/// The same module without unused types and names, its functions in the order that suits compression.
///
/// # Errors
/// What is wrong with the module, in words.
pub(super) fn compact(part: &[u8]) -> Result<Vec<u8>, String> {
    let mut config = ModuleConfig::new();
    // The splitter's output is checked by every browser that loads it.
    config.strict_validate(false).generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(part).map_err(|e| format!("{e:#}"))?;
    walrus::passes::gc::run(&mut module);
    Ok(module.emit_wasm())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module that exports `f`, which gives 7; the constant takes five bytes, and a type is unused.
    const PADDED: &[u8] = b"\0asm\x01\0\0\0\
        \x01\x09\x02\x60\0\x01\x7f\x60\x01\x7f\0\
        \x03\x02\x01\0\
        \x07\x05\x01\x01f\0\0\
        \x0a\x0a\x01\x08\0\x41\x87\x80\x80\x80\0\x0b";

    #[test]
    fn padding_and_unused_types_go_and_the_rest_stays() {
        let wanted: &[u8] = b"\0asm\x01\0\0\0\
            \x01\x05\x01\x60\0\x01\x7f\
            \x03\x02\x01\0\
            \x07\x05\x01\x01f\0\0\
            \x0a\x06\x01\x04\0\x41\x07\x0b";
        assert_eq!(compact(PADDED).unwrap(), wanted);
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(compact(b"text").is_err());
    }
}
