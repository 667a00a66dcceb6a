//! Everything that is done with the project as a whole, behind `cargo xtask …`.

mod dependencies;
mod dist;
mod fuzz;
mod game_check;
mod games;
mod help;
mod new_game;
mod package;
mod quick;
mod release;
mod run;
mod serve;
mod setup;
mod test;

use dist::Finish;
use run::Done;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match obey(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("xtask: {what}");
            ExitCode::FAILURE
        }
    }
}

/// Does what the arguments ask for.
fn obey(args: &[&str]) -> Done {
    match args {
        [] | ["help" | "--help" | "-h"] => {
            print!("{}", help::HELP);
            Ok(())
        }
        ["help", name] => explain(name),
        [name, rest @ ..] if help::is_asked_for(rest) => explain(name),
        ["serve", rest @ ..] => serve::serve(rest),
        ["dist"] => setup::browser_app().and_then(|()| dist::build(Finish::Full)),
        ["dist", "--draft"] => setup::browser_app().and_then(|()| dist::build(Finish::Draft)),
        ["package"] => setup::browser_app().and_then(|()| package::build()),
        ["release", rest @ ..] => release::release(rest),
        ["quick"] => quick::quick(),
        ["test"] => test::everything(),
        ["deny"] => dependencies::check(),
        ["browser"] => setup::everything().and_then(|()| test::browser()),
        ["fuzz"] => fuzz::all(fuzz::SHORT),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::all(seconds),
            Err(_) => Err(format!("“{seconds}” is not a number of seconds")),
        },
        ["new-game", name] => new_game::new_game(name),
        ["game-check", name] => game_check::game_check(name),
        ["setup"] => setup::everything(),
        [name, ..] if help::of_command(name).is_some() => {
            Err(format!("cannot read “{}”; try cargo xtask {name} --help", args.join(" ")))
        }
        [name, ..] => Err(unknown(name)),
    }
}

fn explain(name: &str) -> Done {
    print!("{}", help::of_command(name).ok_or_else(|| unknown(name))?);
    Ok(())
}

fn unknown(name: &str) -> String {
    format!("there is no command “{name}”; try cargo xtask help")
}
