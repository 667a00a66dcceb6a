//! Entrants: who takes part in a match or tournament, under which name, with which limits.

use crate::{Pace, Spec};

/// Memory and threads of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Memory, in MiB.
    pub memory_mib: usize,
    /// Threads.
    pub threads: usize,
}

impl Default for Resources {
    fn default() -> Self {
        Self { memory_mib: 16, threads: 1 }
    }
}

/// One who takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The name in tables and records.
    pub name: String,
    /// The player.
    pub spec: Spec,
    /// Memory and threads. HTP has no command for them.
    pub resources: Resources,
    /// Limits per move.
    pub pace: Pace,
    /// Options of a program that speaks UGI, by name and value.
    pub options: Vec<(String, String)>,
    /// Commands that a program that speaks HTP is sent before every game.
    pub commands: Vec<String>,
}

impl Entrant {
    /// An entrant that is named as it is described.
    pub fn new(spec: Spec, resources: Resources, pace: Pace) -> Self {
        let (name, options, commands) = (spec.to_string(), Vec::new(), Vec::new());
        Self { name, spec, resources, pace, options, commands }
    }
}

/// Adds a number to the names that are taken already.
pub fn make_names_unique(entrants: &mut [Entrant]) {
    for i in 1..entrants.len() {
        let (before, rest) = entrants.split_at_mut(i);
        let is_taken = |name: &str| before.iter().any(|entrant| entrant.name == name);
        let name = &mut rest[0].name;
        let mut numbered = (2..).map(|n| format!("{name} ({n})"));
        if is_taken(name) {
            *name = numbered.find(|name| !is_taken(name)).unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_taken_get_a_number() {
        let entrant = |text: &str| {
            Entrant::new(text.parse().expect("a spec"), Resources::default(), Pace::Nodes(1))
        };
        let mut entrants = [entrant("full"), entrant("random"), entrant("full"), entrant("full")];
        make_names_unique(&mut entrants);
        assert_eq!(
            entrants.map(|entrant| entrant.name),
            ["full", "random", "full (2)", "full (3)"]
        );
    }
}
