//! What Hex Chess's player knows: evaluation, setup and the hidden fool.
