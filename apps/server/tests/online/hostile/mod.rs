//! Clients with bad intentions, over real sockets: each test is an attack that once worked.

mod budgets;
mod rights;
