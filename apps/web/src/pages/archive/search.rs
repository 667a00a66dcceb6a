//! The search query of the archive, and its form.

use crate::http::in_address;
use crate::pages::dates::first_moment;
use crate::pages::entry::{Autofill, Entry};
use crate::pages::speeds::{games, select};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

/// What is searched for; an empty word is anything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SearchQuery {
    pub(super) player: String,
    pub(super) opponent: String,
    pub(super) game: String,
    result: String,
    rated: String,
    /// The first day, as fields of dates write it.
    from: String,
    /// The last day.
    to: String,
    pub(super) page: usize,
}

impl SearchQuery {
    /// The search that an address describes.
    pub(super) fn read(word: impl Fn(&str) -> Option<String>) -> Self {
        let text = |name: &str| word(name).unwrap_or_default().trim().to_owned();
        Self {
            player: text("player"),
            opponent: text("opponent"),
            game: text("game"),
            result: text("result"),
            rated: text("rated"),
            from: text("from"),
            to: text("to"),
            page: text("page").parse().unwrap_or_default(),
        }
    }

    /// The same search, at another page of what was found.
    pub(super) fn at_page(&self, page: usize) -> Self {
        Self { page, ..self.clone() }
    }

    pub(super) fn is_anything(&self) -> bool {
        *self == Self { page: self.page, ..Self::default() }
    }

    fn words(&self) -> [(&'static str, &str); 5] {
        [
            ("player", &self.player),
            ("opponent", &self.opponent),
            ("game", &self.game),
            ("result", &self.result),
            ("rated", &self.rated),
        ]
    }

    /// The page's own address, after the question mark.
    pub(super) fn address(&self) -> String {
        let page = if self.page == 0 { String::new() } else { self.page.to_string() };
        let days = [("from", self.from.as_str()), ("to", &self.to), ("page", &page)];
        join(self.words().into_iter().chain(days))
    }

    /// The query for the server; the last day is included.
    pub(super) fn question(&self) -> String {
        let moment = |day: &str, later| first_moment(day, later).map(|at| at.to_string());
        let from = moment(&self.from, 0).unwrap_or_default();
        let to = moment(&self.to, 1).unwrap_or_default();
        let page = self.page.to_string();
        let days = [("from", from.as_str()), ("to", &to), ("page", &page)];
        join(self.words().into_iter().chain(days))
    }
}

fn join<'a>(words: impl Iterator<Item = (&'static str, &'a str)>) -> String {
    let said = words.filter(|(_, value)| !value.is_empty());
    let said: Vec<String> =
        said.map(|(name, value)| format!("{name}={}", in_address(value))).collect();
    said.join("&")
}

const RESULTS: [(&str, &str); 6] = [
    ("", "Any"),
    ("won", "The player won"),
    ("lost", "The player lost"),
    ("draw", "Drawn"),
    ("first", "The first side won"),
    ("second", "The second side won"),
];
const RATED: [(&str, &str); 3] = [("", "Both"), ("true", "Rated"), ("false", "Casual")];

#[component]
pub(super) fn SearchForm(query: SearchQuery) -> impl IntoView {
    let (player, opponent) =
        (RwSignal::new(query.player.clone()), RwSignal::new(query.opponent.clone()));
    let rest = RwSignal::new(query.clone());
    let missing_player = RwSignal::new(None::<String>);
    let navigate = use_navigate();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let words = SearchQuery {
            player: player.get_untracked().trim().to_owned(),
            opponent: opponent.get_untracked().trim().to_owned(),
            page: 0,
            ..rest.get_untracked()
        };
        let of_whom = words.player.is_empty() && matches!(words.result.as_str(), "won" | "lost");
        missing_player.set(of_whom.then(|| "Won or lost by whom? Name a player.".to_owned()));
        if !of_whom {
            let stay = NavigateOptions { scroll: false, ..Default::default() };
            navigate(&format!("/archive?{}", words.address()), stay);
        }
    };
    let field = move |title, name, values: &[(&'static str, &'static str)], part: QueryField| {
        let chosen = Signal::derive(move || rest.with(|rest| part.of(rest).clone()));
        let choose = move |text| rest.update(|rest| *part.of_mut(rest) = text);
        select(title, name, values, chosen, Callback::new(choose))
    };
    let any_game: Vec<_> = [("", "Any")].into_iter().chain(games()).collect();
    view! {
        <form class="entries search" role="search" novalidate on:submit=submit>
            <div class="fields">
                <Entry label="Player" id="player" autofill=Autofill::Text value=player wrong=missing_player />
                <Entry label="Opponent" id="opponent" autofill=Autofill::Text value=opponent />
            </div>
            <div class="fields">
                {field("Game", "game", &any_game, QueryField::Game)}
                {field("Result", "result", &RESULTS, QueryField::Result)}
                {date("From", "from", rest, QueryField::From)}
                {date("To", "to", rest, QueryField::To)}
                {field("Rated", "rated", &RATED, QueryField::Rated)}
            </div>
            <div class="actions">
                <button type="submit" class="button primary" id="search">"Search"</button>
            </div>
        </form>
    }
}

/// One of the words that are chosen, not typed.
#[derive(Clone, Copy)]
enum QueryField {
    Game,
    Result,
    Rated,
    From,
    To,
}

impl QueryField {
    const fn of(self, query: &SearchQuery) -> &String {
        match self {
            Self::Game => &query.game,
            Self::Result => &query.result,
            Self::Rated => &query.rated,
            Self::From => &query.from,
            Self::To => &query.to,
        }
    }

    const fn of_mut(self, query: &mut SearchQuery) -> &mut String {
        match self {
            Self::Game => &mut query.game,
            Self::Result => &mut query.result,
            Self::Rated => &mut query.rated,
            Self::From => &mut query.from,
            Self::To => &mut query.to,
        }
    }
}

fn date(
    title: &'static str,
    name: &'static str,
    rest: RwSignal<SearchQuery>,
    part: QueryField,
) -> impl IntoView {
    view! {
        <label class="field">
            <span>{title}</span>
            <input
                type="date"
                id=name
                name=name
                prop:value=move || rest.with(|rest| part.of(rest).clone())
                on:change=move |event| rest.update(|rest| *part.of_mut(rest) = event_target_value(&event))
            />
        </label>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_what_is_wanted_and_nonsense_is_anything() {
        let query = SearchQuery::read(|name| match name {
            "player" => Some(" Ann ".to_owned()),
            "result" => Some("won".to_owned()),
            "page" => Some("3".to_owned()),
            _ => None,
        });
        assert_eq!((query.player.as_str(), query.result.as_str(), query.page), ("Ann", "won", 3));
        assert!(!query.is_anything());
        let nonsense = SearchQuery::read(|name| (name == "page").then(|| "last".to_owned()));
        assert_eq!(nonsense, SearchQuery::default());
        assert!(SearchQuery { page: 2, ..SearchQuery::default() }.is_anything());
    }
}
