//! `sixfold serve`: the browser app, for this machine or for others.

use crate::failure::{Done, Failure};
use std::io::Write;
use std::net::{IpAddr, SocketAddr};

/// Serve the browser app until Ctrl-C
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold serve                       http://localhost:6060, for this machine
  sixfold serve --host 0.0.0.0        for everyone who can reach this machine")]
pub(crate) struct Args {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 6060)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Done {
    let mut announced = Ok(());
    let tell = |at| announced = announce(at, out);
    server::run(SocketAddr::new(args.host, args.port), tell)
        .map_err(|refused| Failure::File(refused.to_string()))?;
    announced
}

fn announce(at: SocketAddr, out: &mut impl Write) -> Done {
    writeln!(out, "{}", server::address(at))?;
    Ok(out.flush()?)
}
