//! What Hex's player knows: connections, inferior cells, the solver.
