//! The file of a network: header, layers, CRC-32. `training/hex/export.py` writes it.
//!
//! ```text
//!   "HEXNET"  u8 version = 1  u8 blocks  u8 channels  u8 value channels  u8 hidden units of the value
//!   layers: input convolution; two for each block; heads (policy, action value); value 1×1, value
//!   hidden, value. Each: u8 preshift, i16 multipliers, i32 biases, i8 weights [output][tap][input]
//!   u32 CRC-32 of everything before
//! ```
//! Numbers are little-endian.

use super::layer::{Layer, Rescaling};
use thiserror::Error;

const MAGIC: &[u8] = b"HEXNET";
const VERSION: u8 = 1;
/// Input planes.
const PLANES: usize = 2;
/// Taps of a 3×3 convolution.
const TAPS: usize = 9;
/// Outputs of the heads: policy and action value.
const HEADS: usize = 2;

/// Why bytes are not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// It does not begin like one.
    #[error("this is no network of Hex")]
    Unknown,
    /// The version is another one.
    #[error("version {0} of the format is not known")]
    Version(u8),
    /// The checksum is wrong, or the length.
    #[error("the file is damaged or incomplete")]
    Damaged,
    /// A width that no kernel was compiled for.
    #[error("networks have 32 or 48 channels, not {0}")]
    Channels(u8),
    /// Sums of a layer could overflow.
    #[error("a layer is out of range")]
    OutOfRange,
}

/// The layers of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layers {
    pub(super) channels: usize,
    pub(super) input: Layer,
    pub(super) blocks: Vec<[Layer; 2]>,
    pub(super) heads: Layer,
    pub(super) value: [Layer; 3],
}

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<Layers, NetworkError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Unknown)?;
    match rest.first() {
        Some(&VERSION) => {}
        Some(&other) => return Err(NetworkError::Version(other)),
        None => return Err(NetworkError::Damaged),
    }
    let (body, checksum) = bytes.split_last_chunk::<4>().ok_or(NetworkError::Damaged)?;
    if crc32(body) != u32::from_le_bytes(*checksum) {
        return Err(NetworkError::Damaged);
    }
    let mut rest = body.get(MAGIC.len() + 1..).ok_or(NetworkError::Damaged)?;
    let [blocks, channels, pooled, hidden] = numbers(&mut rest, u8::from_le_bytes)?;
    if !matches!(channels, 32 | 48) {
        return Err(NetworkError::Channels(channels));
    }
    let [channels, pooled, hidden] = [channels, pooled, hidden].map(usize::from);
    let mut next = |outputs, taps, inputs| layer(&mut rest, outputs, taps, inputs);
    let input = next(channels, TAPS, PLANES)?;
    let block = |_| Ok([next(channels, TAPS, channels)?, next(channels, TAPS, channels)?]);
    let blocks = (0..blocks).map(block).collect::<Result<_, _>>()?;
    let heads = next(HEADS, TAPS, channels)?;
    let value = [next(pooled, 1, channels)?, next(hidden, 1, 2 * pooled)?, next(1, 1, hidden)?];
    if rest.is_empty() {
        Ok(Layers { channels, input, blocks, heads, value })
    } else {
        Err(NetworkError::Damaged)
    }
}

fn layer(
    rest: &mut &[u8],
    outputs: usize,
    taps: usize,
    inputs: usize,
) -> Result<Layer, NetworkError> {
    let [preshift] = numbers(rest, u8::from_le_bytes)?;
    let multipliers = list(rest, outputs, |bytes| i16::from_le_bytes(bytes).into())?;
    let biases = list(rest, outputs, i32::from_le_bytes)?;
    let weights = list(rest, outputs * taps * inputs, i8::from_le_bytes)?;
    let rescaling = Rescaling { preshift: preshift.into(), multipliers, biases };
    let layer = Layer { taps, inputs, rescaling, weights };
    if layer.is_bounded() { Ok(layer) } else { Err(NetworkError::OutOfRange) }
}

fn list<T, const SIZE: usize>(
    rest: &mut &[u8],
    count: usize,
    number: impl Fn([u8; SIZE]) -> T,
) -> Result<Vec<T>, NetworkError> {
    let (these, others) = rest.split_at_checked(count * SIZE).ok_or(NetworkError::Damaged)?;
    *rest = others;
    let chunks = these.chunks_exact(SIZE);
    Ok(chunks.map(|chunk| number(chunk.try_into().expect("chunks are exact"))).collect())
}

fn numbers<T, const SIZE: usize, const COUNT: usize>(
    rest: &mut &[u8],
    number: impl Fn([u8; SIZE]) -> T,
) -> Result<[T; COUNT], NetworkError> {
    list(rest, COUNT, number)?.try_into().map_err(|_| NetworkError::Damaged)
}

/// CRC-32 (ISO 3309, as in zlib), bit by bit: a network is read once.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let step = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ POLYNOMIAL } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}
