//! What to draw for a position, and the text and SVG renderers.
