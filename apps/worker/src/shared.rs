//! Shared memory of the page's workers: mailboxes of helpers and the second-level transposition table.
//!
//! Each worker has a module and a memory of its own; what they share are two arrays that the page made
//! and sent to all of them.

use analysis::Report;
use js_sys::{Atomics, BigUint64Array, Int32Array, Uint8Array};
use search::SharedTable;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use worker::Exchange;
use worker_protocol::{ENDED_WORD, FIRST_MAILBOX, MAILBOX_WORDS, decode, encode};

/// Words of a mailbox before the bytes of the report.
const HEAD: u32 = 4;
/// Places of the words of a mailbox; the first is the sequence number.
const SEARCH: u32 = 1;
const NODES: u32 = 2;
const LENGTH: u32 = 3;

/// How often a report is read that is being written meanwhile.
const ATTEMPTS: u32 = 4;

thread_local! {
    static WORDS: RefCell<Option<Int32Array>> = const { RefCell::new(None) };
    static TABLE: RefCell<Option<BigUint64Array>> = const { RefCell::new(None) };
}

/// Takes a message that is one of the arrays; returns whether it is one.
pub(crate) fn accept(message: &JsValue) -> bool {
    if let Some(words) = message.dyn_ref::<Int32Array>() {
        WORDS.set(Some(words.clone()));
    } else if let Some(table) = message.dyn_ref::<BigUint64Array>() {
        TABLE.set(Some(table.clone()));
    } else {
        return false;
    }
    true
}

/// The workers of this page.
pub(crate) struct PageWorkers;

impl Exchange for PageWorkers {
    fn table(&self, number: u8) -> Option<SharedTable> {
        let words = TABLE.with_borrow(|table| table.as_ref().map(BigUint64Array::length))?;
        Some(SharedTable {
            load,
            store,
            tell_nodes: store_nodes,
            slots: words / 2,
            number: number.into(),
        })
    }

    fn publish(&self, helper: u8, id: u32, report: &Report<String>) {
        let bytes = encode(report);
        if bytes.len() <= ((MAILBOX_WORDS - HEAD) * 4) as usize {
            store_nodes(helper.into(), report.nodes);
            with_words(|words| write(words, mailbox(helper), id, &bytes));
        }
    }

    fn collect(&self, helpers: u8, id: u32) -> Vec<Report<String>> {
        let latest = |helper| {
            let (bytes, nodes) = with_words(|words| read(words, mailbox(helper), id))?;
            let report: Report<String> = decode(&bytes)?;
            Some(Report { nodes: nodes.max(report.nodes), ..report })
        };
        (1..=helpers).filter_map(latest).collect()
    }

    fn end(&self, id: u32) {
        with_words(|words| Atomics::store(words, ENDED_WORD, (id + 1) as i32).ok());
    }
}

/// Index of a helper's mailbox.
fn mailbox(helper: u8) -> u32 {
    FIRST_MAILBOX + (u32::from(helper) - 1) * MAILBOX_WORDS
}

/// A report comes after an iteration, which takes long in the end: nodes are sent more often. The main
/// search, number 0, has no mailbox.
fn store_nodes(number: u32, nodes: u64) {
    if number > 0 {
        let at = mailbox(number as u8) + NODES;
        with_words(|words| Atomics::store(words, at, (nodes / 1000) as i32).ok());
    }
}

/// What is done with the words; `None` without shared memory, and outside the array.
fn with_words<T>(work: impl FnOnce(&Int32Array) -> Option<T>) -> Option<T> {
    WORDS.with_borrow(|words| words.as_ref().and_then(work))
}

/// Writes a report, between two steps of the sequence number.
fn write(words: &Int32Array, at: u32, id: u32, bytes: &[u8]) -> Option<()> {
    Atomics::add(words, at, 1).ok()?;
    Atomics::store(words, at + SEARCH, id as i32).ok()?;
    Atomics::store(words, at + LENGTH, bytes.len() as i32).ok()?;
    body(words, at, bytes.len() as u32).copy_from(bytes);
    Atomics::add(words, at, 1).ok().map(drop)
}

/// The report on a request and the nodes so far, if there is a report and it is not being written.
fn read(words: &Int32Array, at: u32, id: u32) -> Option<(Vec<u8>, u64)> {
    for _ in 0..ATTEMPTS {
        let sequence = Atomics::load(words, at).ok()?;
        let of = Atomics::load(words, at + SEARCH).ok()?;
        let nodes = u64::from(Atomics::load(words, at + NODES).ok()?.unsigned_abs()) * 1000;
        let length = Atomics::load(words, at + LENGTH).ok()? as u32;
        if of != id as i32 || length > (MAILBOX_WORDS - HEAD) * 4 {
            return None;
        }
        let bytes = body(words, at, length).to_vec();
        if sequence % 2 == 0 && Atomics::load(words, at).ok()? == sequence {
            return Some((bytes, nodes));
        }
    }
    None
}

fn body(words: &Int32Array, at: u32, length: u32) -> Uint8Array {
    Uint8Array::new_with_byte_offset_and_length(&words.buffer(), (at + HEAD) * 4, length)
}

fn load(slot: u32) -> [u64; 2] {
    TABLE.with_borrow(|table| {
        table.as_ref().map_or([0; 2], |t| [t.get_index(2 * slot), t.get_index(2 * slot + 1)])
    })
}

fn store(slot: u32, [guard, data]: [u64; 2]) {
    TABLE.with_borrow(|table| {
        if let Some(table) = table {
            table.set_index(2 * slot, guard);
            table.set_index(2 * slot + 1, data);
        }
    });
}
