//! The protocol machine on a pair of streams: a reader thread, a search thread, and the thread of the machine.
//!
//! ```text
//! input ── reader ──┐
//!                   ├── events ── machine ── output
//!         search ───┘               │
//!           └─────── commands ──────┘
//! ```

use crate::NoMemory;
use crate::lines::{InputLine, LONGEST_LINE, next_line};
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

/// Whether the engine was created.
type Prepared = Result<(), NoMemory>;

/// A command to the search thread.
enum EngineCommand<P: Playable> {
    Prepare(Box<Config>, Sender<Prepared>),
    Think(Box<Task<P>>),
    Forget,
}

/// Runs the protocol until `quit` or the end of the input. Every line is flushed.
///
/// # Errors
/// If a stream fails, or if there is no memory for the tables of `config`.
pub fn converse<P: Playable>(
    config: Config,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    has_memory(&config).map_err(|why| io::Error::new(io::ErrorKind::OutOfMemory, why))?;
    let (events, incoming) = channel::<Event<P>>();
    let (commands, received) = channel::<EngineCommand<P>>();
    let search_events = events.clone();
    let search_thread = thread::spawn(move || run_engine(&received, &search_events));
    // The reader may block on its stream for ever, so it is not joined.
    thread::spawn(move || read(input, &events));
    let mut engine_loop =
        EngineLoop { machine: Machine::new(config), commands, stop: Arc::default(), output };
    let done = engine_loop.serve(&incoming);
    engine_loop.stop.store(true, Ordering::Relaxed);
    drop(engine_loop);
    // A panic of the search thread has been printed.
    let _ = search_thread.join();
    done
}

/// The machine and its channels.
struct EngineLoop<'a, P: Playable, W> {
    machine: Machine<P>,
    commands: Sender<EngineCommand<P>>,
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
                self.send(EngineCommand::Prepare(config, reply))?;
                // The next line depends on whether the options could be applied.
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
                self.send(EngineCommand::Think(task))?;
            }
            Action::Forget => self.send(EngineCommand::Forget)?,
            Action::Halt => self.stop.store(true, Ordering::Relaxed),
            Action::Leave => return Ok(Continue::Leave),
        }
        Ok(Continue::Listen)
    }

    fn send(&self, command: EngineCommand<P>) -> io::Result<()> {
        self.commands.send(command).map_err(|_| stopped())
    }
}

fn stopped() -> io::Error {
    io::Error::other("the engine has stopped working")
}

fn read<P: Playable>(mut input: impl BufRead, events: &Sender<Event<P>>) {
    loop {
        let (item, last) = match next_line(&mut input, LONGEST_LINE) {
            Ok(InputLine::End) => (Event::InputLine(InputLine::End), true),
            Ok(line) => (Event::InputLine(line), false),
            Err(error) => (Event::Unreadable(error), true),
        };
        if events.send(item).is_err() || last {
            return;
        }
    }
}

fn run_engine<P: Playable>(commands: &Receiver<EngineCommand<P>>, events: &Sender<Event<P>>) {
    let mut engine: Option<(Config, Engine<P>)> = None;
    for command in commands {
        match command {
            EngineCommand::Forget => {
                if let Some((_, engine)) = &mut engine {
                    engine.forget();
                }
            }
            // The receiver is dropped when the session ends.
            EngineCommand::Prepare(config, reply) => {
                let _ = reply.send(prepare(&mut engine, &config));
            }
            EngineCommand::Think(task) => {
                engine = engine.filter(|(config, _)| *config == task.config);
                let (_, engine) =
                    engine.get_or_insert_with(|| (task.config, player::<P>(&task.config)));
                // The receiver is dropped when the session ends.
                let mut progress =
                    |report: &Report<P::Move>| drop(events.send(Event::Progress(report.clone())));
                let report = engine.search(&task.record, &task.limits, &mut progress);
                drop(events.send(Event::Thought(report)));
            }
        }
    }
}

/// Creates the engine of this configuration, unless it exists or there is no memory for it.
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
