//! The host names that the server answers for. A page of another site whose name is made to point at this
//! machine (DNS rebinding) names its own host, and is refused.

use crate::api::{ApiError, ErrorCode};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Which `Host` headers are answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum AllowedHosts {
    /// All: for tests.
    #[default]
    Any,
    /// These names, in small letters, `localhost`, and addresses: those of this machine's loopback and
    /// the one listened on, or all of them. No page can take an address for its name.
    Known {
        /// Names.
        names: Vec<String>,
        /// The address that is listened on; nothing if that is all of them.
        address: Option<IpAddr>,
    },
}

impl AllowedHosts {
    /// What a server that listens there answers for, besides the names that its operator gives, with or
    /// without a scheme and a port. One that listens on all addresses also answers for the machine's name.
    pub fn listening(at: SocketAddr, given: &[String]) -> Self {
        let mut names: Vec<String> = given.iter().map(|name| name_of(name)).collect();
        let everywhere = at.ip().is_unspecified();
        if everywhere {
            let machine = gethostname::gethostname().to_string_lossy().to_lowercase();
            names.push(format!("{machine}.local"));
            names.push(machine);
        }
        Self::Known { names, address: (!everywhere).then_some(at.ip()) }
    }

    /// Whether a request with this `Host` is answered.
    pub fn allows(&self, host: &str) -> bool {
        let Self::Known { names, address } = self else { return true };
        let host = name_of(host);
        match host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            Ok(ip) => ip.to_canonical().is_loopback() || address.is_none_or(|own| own == ip),
            Err(_) => host == "localhost" || names.contains(&host),
        }
    }
}

/// The name alone: without scheme, path, port and a last full stop, in small letters.
fn name_of(text: &str) -> String {
    let text = text.split_once("://").map_or(text, |(_, rest)| rest);
    let text = text.split('/').next().unwrap_or_default();
    let port = text.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    // The colons of an address in brackets are no port's.
    let name = port.map_or(text, |(name, _)| name);
    name.trim_end_matches('.').to_ascii_lowercase()
}

fn host_of<'a>(request: &'a Request, headers: &'a HeaderMap) -> Option<&'a str> {
    let authority = request.uri().authority().map(axum::http::uri::Authority::as_str);
    authority.or_else(|| headers.get(HOST)?.to_str().ok())
}

/// Refuses requests for hosts that are not ours. Whether the server is well may be asked under any name.
pub(crate) async fn check_host(
    State(allowed): State<Arc<AllowedHosts>>,
    request: Request,
    next: Next,
) -> Response {
    let free = matches!(request.uri().path(), "/healthz" | "/readyz");
    let known = host_of(&request, request.headers()).is_some_and(|host| allowed.allows(host));
    if free || known || *allowed == AllowedHosts::Any {
        return next.run(request).await;
    }
    let what = "this server does not answer for that host; \
        its operator can add it with `serve --allowed-host NAME`";
    ApiError::new(ErrorCode::WrongHost, what).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listening(at: &str, given: &[&str]) -> AllowedHosts {
        let given: Vec<String> = given.iter().map(|name| (*name).to_owned()).collect();
        AllowedHosts::listening(at.parse().unwrap(), &given)
    }

    #[test]
    fn this_machine_and_the_names_that_were_given_are_answered_for() {
        let hosts = listening("127.0.0.1:6060", &["https://Play.example/", "other.example:8080"]);
        for host in [
            "localhost",
            "localhost:6060",
            "LOCALHOST.",
            "127.0.0.1:6060",
            "127.0.0.2",
            "[::1]:6060",
            "play.example",
            "play.example:443",
            "other.example",
        ] {
            assert!(hosts.allows(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:6060",
            "localhost.evil.example",
            "play.example.evil.example",
            "192.168.1.5:6060",
            "",
            ":6060",
            "127.0.0.1.evil.example",
        ] {
            assert!(!hosts.allows(host), "{host}");
        }
    }

    #[test]
    fn a_server_for_all_addresses_is_known_by_each() {
        let hosts = listening("0.0.0.0:80", &[]);
        for host in ["192.168.1.5", "10.0.0.7:80", "[2001:db8::1]:80", "localhost"] {
            assert!(hosts.allows(host), "{host}");
        }
        assert!(!hosts.allows("evil.example"));
        assert!(listening("192.168.1.5:80", &[]).allows("192.168.1.5"));
    }
}
