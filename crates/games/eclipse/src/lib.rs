//! Eclipse: comets, chains and what pins what.
