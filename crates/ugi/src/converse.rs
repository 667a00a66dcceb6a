//! The protocol machine on a pair of streams: a reader thread, a search thread, and this one.
//!
//! ```text
//! input ── reader ──┐
//!                   ├── news ── machine ── output
//!        thinker ───┘             │
//!           └──────── tasks ──────┘
//! ```

use crate::NoMemory;
use crate::lines::{InputLine, next_line};
use crate::machine::{Action, Machine, Task};
use bots::{Config, Engine, Playable, player};
use search::{Report, can_allocate};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Input of the machine.
enum Event<P: Playable> {
    InputLine(InputLine),
    Unreadable(io::Error),
    Progress(Report<P::Move>),
    Thought(Report<P::Move>),
}

/// Whether an engine could be made, or why not.
type Prepared = Result<(), NoMemory>;

/// A command to the search thread.
enum EngineCommand<P: Playable> {
    Prepare(Box<Config>, Sender<Prepared>),
    Think(Box<Task<P>>),
    Forget,
}

/// Speaks the protocol until it is told to leave or the input ends. Every line is flushed.
///
/// # Errors
/// If a stream breaks, or if there is no memory for the tables that `config` asks for.
pub fn converse<P: Playable>(
    config: Config,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    has_memory(&config).map_err(|why| io::Error::new(io::ErrorKind::OutOfMemory, why))?;
    let (events, incoming) = channel::<Event<P>>();
    let (orders, asked) = channel::<EngineCommand<P>>();
    let voice = events.clone();
    let thinker = thread::spawn(move || think(&asked, &voice));
    // The reader may wait for a line for ever: it is not waited for.
    thread::spawn(move || read(input, &events));
    let mut desk =
        EngineLoop { machine: Machine::new(config), orders, stop: Arc::default(), output };
    let done = desk.serve(&incoming);
    desk.stop.store(true, Ordering::Relaxed);
    drop(desk);
    // A thinker that failed has said so itself.
    let _ = thinker.join();
    done
}

/// The machine and its channels.
struct EngineLoop<'a, P: Playable, W> {
    machine: Machine<P>,
    orders: Sender<EngineCommand<P>>,
    stop: Arc<AtomicBool>,
    output: &'a mut W,
}

/// Whether the loop continues.
#[derive(PartialEq, Eq)]
enum Continue {
    Listen,
    Leave,
}

impl<P: Playable, W: Write> EngineLoop<'_, P, W> {
    fn serve(&mut self, incoming: &Receiver<Event<P>>) -> io::Result<()> {
        for events in incoming {
            let acts = match events {
                Event::InputLine(InputLine::Line(line)) => self.machine.handle_line(&line),
                Event::InputLine(InputLine::TooLong) => {
                    vec![Action::Say("error the line is too long".into())]
                }
                Event::InputLine(InputLine::End) => self.machine.end(),
                Event::Unreadable(error) => return Err(error),
                Event::Progress(report) => self.machine.progress(&report),
                Event::Thought(report) => self.machine.search_done(&report),
            };
            if self.perform_all(acts)? == Continue::Leave {
                return Ok(());
            }
        }
        Ok(())
    }

    fn perform_all(&mut self, acts: Vec<Action<P>>) -> io::Result<Continue> {
        for action in acts {
            if self.perform(action)? == Continue::Leave {
                return Ok(Continue::Leave);
            }
        }
        Ok(Continue::Listen)
    }

    fn perform(&mut self, action: Action<P>) -> io::Result<Continue> {
        match action {
            Action::Prepare(config) => {
                let (reply, done) = channel();
                self.order(EngineCommand::Prepare(config, reply))?;
                // The next line waits for this: it depends on what became of the options.
                let result = done.recv().map_err(|_| stopped())?;
                let acts = self.machine.prepared(result);
                return self.perform_all(acts);
            }
            Action::Say(line) => {
                writeln!(self.output, "{line}")?;
                self.output.flush()?;
            }
            Action::Think(mut task) => {
                self.stop = Arc::default();
                task.limits = task.limits.with_stop(Arc::clone(&self.stop));
                self.order(EngineCommand::Think(task))?;
            }
            Action::Forget => self.order(EngineCommand::Forget)?,
            Action::Halt => self.stop.store(true, Ordering::Relaxed),
            Action::Leave => return Ok(Continue::Leave),
        }
        Ok(Continue::Listen)
    }

    fn order(&self, order: EngineCommand<P>) -> io::Result<()> {
        self.orders.send(order).map_err(|_| stopped())
    }
}

fn stopped() -> io::Error {
    io::Error::other("the engine has stopped working")
}

fn read<P: Playable>(mut input: impl BufRead, events: &Sender<Event<P>>) {
    loop {
        let (item, last) = match next_line(&mut input) {
            Ok(InputLine::End) => (Event::InputLine(InputLine::End), true),
            Ok(heard) => (Event::InputLine(heard), false),
            Err(error) => (Event::Unreadable(error), true),
        };
        if events.send(item).is_err() || last {
            return;
        }
    }
}

fn think<P: Playable>(asked: &Receiver<EngineCommand<P>>, events: &Sender<Event<P>>) {
    let mut engine: Option<(Config, Engine<P>)> = None;
    for order in asked {
        match order {
            EngineCommand::Forget => {
                if let Some((_, engine)) = &mut engine {
                    engine.forget();
                }
            }
            // Nobody listens any more once the conversation is over.
            EngineCommand::Prepare(config, reply) => {
                let _ = reply.send(prepare(&mut engine, &config));
            }
            EngineCommand::Think(task) => {
                engine = engine.filter(|(config, _)| *config == task.config);
                let (_, engine) =
                    engine.get_or_insert_with(|| (task.config, player::<P>(&task.config)));
                // Nobody listens any more once the conversation is over.
                let mut tell =
                    |report: &Report<P::Move>| drop(events.send(Event::Progress(report.clone())));
                let report = engine.search(&task.record, &task.limits, &mut tell);
                drop(events.send(Event::Thought(report)));
            }
        }
    }
}

/// Makes the engine of this configuration, unless it is there or there is no memory for it.
fn prepare<P: Playable>(engine: &mut Option<(Config, Engine<P>)>, config: &Config) -> Prepared {
    if engine.as_ref().is_some_and(|(present, _)| present == config) {
        return Ok(());
    }
    has_memory(config)?;
    // The memory of the old tables is freed before the new ones are allocated.
    *engine = None;
    *engine = Some((*config, player::<P>(config)));
    Ok(())
}

fn has_memory(config: &Config) -> Prepared {
    let mib = config.memory_mib;
    can_allocate(mib).then_some(()).ok_or(NoMemory { mib })
}
