//! What is asked of an archive: every filter alone, two of them together, the first page and deep ones, and what
//! finds little among much.

use super::ArchiveServer;
use server::admin::SampledPerson;
use server::store::AccountKind;

/// A kind of question, with the paths by which it is asked in turn.
pub(super) struct Question {
    pub(super) what: &'static str,
    pub(super) details: String,
    pub(super) paths: Vec<String>,
}

/// So many people are asked about.
const PEOPLE: usize = 50;

/// So many parts of the time are asked about.
const TIMES: u64 = 40;

/// Some people, from those with most games to those with few.
pub(super) fn spread(people: &[SampledPerson]) -> impl Iterator<Item = &SampledPerson> {
    let accounts = people.iter().filter(|person| person.kind != AccountKind::Computer);
    let step = (people.len() / PEOPLE).max(1);
    accounts.step_by(step)
}

/// Paths of searches with these filters.
fn searches(filters: impl IntoIterator<Item = String>) -> Vec<String> {
    filters.into_iter().map(|filter| format!("/api/games?{filter}")).collect()
}

/// Everything that is asked.
pub(super) fn questions(
    site: &ArchiveServer,
    people: &[SampledPerson],
    opponents: &[String],
) -> Vec<Question> {
    let known = Known::of(site, people, opponents);
    let mut all = known.one_filter();
    all.extend(known.two_filters());
    all.extend(known.little_among_much());
    all.extend(known.deep_pages(site));
    all.extend(known.exports(site));
    all.extend(known.people_and_boards());
    all
}

/// What is there to ask about.
struct Known<'a> {
    /// Names, with their most frequent opponents.
    people: Vec<(&'a str, &'a str)>,
    busiest: &'a SampledPerson,
    computer: Option<&'a SampledPerson>,
    games: Vec<String>,
    /// From the first game to the last, in equal parts.
    times: Vec<(u64, u64)>,
}

const RESULTS: [&str; 3] = ["first", "second", "draw"];
const SPEEDS: [&str; 5] = ["bullet", "blitz", "rapid", "classical", "correspondence"];

impl<'a> Known<'a> {
    fn of(site: &ArchiveServer, people: &'a [SampledPerson], opponents: &'a [String]) -> Self {
        let last = site.json("/api/games")["games"][0]["ended"].as_u64().unwrap_or_default();
        // The three years that the generator fills; what is older is found in the first part.
        let first = last.saturating_sub(3 * 365 * 86_400_000);
        let part = (last - first) / TIMES;
        let times = (0..TIMES).map(|i| (first + i * part, first + (i + 1) * part)).collect();
        let names = spread(people).map(|person| person.name.as_str());
        let is_computer = |person: &&SampledPerson| person.kind == AccountKind::Computer;
        Self {
            people: names.zip(opponents.iter().map(String::as_str)).collect(),
            busiest: people.iter().find(|person| !is_computer(person)).unwrap_or(&people[0]),
            computer: people.iter().find(is_computer),
            games: catalog::GameName::ALL.map(|game| game.text().to_owned()).to_vec(),
            times,
        }
    }

    fn each_person(&self, more: impl Fn(usize, &str) -> String) -> Vec<String> {
        let filter = |(i, (name, other)): (usize, &(&str, &str))| {
            format!("player={name}&{}", more(i, other))
        };
        searches(self.people.iter().enumerate().map(filter))
    }

    fn game(&self, i: usize) -> &str {
        &self.games[i % self.games.len()]
    }

    fn time(&self, i: usize) -> String {
        let (from, to) = self.times[i % self.times.len()];
        format!("from={from}&to={to}")
    }

    fn one_filter(&self) -> Vec<Question> {
        let busiest = self.busiest;
        let details = format!("{} people, {} to few games", self.people.len(), busiest.games);
        vec![
            question("all", String::new(), searches([String::new()])),
            question("player", details, self.each_person(|_, _| String::new())),
            question(
                "player, the busiest",
                format!("{} games", busiest.games),
                searches([format!("player={}", busiest.name)]),
            ),
            question(
                "game",
                String::new(),
                searches(self.games.iter().map(|g| format!("game={g}"))),
            ),
            question("result", String::new(), searches(RESULTS.map(|r| format!("result={r}")))),
            question("date", String::new(), searches((0..self.times.len()).map(|i| self.time(i)))),
            question(
                "rated",
                String::new(),
                searches(["rated=true", "rated=false"].map(Into::into)),
            ),
        ]
    }

