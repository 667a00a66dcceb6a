//! People who never were: who they are, how strong, and how often each plays.

use super::chance::{Chance, scattered_name};
use crate::people::name::skeleton;
use crate::store::bulk::TableSchema;
use crate::store::{AccountKind, Arg, ComputerPlayer};
use clock::Moment;

/// Share of games against a computer player, in hundredths.
const AGAINST_COMPUTERS: usize = 15;

/// A person or computer player that takes part in games.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) kind: AccountKind,
    /// How strong they really are.
    pub(super) strength: f64,
    owner: Option<String>,
}

/// All players.
#[derive(Debug)]
pub(super) struct Population {
    /// People, and the computer players behind them.
    pub(super) players: Vec<Player>,
    people: usize,
    /// For each of the people the sum of the weights up to them.
    weights: Vec<f64>,
}

impl Population {
    pub(super) fn new(
        people: usize,
        seed: u16,
        computers: &[ComputerPlayer],
        chance: &mut Chance,
    ) -> Self {
        let mut players: Vec<Player> = Vec::with_capacity(people + computers.len());
        for i in 0..people {
            let owner = players.last().filter(|last| last.kind == AccountKind::Person);
            let owner = owner.map(|owner| owner.id.clone());
            players.push(player(i, seed, owner, chance));
        }
        players.extend(computers.iter().map(|computer| Player {
            id: computer.person.id.clone(),
            name: computer.person.name.to_string(),
            kind: AccountKind::Computer,
            strength: 1_000.0 + 150.0 * f64::from(computer.level.number()),
            owner: None,
        }));
        // Zipf's law: the tenth of those who play most plays a tenth of what the first does.
        let mut sum = 0.0;
        let weights = (1..=people).map(|rank| {
            sum += 1.0 / rank as f64;
            sum
        });
        Self { weights: weights.collect(), players, people }
    }

    /// Two who play each other, by their numbers.
    pub(super) fn pair(&self, chance: &mut Chance) -> (usize, usize) {
        let one = self.person(chance);
        let computers = self.players.len() - self.people;
        if computers > 0 && chance.percent(AGAINST_COMPUTERS) {
            return (one, self.people + chance.below(computers));
        }
        let other = self.person(chance);
        if one == other { (one, (other + 1) % self.people) } else { (one, other) }
    }

    fn person(&self, chance: &mut Chance) -> usize {
        let place = chance.unit() * self.weights.last().copied().unwrap_or_default();
        self.weights.partition_point(|&sum| sum <= place).min(self.people - 1)
    }

    /// The columns of [`rows`](Self::rows).
    pub(super) fn table() -> TableSchema {
        TableSchema::of("people", "id name name_key kind owner", "created", "")
    }

    /// The rows of the people; those of computer players are there already.
    pub(super) fn rows(&self, created: Moment) -> Vec<Vec<Option<Arg>>> {
        let row = |player: &Player| {
            vec![
                Some(Arg::text(&player.id)),
                Some(Arg::text(&player.name)),
                Some(Arg::text(skeleton(&player.name))),
                Some(Arg::text(player.kind.text())),
                player.owner.as_ref().map(Arg::text),
                Some(Arg::int(created.0)),
            ]
        };
        self.players[..self.people].iter().map(row).collect()
    }
}

fn player(i: usize, seed: u16, owner: Option<String>, chance: &mut Chance) -> Player {
    let kind = match (i % 50, i % 20) {
        (7, _) if owner.is_some() => AccountKind::Bot,
        (_, 3) => AccountKind::Guest,
        _ => AccountKind::Person,
    };
    // The sum of uniform numbers is nearly normal.
    let spread: f64 = (0..6).map(|_| chance.unit() - 0.5).sum();
    Player {
        id: format!("syn{}", scattered_name(i as u64, u64::from(seed))),
        name: format!("Player-{seed}-{i}"),
        kind,
        strength: 1_500.0 + 300.0 * spread,
        owner: owner.filter(|_| kind == AccountKind::Bot),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_play_most_and_nobody_plays_alone() {
        let mut chance = Chance::new(1);
        let population = Population::new(100, 1, &[], &mut chance);
        let mut counts = vec![0; 100];
        for _ in 0..20_000 {
            let (one, other) = population.pair(&mut chance);
            assert_ne!(one, other);
            counts[one] += 1;
            counts[other] += 1;
        }
        assert!(counts[0] > 5 * counts[10] && counts[10] > counts[90]);
        let bots: Vec<_> =
            population.players.iter().filter(|one| one.kind == AccountKind::Bot).collect();
        assert!(!bots.is_empty() && bots.iter().all(|bot| bot.owner.is_some()));
    }

    #[test]
    fn names_are_such_as_people_may_have() {
        let population = Population::new(30, u16::MAX, &[], &mut Chance::new(1));
        for player in &population.players {
            assert_eq!(crate::people::name::check(&player.name), Ok(()), "{}", player.name);
        }
    }
}
