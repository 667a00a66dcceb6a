//! Argon2id (RFC 9106) whose memory is reused: blocks of 19 MiB that are allocated and freed for every
//! password stay behind in the allocator, once for each of its arenas.

use super::PasswordError;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::sync::{Mutex, PoisonError};

/// Memory in KiB, passes and lanes.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);

/// Hashes passwords. It holds as much memory as has been needed at once.
#[derive(Default)]
pub(super) struct Hasher {
    idle: Mutex<Vec<Vec<Block>>>,
}

impl Hasher {
    /// A PHC string of a password, with a new salt.
    pub(super) fn hash(&self, password: &str) -> Result<String, PasswordError> {
        let (params, salt) = (params()?, Salt::generate());
        let hash = self.output(password, &salt, &params, Params::DEFAULT_OUTPUT_LEN);
        phc(&params, salt, hash.ok_or(PasswordError::Broken)?)
    }

    /// Whether a PHC string is this password's. Outputs are compared in constant time.
    pub(super) fn verify(&self, password: &str, stored: &str) -> bool {
        let same = || {
            let stored = PasswordHash::new(stored).ok()?;
            let expected = stored.hash.filter(|_| is_ours(&stored))?;
            let params = Params::try_from(&stored).ok()?;
            let output = self.output(password, &stored.salt?, &params, expected.len())?;
            Some(output == expected)
        };
        same().unwrap_or(false)
    }

    fn output(
        &self,
        password: &str,
        salt: &Salt,
        params: &Params,
        length: usize,
    ) -> Option<Output> {
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
        self.with_memory(params.block_count(), |memory| {
            let mut bytes = [0; Output::MAX_LENGTH];
            let bytes = bytes.get_mut(..length)?;
            argon.hash_password_into_with_memory(password.as_bytes(), salt, bytes, memory).ok()?;
            Output::new(bytes).ok()
        })
    }

    /// Works with so many blocks that no other thread uses meanwhile. What is in them does not matter:
    /// Argon2 writes a block before it reads it.
    fn with_memory<T>(&self, blocks: usize, work: impl FnOnce(&mut [Block]) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = idle().pop().unwrap_or_default();
        memory.resize(blocks.max(memory.len()), Block::default());
        let result = work(&mut memory[..blocks]);
        idle().push(memory);
        result
    }
}

/// A PHC string that no password is known for, and that takes as long to compare: its output is random.
pub(super) fn decoy() -> Result<String, PasswordError> {
    let mut bytes = [0; Params::DEFAULT_OUTPUT_LEN];
    getrandom::fill(&mut bytes).map_err(|_| PasswordError::Broken)?;
    let output = Output::new(&bytes).map_err(|_| PasswordError::Broken)?;
    phc(&params()?, Salt::generate(), output)
}

fn params() -> Result<Params, PasswordError> {
    let (memory, passes, lanes) = COST;
    Params::new(memory, passes, lanes, None).map_err(|_| PasswordError::Broken)
}

fn phc(params: &Params, salt: Salt, hash: Output) -> Result<String, PasswordError> {
    let phc = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params).map_err(|_| PasswordError::Broken)?,
        salt: Some(salt),
        hash: Some(hash),
    };
    Ok(phc.to_string())
}

/// Whether it is of the kind that [`Hasher::hash`] makes, whatever its cost.
fn is_ours(stored: &PasswordHash) -> bool {
    stored.algorithm == Algorithm::Argon2id.ident() && stored.version == Some(Version::V0x13.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    #[test]
    fn the_library_and_the_hasher_read_each_others_hashes() {
        let hasher = Hasher::default();
        let own = hasher.hash("correct horse").unwrap();
        let library = Argon2::new(
            Algorithm::Argon2id,
            Version::V0x13,
            Params::new(64, 1, 1, Some(24)).unwrap(),
        );
        assert!(library.verify_password(b"correct horse", own.as_str()).is_ok());
        let theirs = library.hash_password(b"correct horse").unwrap().to_string();
        for _ in 0..2 {
            assert!(hasher.verify("correct horse", &theirs), "with memory that was used before");
            assert!(hasher.verify("correct horse", &own));
            assert!(!hasher.verify("correct horsf", &theirs));
        }
        assert!(!hasher.verify("correct horse", &theirs.replace("argon2id", "argon2i")));
        assert_eq!(hasher.idle.lock().unwrap().len(), 1, "one after the other share memory");
    }
}
