//! From a tree to SGF: FF[4] (Hollosi 1997).

use crate::dialect::CellNames;
use crate::property::escaped;
use crate::root::names;
use crate::{Property, SWAP_TAG, SgfGame, StoneMove, SwapForm, TIME_TAG, Tree, time};
use game::{Ending, Outcome, Side};
use placement::{Board, CellSet, SwapRule};
use std::fmt::Write as _;

/// A tree as SGF, with all its variations, comments and markup.
pub fn write_sgf<P: SgfGame>(tree: &Tree<P>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut out = format!("(;FF[4]GM[{}]CA[UTF-8]AP[Sixfold:{version}]", P::GM);
    write_start(&tree.start, &mut out);
    write_tags(tree, &mut out);
    if let Some(result) = result(tree) {
        put(&mut out, "RE", &result);
    }
    if !tree.comment.is_empty() {
        put(&mut out, "C", &tree.comment);
    }
    write_properties::<P>(&tree.properties, false, &mut out);
    out.push('\n');
    write_moves(tree, &mut out);
    out.push_str(")\n");
    out
}

fn write_tags<P: SgfGame>(tree: &Tree<P>, out: &mut String) {
    for (name, value) in tree.tags.iter().filter(|(name, _)| name != SWAP_TAG) {
        // Records name their sides by colour or by order.
        let name = match name.as_str() {
            "First" => P::NOTATION.colours.first,
            "Second" => P::NOTATION.colours.second,
            name => name,
        };
        let times = if name == TIME_TAG { time::to_sgf(value) } else { None };
        if let Some((main, overtime)) = times {
            for (name, value) in [("TM", main), ("OT", overtime)] {
                if let Some(value) = value {
                    put(out, name, &value);
                }
            }
            continue;
        }
        match names::<P>().find(|(_, tag)| *tag == name) {
            Some(("DT", _)) => put(out, "DT", &date(value)),
            Some((property, _)) => put(out, property, value),
            None => put(out, "TAG", &format!("{name}: {value}")),
        }
    }
}

/// A day as FF[4] has it, `2026-11-16`; records write it with dots. What is not known may be left
/// out at the end.
fn date(text: &str) -> String {
    let parts: Vec<&str> = text.split('.').collect();
    let digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let known: Vec<&str> = parts.iter().copied().take_while(|part| digits(part)).collect();
    let unknown = parts[known.len()..].iter().all(|part| part.bytes().all(|byte| byte == b'?'));
    if unknown && known.first().is_some_and(|year| year.len() == 4) {
        known.join("-")
    } else {
        text.to_owned()
    }
}

fn write_properties<P: SgfGame>(properties: &[Property], mirrored: bool, out: &mut String) {
    for property in properties {
        let _ = write!(out, "{}", property.renamed::<P>(CellNames::STANDARD, mirrored));
    }
}

/// What is left to be written: a node, as the next of its line or as a variation, or the end of a
/// variation.
enum Task {
    Node(usize),
    Variation(usize),
    Close,
}

fn write_moves<P: SgfGame>(tree: &Tree<P>, out: &mut String) {
    let followers = tree.followers();
    let views = views(tree);
    let mut tasks = Vec::new();
    let plan = |here: usize, tasks: &mut Vec<Task>| match &followers[here][..] {
        [only] => tasks.push(Task::Node(*only)),
        several => tasks.extend(several.iter().rev().map(|&node| Task::Variation(node))),
    };
    plan(tree.nodes.len(), &mut tasks);
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Close => {
                out.push_str(")\n");
                continue;
            }
            Task::Variation(node) => {
                out.push('(');
                tasks.push(Task::Close);
                node
            }
            Task::Node(node) => node,
        };
        write_node(tree, node, views[node], out);
        plan(node, &mut tasks);
    }
}

/// Who makes a move, and whether the file sees it in the mirror.
#[derive(Clone, Copy)]
struct View {
    side: Side,
    mirrored: bool,
}

/// One for each node; parents stand before what follows them.
fn views<P: SgfGame>(tree: &Tree<P>) -> Vec<View> {
    let mut views: Vec<View> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        views.push(match node.parent {
            None => View { side: tree.start.side_to_move(), mirrored: false },
            Some(parent) => {
                let swapped =
                    tree.nodes[parent].mv == P::Move::SWAP && tree.swap == SwapForm::Sides;
                View {
                    side: views[parent].side.other(),
                    mirrored: views[parent].mirrored || swapped,
                }
            }
        });
    }
    views
}

fn write_node<P: SgfGame>(tree: &Tree<P>, at: usize, view: View, out: &mut String) {
    let node = &tree.nodes[at];
    let side = if view.mirrored { view.side.other() } else { view.side };
    let is_swap = node.mv == P::Move::SWAP;
    let value = match tree.swap {
        SwapForm::Pieces if is_swap => P::SWAP.to_owned(),
        SwapForm::Sides if is_swap => "swap-sides".to_owned(),
        _ if view.mirrored => P::swap_image(node.mv).to_string(),
        _ => node.mv.to_string(),
    };
    out.push(';');
    put(out, letter::<P>(side), &value);
    if !node.comment.is_empty() {
        put(out, "C", &node.comment);
    }
    let after_sides = is_swap && tree.swap == SwapForm::Sides;
    write_properties::<P>(&node.properties, view.mirrored || after_sides, out);
}

fn write_start<P: SgfGame>(start: &P, out: &mut String) {
    let setup = start.to_setup();
    put(out, "SZ", &setup.size.to_string());
    if setup.swap == SwapRule::Off {
        put(out, "RU", "no swap");
    }
    if *start == P::start(start.options()) {
        return;
    }
    for (name, side) in [("AB", P::BLACK), ("AW", P::BLACK.other())] {
        write_stones(name, start.tables(), setup.stones[side], out);
    }
    put(out, "PL", letter::<P>(setup.to_move));
}

fn write_stones(name: &str, board: &Board, stones: CellSet, out: &mut String) {
    if !stones.is_empty() {
        out.push_str(name);
    }
    for cell in stones {
        let _ = write!(out, "[{}]", board.name(cell));
    }
}

/// The letter of a side's colour.
fn letter<P: SgfGame>(side: Side) -> &'static str {
    if side == P::BLACK { "B" } else { "W" }
}

fn result<P: SgfGame>(tree: &Tree<P>) -> Option<String> {
    let conclusion = tree.main_line().conclusion()?;
    let winner = match conclusion.outcome {
        Outcome::Win(side) if tree.ends_mirrored() => letter::<P>(side.other()),
        Outcome::Win(side) => letter::<P>(side),
        Outcome::Draw => return Some("Draw".into()),
    };
    Some(match tree.ending {
        Some(Ending::Resignation(_)) => format!("{winner}+R"),
        Some(Ending::Time(_)) => format!("{winner}+T"),
        _ => format!("{winner}+"),
    })
}

/// `NAME[value]`, with what would end the value made harmless.
fn put(out: &mut String, name: &str, value: &str) {
    out.push_str(name);
    out.push('[');
    out.push_str(&escaped(value, false));
    out.push(']');
}
