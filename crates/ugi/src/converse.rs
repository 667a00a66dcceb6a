//! The machine on a pair of streams: one thread reads, one thinks, and this one decides.
//!
//! ```text
//! input ── reader ──┐
//!                   ├── news ── machine ── output
//!        thinker ───┘             │
//!           └──────── tasks ──────┘
//! ```

use crate::lines::{Heard, next_line};
use crate::machine::{Act, Machine, Task};
use bots::{Config, Engine, Playable, player};
use search::Report;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Whatever the machine has to hear of.
enum News<P: Playable> {
    Heard(Heard),
    Unreadable(io::Error),
    Progress(Report<P>),
    Thought(Report<P>),
}

/// What the thinker is asked.
enum Order<P: Playable> {
    Think(Box<Task<P>>),
    Forget,
}

/// Speaks the protocol until it is told to leave or the input ends. Every line is flushed.
///
/// # Errors
/// If a stream breaks.
pub fn converse<P: Playable>(
    config: Config,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    let (news, incoming) = channel::<News<P>>();
    let (orders, asked) = channel::<Order<P>>();
    let voice = news.clone();
    let thinker = thread::spawn(move || think(&asked, &voice));
    // The reader may wait for a line for ever: it is not waited for.
    thread::spawn(move || read(input, &news));
    let mut desk = Desk { machine: Machine::new(config), orders, stop: Arc::default(), output };
    let done = desk.serve(&incoming);
    desk.stop.store(true, Ordering::Relaxed);
    drop(desk);
    // A thinker that failed has said so itself.
    let _ = thinker.join();
    done
}

/// The machine and everything it acts through.
struct Desk<'a, P: Playable, W> {
    machine: Machine<P>,
    orders: Sender<Order<P>>,
    stop: Arc<AtomicBool>,
    output: &'a mut W,
}

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Listen,
    Leave,
}

impl<P: Playable, W: Write> Desk<'_, P, W> {
    fn serve(&mut self, incoming: &Receiver<News<P>>) -> io::Result<()> {
        for news in incoming {
            let acts = match news {
                News::Heard(Heard::Line(line)) => self.machine.hear(&line),
                News::Heard(Heard::TooLong) => vec![Act::Say("error the line is too long".into())],
                News::Heard(Heard::End) => self.machine.end(),
                News::Unreadable(error) => return Err(error),
                News::Progress(report) => self.machine.progress(&report),
                News::Thought(report) => self.machine.thought(&report),
            };
            for act in acts {
                if self.perform(act)? == Next::Leave {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn perform(&mut self, act: Act<P>) -> io::Result<Next> {
        match act {
            Act::Say(line) => {
                writeln!(self.output, "{line}")?;
                self.output.flush()?;
            }
            Act::Think(mut task) => {
                self.stop = Arc::default();
                task.limits = task.limits.with_stop(Arc::clone(&self.stop));
                self.order(Order::Think(task))?;
            }
            Act::Forget => self.order(Order::Forget)?,
            Act::Halt => self.stop.store(true, Ordering::Relaxed),
            Act::Leave => return Ok(Next::Leave),
        }
        Ok(Next::Listen)
    }

    fn order(&self, order: Order<P>) -> io::Result<()> {
        self.orders.send(order).map_err(|_| io::Error::other("the engine has stopped working"))
    }
}

fn read<P: Playable>(mut input: impl BufRead, news: &Sender<News<P>>) {
    loop {
        let (item, last) = match next_line(&mut input) {
            Ok(Heard::End) => (News::Heard(Heard::End), true),
            Ok(heard) => (News::Heard(heard), false),
            Err(error) => (News::Unreadable(error), true),
        };
        if news.send(item).is_err() || last {
            return;
        }
    }
}

fn think<P: Playable>(asked: &Receiver<Order<P>>, news: &Sender<News<P>>) {
    let mut engine: Option<(Config, Engine<P>)> = None;
    for order in asked {
        match order {
            Order::Forget => {
                if let Some((_, engine)) = &mut engine {
                    engine.forget();
                }
            }
            Order::Think(task) => {
                engine = engine.filter(|(config, _)| *config == task.config);
                let (_, engine) =
                    engine.get_or_insert_with(|| (task.config, player::<P>(&task.config)));
                // Nobody listens any more once the conversation is over.
                let mut tell = |report: &Report<P>| drop(news.send(News::Progress(report.clone())));
                let report = engine.search(&task.record, &task.limits, &mut tell);
                drop(news.send(News::Thought(report)));
            }
        }
    }
}
