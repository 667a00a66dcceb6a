//! Rules: `content/<game>/rules.md` as a page, with diagrams drawn as the boards are.

use super::play_modes::PlayModes;
use super::rules_link::rules_address;
use crate::board::Picture;
use crate::browser;
use crate::games::PlayMode;
use crate::settings::Names;
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::A;
use lessons::{Block, Span, diagram, rules, spans};

#[component]
pub(crate) fn RulesPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: Rules", game.title()));
    let others = GameName::ALL.into_iter().map(|other| {
        let current = (other == game).then_some("page");
        view! {
            <A href=rules_address(other) attr:aria-current=current>
                {other.title()}
            </A>
        }
    });
    view! {
        <article class=format!("rules game-{game}")>
            <header class="rules-head">
                <h1>{format!("Rules of {}", game.title())}</h1>
                <nav class="tabs" aria-label="Rules of the games">
                    {others.collect_view()}
                </nav>
                <PlayModes game mode=None />
            </header>
            {grouped(rules(game)).into_iter().map(draw).collect_view()}
            <p class="actions">
                <A href=PlayMode::Learn.address(game) attr:class="button primary">
                    "Lessons"
                </A>
                <A href=PlayMode::Play.address(game) attr:class="button">
                    {PlayMode::Play.title()}
                </A>
            </p>
        </article>
    }
}

/// Blocks that are drawn together: pictures side by side, the items of a list.
fn grouped(blocks: Vec<Block>) -> Vec<Vec<Block>> {
    let together = |a: &Block, b: &Block| {
        let pair = (a, b);
        matches!(
            pair,
            (Block::Picture { .. }, Block::Picture { .. }) | (Block::Item(_), Block::Item(_))
        )
    };
    blocks.chunk_by(together).map(<[Block]>::to_vec).collect()
}

fn draw(group: Vec<Block>) -> AnyView {
    match group.first() {
        Some(Block::Picture { .. }) => {
            view! { <div class="diagrams">{group.into_iter().map(draw_block).collect_view()}</div> }
                .into_any()
        }
        Some(Block::Item(_)) => {
            view! { <ul>{group.into_iter().map(draw_block).collect_view()}</ul> }.into_any()
        }
        _ => group.into_iter().map(draw_block).collect_view().into_any(),
    }
}

fn draw_block(block: Block) -> AnyView {
    match block {
        Block::Heading { level: 3, text } => view! { <h3>{text}</h3> }.into_any(),
        Block::Heading { text, .. } => view! { <h2>{text}</h2> }.into_any(),
        Block::Paragraph(text) => view! { <p>{line(text)}</p> }.into_any(),
        Block::Item(text) => view! { <li>{line(text)}</li> }.into_any(),
        Block::Rule { number, text } => {
            let id = format!("rule-{number}");
            view! { <p class="rule" id=id><b>{number}</b> <span>{line(text)}</span></p> }.into_any()
        }
        Block::Table(rows) => table(rows).into_any(),
        Block::Picture { name, caption } => picture(name, caption).into_any(),
    }
}

fn line(text: &'static str) -> impl IntoView {
    let draw = |span| match span {
        Span::Plain(text) => text.into_any(),
        Span::Emphasis(text) => view! { <em>{text}</em> }.into_any(),
        Span::Strong(text) => view! { <strong>{text}</strong> }.into_any(),
        Span::Code(text) => view! { <code>{text}</code> }.into_any(),
    };
    spans(text).into_iter().map(draw).collect_view()
}

fn table(mut rows: Vec<Vec<&'static str>>) -> impl IntoView {
    let head = rows.remove(0).into_iter().map(|cell| view! { <th scope="col">{cell}</th> });
    let row = |cells: Vec<&'static str>| {
        let cells = cells.into_iter().map(|cell| view! { <td>{cell}</td> });
        view! { <tr>{cells.collect_view()}</tr> }
    };
    view! {
        <table>
            <thead>
                <tr>{head.collect_view()}</tr>
            </thead>
            <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

fn picture(name: &str, caption: &'static str) -> impl IntoView + use<> {
    let scene = diagram(name).map(|diagram| diagram.scene());
    scene.map(|scene| {
        view! {
            <figure>
                <Picture scene=Signal::stored(scene) names=Names::Shown />
                <figcaption>{caption}</figcaption>
            </figure>
        }
    })
}
