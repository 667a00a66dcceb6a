//! `sixfold serve`: the browser app and online play, for this machine or for others.

use crate::failure::{Done, Failure};
use server::Settings;
use server::api::Site;
use server::people::cookie::Transport;
use server::people::origin::PublicUrl;
use server::store::DatabaseLocation;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

/// Serve the browser app and online play until Ctrl-C
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold serve                       http://localhost:6060, for this machine
  sixfold serve --host 0.0.0.0        for everyone who can reach this machine
  sixfold serve --public-url https://play.example --trusted-proxies 1
  sixfold serve --database 'postgres://sixfold@db/sixfold?sslmode=verify-full&sslrootcert=ca.pem'
  sixfold serve --database postgres://sixfold@db/sixfold --bus nats://bus:4222

What it does is written to the standard error, a line each; SIXFOLD_LOG says how much (error, warn,
info, debug) and SIXFOLD_LOG_FORMAT=json makes the lines JSON. SIXFOLD_LOG=info,request=debug adds a
line for each request: method, route, status and time.")]
pub(crate) struct ServeArgs {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 6060, env = "SIXFOLD_PORT")]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", env = "SIXFOLD_HOST")]
    host: IpAddr,
    /// Keep everything in an SQLite file in this folder
    #[arg(long, value_name = "DIR", default_value = "sixfold-data", env = "SIXFOLD_DATA")]
    data: PathBuf,
    /// Keep everything in a PostgreSQL database instead; with TLS if it offers that, sslmode=verify-full
    /// in the address requires it and checks the certificate
    #[arg(long, value_name = "URL", env = "SIXFOLD_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Be one of several nodes on one PostgreSQL database, which talk over this NATS server; give it to every
    /// node. Put a proxy before them that sends each visitor to any of them
    #[arg(
        long,
        value_name = "URL",
        env = "SIXFOLD_BUS",
        hide_env_values = true,
        requires = "database"
    )]
    bus: Option<String>,
    /// Serve counters and histograms for Prometheus at this private address, under /metrics
    #[arg(long, value_name = "ADDRESS:PORT", env = "SIXFOLD_METRICS")]
    metrics: Option<SocketAddr>,
    /// The address that people open, such as `https://play.example`, if a proxy of yours stands before it
    #[arg(long, value_name = "URL", env = "SIXFOLD_PUBLIC_URL")]
    public_url: Option<PublicUrl>,
    /// How many proxies of yours a request comes through; each adds to X-Forwarded-For who asked it
    #[arg(long, value_name = "N", default_value_t = 0, env = "SIXFOLD_TRUSTED_PROXIES")]
    trusted_proxies: u8,
    /// The same as --trusted-proxies 1
    #[arg(long, env = "SIXFOLD_PROXIED")]
    proxied: bool,
    /// People reach it by https: cookies must not travel otherwise; https in --public-url says it too
    #[arg(long, env = "SIXFOLD_HTTPS")]
    https: bool,
    /// Answer for this host name too, besides this machine's own addresses; may be given several times
    #[arg(long, value_name = "NAME", env = "SIXFOLD_ALLOWED_HOST", value_delimiter = ',')]
    allowed_host: Vec<String>,
    /// Multiply all rate limits by N; for load tests
    #[arg(long, value_name = "N", default_value_t = 1, env = "SIXFOLD_RATE_LIMIT_FACTOR")]
    rate_limit_factor: u32,
}

pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> Done {
    let mut announced = Ok(());
    let tell = |at| announced = announce(at, out);
    let location = match &args.database {
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
            DatabaseLocation::Postgres(url.clone())
        }
        Some(_) => return Err(Failure::Request("--database takes a postgres:// address".into())),
        None => DatabaseLocation::Folder(args.data.clone()),
    };
    let at = SocketAddr::new(args.host, args.port);
    let site = site(args);
    let rate_limit_factor = args.rate_limit_factor;
    let (metrics, allowed_hosts) = (args.metrics, args.allowed_host.clone());
    let settings = Settings {
        at,
        location,
        bus: args.bus.clone(),
        metrics,
        site,
        allowed_hosts,
        rate_limit_factor,
    };
    server::write_logs();
    server::run(&settings, tell).map_err(|refused| Failure::File(refused.to_string()))?;
    announced
}

fn site(args: &ServeArgs) -> Site {
    let public_url = args.public_url.clone();
    let stated = public_url.as_ref().map_or(Transport::Plain, PublicUrl::transport);
    Site {
        transport: if args.https { Transport::Encrypted } else { stated },
        trusted_proxies: args.trusted_proxies.max(u8::from(args.proxied)),
        public_url,
    }
}

fn announce(at: SocketAddr, out: &mut impl Write) -> Done {
    for address in server::addresses(at) {
        writeln!(out, "{address}")?;
    }
    Ok(out.flush()?)
}
