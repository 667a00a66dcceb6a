//! A time as a clock shows it to a player.

use crate::Span;

/// Below this, tenths of seconds are shown.
const SHORT: Span = Span::seconds(10);
/// Below this, a side should hurry.
const LOW: Span = Span::seconds(20);
const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;

impl Span {
    /// `4:59`, `0:09.3`, `1:02:03`, `2 d 3 h`. What is left is never shown as nothing.
    pub fn clock_text(self) -> String {
        if self < SHORT {
            let tenths = self.0.div_ceil(100);
            return format!("0:{:02}.{}", tenths / 10, tenths % 10);
        }
        let seconds = self.0.div_ceil(1_000);
        match seconds {
            DAY.. => format!("{} d {} h", seconds / DAY, seconds % DAY / HOUR),
            HOUR.. => {
                format!("{}:{:02}:{:02}", seconds / HOUR, seconds % HOUR / 60, seconds % 60)
            }
            _ => format!("{}:{:02}", seconds / 60, seconds % 60),
        }
    }

    /// Whether so little is left that a player should hurry.
    pub fn is_low(self) -> bool {
        self < LOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_clocks_show_them() {
        let text = |ms| Span(ms).clock_text();
        assert_eq!(text(300_000), "5:00");
        assert_eq!(text(299_001), "5:00");
        assert_eq!(text(61_000), "1:01");
        assert_eq!(text(9_999), "0:10.0");
        assert_eq!(text(9_300), "0:09.3");
        assert_eq!(text(1), "0:00.1");
        assert_eq!(text(3_723_000), "1:02:03");
        assert_eq!(text(183_600_000), "2 d 3 h");
    }
}
