//! What workers that search one position share.

use analysis::Report;
use search::SharedTable;

/// Shared memory of the workers that search one position: a mailbox for each helper, a word that says
/// that the main search has ended, and the second-level transposition table.
pub trait Exchange {
    /// The second-level table, as the search with this number among those that share it sees it.
    fn table(&self, number: u8) -> Option<SharedTable>;
    /// Publishes the latest report of a helper on the request with this number.
    fn publish(&self, helper: u8, id: u32, report: &Report<String>);
    /// The latest reports of the helpers, this many at most, on the request with this number.
    fn collect(&self, helpers: u8, id: u32) -> Vec<Report<String>>;
    /// The main search of the request with this number has ended: helpers stop.
    fn end(&self, id: u32);
}

/// A worker without others.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Exchange for Alone {
    fn table(&self, _number: u8) -> Option<SharedTable> {
        None
    }

    fn publish(&self, _helper: u8, _id: u32, _report: &Report<String>) {}

    fn collect(&self, _helpers: u8, _id: u32) -> Vec<Report<String>> {
        Vec::new()
    }

    fn end(&self, _id: u32) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WorkerState;
    use analysis::{Limits, StopSignal};
    use std::cell::RefCell;
    use std::rc::Rc;
    use worker_protocol::{Request, Response, SearchRequest};

    const SLOTS: u32 = 1 << 16;

    thread_local! {
        static TABLE: RefCell<Vec<[u64; 2]>> = RefCell::new(vec![[0; 2]; SLOTS as usize]);
    }

    /// Memory of one thread in place of that of several workers.
    #[derive(Default)]
    struct OneThread {
        mailboxes: RefCell<Vec<(u8, u32, Report<String>)>>,
        ended: RefCell<Vec<u32>>,
    }

    impl Exchange for OneThread {
        fn table(&self, number: u8) -> Option<SharedTable> {
            let load = |slot: u32| TABLE.with_borrow(|table| table[slot as usize]);
            let store = |slot: u32, words: [u64; 2]| {
                TABLE.with_borrow_mut(|table| table[slot as usize] = words);
            };
            let tell_nodes = |_: u32, _: u64| {};
            Some(SharedTable { load, store, tell_nodes, slots: SLOTS, number: number.into() })
        }

        fn publish(&self, helper: u8, id: u32, report: &Report<String>) {
            let mut mailboxes = self.mailboxes.borrow_mut();
            mailboxes.retain(|(of, ..)| *of != helper);
            mailboxes.push((helper, id, report.clone()));
        }

        fn collect(&self, helpers: u8, id: u32) -> Vec<Report<String>> {
            let mailboxes = self.mailboxes.borrow();
            let wanted = mailboxes.iter().filter(|(by, on, _)| *by <= helpers && *on == id);
            wanted.map(|(.., report)| report.clone()).collect()
        }

        fn end(&self, id: u32) {
            self.ended.borrow_mut().push(id);
        }
    }

    fn worker(exchange: &Rc<OneThread>) -> WorkerState {
        WorkerState::new(StopSignal::Poll(|| false), Rc::<OneThread>::clone(exchange))
    }

    fn request(game: &str, moves: &str, helpers: u8, limits: Limits) -> SearchRequest {
        let record = format!("[Game \"{game}\"]\n\n{moves} *");
        let game = game.to_owned();
        SearchRequest {
            id: 5,
            game,
            record,
            level: 8,
            lines: 3,
            helpers,
            limits,
            ..Default::default()
        }
    }

    /// The last report, and the number of helpers whose part was in a report before it.
    fn search(worker: &mut WorkerState, request: SearchRequest) -> (Report, u8) {
        let (mut last, mut most) = (None, 0);
        worker.answer(Request::Search(request), &mut |response| match response {
            Response::Progress { helpers, .. } => most = most.max(helpers),
            other => last = Some(other),
        });
        match last {
            Some(Response::BestMove { id: 5, report }) => (report, most),
            other => panic!("the last response is {other:?}"),
        }
    }

    #[test]
    fn visits_of_a_helper_are_added_to_those_of_the_main_worker() {
        let exchange = Rc::<OneThread>::default();
        let limits = Limits::nodes(400);
        let request = request("hex", "1. f6 e7", 1, limits);
        let help = Request::Help { number: 1, request: request.clone() };
        worker(&exchange).answer(help, &mut |response| panic!("a helper says {response:?}"));
        let (report, _) = search(&mut worker(&exchange), request);
        assert_eq!(report.lines.len(), 3);
        assert!(report.nodes >= 800, "{}", report.nodes);
        let visits: u32 = report.lines.iter().filter_map(|line| line.visits).sum();
        assert!(visits > 400, "{visits} visits of three moves");
        assert_eq!(*exchange.ended.borrow(), [5]);
    }

    #[test]
    fn the_second_level_table_saves_the_main_worker_nodes() {
        let exchange = Rc::<OneThread>::default();
        let limits = Limits::depth(6);
        let (single, helpers) =
            search(&mut worker(&exchange), request("eclipse", "1. 34-26", 0, limits.clone()));
        assert_eq!(helpers, 0);
        let request = request("eclipse", "1. 34-26", 1, limits);
        let help = Request::Help { number: 1, request: request.clone() };
        worker(&exchange).answer(help, &mut |response| panic!("a helper says {response:?}"));
        let theirs = exchange.collect(1, 5)[0].nodes;
        let (both, helpers) = search(&mut worker(&exchange), request);
        let own = both.nodes - theirs;
        assert!(own * 2 < single.nodes, "{own} nodes after a helper, {} alone", single.nodes);
        assert_eq!((helpers, both.depth), (1, 6));
    }

    #[test]
    fn first_moves_of_hex_are_searched_together() {
        let exchange = Rc::<OneThread>::default();
        let request = request("hex", "", 1, Limits { depth: Some(1), ..Limits::default() });
        let help = Request::Help { number: 1, request: request.clone() };
        worker(&exchange).answer(help, &mut |response| panic!("a helper says {response:?}"));
        let theirs = exchange.collect(1, 5)[0].nodes;
        let (report, _) = search(&mut worker(&exchange), request);
        assert_eq!((report.lines.len(), report.nodes), (3, 2 * theirs));
    }

    #[test]
    fn a_solved_position_ends_the_search_of_all_workers() {
        thread_local! {
            static ENDED: RefCell<bool> = const { RefCell::new(false) };
        }
        /// Ends the main search too, as the word of the page's shared memory does.
        struct Ending(OneThread);
        impl Exchange for Ending {
            fn table(&self, number: u8) -> Option<SharedTable> {
                self.0.table(number)
            }
            fn publish(&self, helper: u8, id: u32, report: &Report<String>) {
                self.0.publish(helper, id, report);
            }
            fn collect(&self, helpers: u8, id: u32) -> Vec<Report<String>> {
                self.0.collect(helpers, id)
            }
            fn end(&self, _id: u32) {
                ENDED.set(true);
            }
        }
        let stop = StopSignal::Poll(|| ENDED.with_borrow(|ended| *ended));
        let mut worker = WorkerState::new(stop, Rc::new(Ending(OneThread::default())));
        let record = "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b1 a1 2. b2 a2 *";
        // Without the end it would go on until it is stopped, because of the other root moves.
        let one = SearchRequest {
            record: record.to_owned(),
            lines: 1,
            ..request("hex", "", 1, Limits::default())
        };
        assert!(search(&mut worker, one).0.lines[0].score.is_proven());
    }

    #[test]
    fn a_helper_has_nothing_to_do_below_full_strength() {
        let exchange = Rc::<OneThread>::default();
        let request = SearchRequest { level: 3, ..request("eclipse", "", 1, Limits::nodes(50)) };
        let help = Request::Help { number: 1, request };
        worker(&exchange).answer(help, &mut |response| panic!("a helper says {response:?}"));
        assert!(exchange.mailboxes.borrow().is_empty());
    }
}