    fn two_filters(&self) -> Vec<Question> {
        let of_games = |more: &dyn Fn(usize) -> String| {
            let all = (0..12).map(|i| format!("game={}&{}", self.game(i), more(i)));
            searches(all)
        };
        let none = String::new;
        vec![
            question(
                "player, game",
                none(),
                self.each_person(|i, _| format!("game={}", self.game(i))),
            ),
            question("player, won", none(), self.each_person(|_, _| "result=won".into())),
            question("player, draw", none(), self.each_person(|_, _| "result=draw".into())),
            question("player, date", none(), self.each_person(|i, _| self.time(i))),
            question("player, casual", none(), self.each_person(|_, _| "rated=false".into())),
            question("player, opponent", none(), self.each_person(|_, o| format!("opponent={o}"))),
            question("game, result", none(), of_games(&|i| format!("result={}", RESULTS[i / 4]))),
            question("game, date", none(), of_games(&|i| self.time(3 * i))),
            question("game, rated", none(), of_games(&|i| format!("rated={}", i % 2 == 0))),
            question(
                "result, date",
                none(),
                searches(
                    (0..12).map(|i| format!("result={}&{}", RESULTS[i % 3], self.time(3 * i))),
                ),
            ),
            question(
                "result, rated",
                none(),
                searches((0..6).map(|i| format!("result={}&rated={}", RESULTS[i % 3], i < 3))),
            ),
        ]
    }

    /// What an index of one filter alone would go through many games for.
    fn little_among_much(&self) -> Vec<Question> {
        let name = &self.busiest.name;
        let details = || format!("{} games", self.busiest.games);
        let mut all = vec![
            question(
                "game without draws, draw",
                String::new(),
                searches(["game=hex&result=draw".into()]),
            ),
            question(
                "the busiest: game without draws, draw",
                details(),
                searches([format!("player={name}&game=hex&result=draw")]),
            ),
            question(
                "the busiest: first months",
                details(),
                searches([format!("player={name}&{}", self.time(0))]),
            ),
            question(
                "the busiest: opponent, game, draw",
                details(),
                searches([format!(
                    "player={name}&opponent={}&game=hex&result=draw",
                    self.people[0].1
                )]),
            ),
        ];
        all.extend(self.computer.map(|computer| {
            let paths = searches([format!("player={}&rated=true", computer.name)]);
            question("a computer player: rated", format!("{} games", computer.games), paths)
        }));
        all
    }

    fn deep_pages(&self, site: &ArchiveServer) -> Vec<Question> {
        let (_, middle) = self.times[self.times.len() / 2];
        let name = &self.busiest.name;
        let after = |filter: &str| {
            let page = site.json(&format!("/api/games?{filter}to={middle}"));
            // Of few games there is no page behind.
            let next = page["next"].as_str().map(|next| format!("after={next}"));
            format!("{filter}{}", next.unwrap_or_else(|| format!("to={middle}")))
        };
        let person = format!("player={name}&");
        vec![
            question("all, page 199", String::new(), searches(["page=199".into()])),
            question("game, page 199", String::new(), searches(["game=hex&page=199".into()])),
            question(
                "the busiest, page 199",
                String::new(),
                searches([format!("{person}page=199")]),
            ),
            question("all, cursor in the middle", String::new(), searches([after("")])),
            question("game, cursor in the middle", String::new(), searches([after("game=hex&")])),
            question(
                "the busiest, cursor in the middle",
                String::new(),
                searches([after(&person)]),
            ),
        ]
    }

    fn exports(&self, site: &ArchiveServer) -> Vec<Question> {
        let page = site.json(&format!("/api/games?player={}", self.busiest.name));
        let ids = page["games"].as_array().into_iter().flatten();
        let ids: Vec<&str> = ids.filter_map(|game| game["id"].as_str()).collect();
        let one = |end: &str| ids.iter().map(|id| format!("/api/games/{id}{end}")).collect();
        let people = self.people.iter().map(|(name, _)| format!("/api/games/export?player={name}"));
        vec![
            question("a game with its moves", String::new(), one("")),
            question("export of a game", String::new(), one("/export")),
            question("export of a page of 50 games", String::new(), people.collect()),
        ]
    }

    fn people_and_boards(&self) -> Vec<Question> {
        let of_each = |end: &str| {
            self.people.iter().map(|(name, _)| format!("/api/people/{name}{end}")).collect()
        };
        let board = |who: &str| {
            let all = self.games.iter().flat_map(|game| {
                SPEEDS.map(|speed| format!("/api/leaderboard?game={game}&speed={speed}&who={who}"))
            });
            all.collect()
        };
        vec![
            question("profile", String::new(), of_each("")),
            question("rating over time", String::new(), of_each("/ratings?game=hex&speed=blitz")),
            question("opponents", String::new(), of_each("/opponents")),
            question("leaderboard, people", String::new(), board("people")),
            question("leaderboard, bots", String::new(), board("bots")),
            question("front page", String::new(), vec!["/api/activity".to_owned()]),
        ]
    }
}

fn question(what: &'static str, details: String, paths: Vec<String>) -> Question {
    Question { what, details, paths }
}
