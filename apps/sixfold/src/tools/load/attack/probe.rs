//! What another visitor waits for during an attack, besides moves: a new connection, a sign-in, the
//! computer's move, an analysis, a page of the archive.

use super::target::{Guest, Target, address, terms};
use serde_json::json;
use std::time::{Duration, Instant};

/// How often the visitor asks.
const EVERY: Duration = Duration::from_millis(1_500);

/// What takes longer has not come.
const LONGEST: Duration = Duration::from_secs(30);

/// Visitors have addresses of their own, which no attacker has.
const FIRST_ADDRESS: usize = 12_000;

/// What is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Probe {
    /// Becoming a guest and being welcomed on a socket.
    Connection,
    /// Signing in.
    SignIn,
    /// The first move of the computer at level 1.
    ComputerMove,
    /// An analysis of 100 ms.
    Analysis,
    /// The first page of finished games.
    Page,
}

/// How long each took, in milliseconds; nothing for those that were refused or did not come.
#[derive(Clone, Default, Debug)]
pub(super) struct Waits(Vec<Option<f64>>);

impl Waits {
    /// The median and the longest of those that came, and how many did not.
    pub(super) fn figures(&self) -> (f64, f64, usize) {
        let mut times: Vec<f64> = self.0.iter().flatten().copied().collect();
        times.sort_by(f64::total_cmp);
        let median = times.get(times.len() / 2).copied().unwrap_or(f64::NAN);
        let longest = times.last().copied().unwrap_or(f64::NAN);
        (median, longest, self.0.len() - times.len())
    }
}

impl Probe {
    /// In a table.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Connection => "connection",
            Self::SignIn => "sign-in",
            Self::ComputerMove => "level-1 move",
            Self::Analysis => "analysis",
            Self::Page => "archive page",
        }
    }

    /// Asks again and again until the target's time is over. `series` tells apart the visitors of
    /// different measurements.
    pub(super) async fn measure(self, target: &Target, series: usize) -> Waits {
        let mut waits = Waits::default();
        let mut ticks = tokio::time::interval(EVERY);
        for number in (FIRST_ADDRESS + 100 * series).. {
            ticks.tick().await;
            if target.is_over() {
                return waits;
            }
            let begun = Instant::now();
            let answer = tokio::time::timeout(LONGEST, self.answered(target, number, series));
            let answered = answer.await.unwrap_or(false);
            let took = begun.elapsed().as_secs_f64() * 1_000.0;
            waits.0.push(answered.then_some(took));
        }
        waits
    }

    /// What must be there before anything is measured.
    pub(super) async fn prepare(self, target: &Target, series: usize) {
        if self == Self::SignIn {
            let from = address(FIRST_ADDRESS + 100 * series);
            // If it cannot be made, every sign-in fails and is counted.
            let _ = target.ask((from, None), "/api/sign-up", Some(&person(series))).await;
        }
    }

    async fn answered(self, target: &Target, number: usize, series: usize) -> bool {
        let from = address(number);
        let ok = |answer: std::io::Result<super::wire::RawResponse>| {
            answer.is_ok_and(|response| response.status < 400)
        };
        match self {
            Self::Connection => target.guest_with_socket(number).await.is_some(),
            Self::SignIn => {
                ok(target.ask((from, None), "/api/sign-in", Some(&person(series))).await)
            }
            Self::Page => ok(target.ask((from, None), "/api/games", None).await),
            Self::Analysis => {
                let Some(Guest { from, cookie }) = target.guest(number).await else { return false };
                let body = json!({"game": "hex", "milliseconds": 100}).to_string();
                ok(target.ask((from, Some(&cookie)), "/api/analyse", Some(&body)).await)
            }
            Self::ComputerMove => computer_move(target, number).await.is_some(),
        }
    }
}

fn person(series: usize) -> String {
    json!({"name": format!("visitor-{series}"), "password": "tall green bicycle"}).to_string()
}

async fn computer_move(target: &Target, number: usize) -> Option<()> {
    let (_guest, mut wire) = target.guest_with_socket(number).await?;
    let terms = terms("hex", "size=5 swap=off", "none", "second");
    let opponent = r#"{"who":"house","level":1}"#;
    wire.say(&format!(r#"{{"t":"challenge","terms":{terms},"opponent":{opponent},"id":"v"}}"#))
        .await
        .ok()?;
    let paired = wire.until(&[r#""t":"paired""#, r#""t":"refused""#]).await?;
    let game = paired.split(r#""game":""#).nth(1)?.split('"').next()?.to_owned();
    wire.say(&format!(r#"{{"t":"watch","game":"{game}"}}"#)).await.ok()?;
    wire.until(&[r#""e":"played""#, r#""moves":[{"#]).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_not_come_is_counted_apart() {
        let waits = Waits(vec![Some(3.0), None, Some(1.0), Some(2.0)]);
        assert_eq!(waits.figures(), (2.0, 3.0, 1));
        assert_eq!(Waits(vec![None]).figures().2, 1);
    }
}
