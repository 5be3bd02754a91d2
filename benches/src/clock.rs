//! Times that can be compared on a machine that does other work too.
//!
//! What counts is the time on the processor, as far as the system tells it, since other work on the machine does not
//! add to that; and the calls that are compared take turns, since it does slow all of them.

use std::time::{Duration, Instant};

/// The system counts in ticks of some milliseconds, so that what is measured is done until a tick is little against it.
const ENOUGH: Duration = Duration::from_millis(240);

/// For each of the calls its times in nanoseconds, the shortest first; the calls take so many turns.
pub fn in_turns<const N: usize>(turns: usize, mut calls: [&mut dyn FnMut(); N]) -> [Vec<u128>; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..turns {
        for (call, times) in calls.iter_mut().zip(&mut times) {
            times.push(time(call));
        }
    }
    times.iter_mut().for_each(|times| times.sort_unstable());
    times
}

/// The nanoseconds that one call takes.
fn time(call: &mut dyn FnMut()) -> u128 {
    let (begun, at) = (Instant::now(), processor());
    let mut calls = 0;
    while calls == 0 || begun.elapsed() < ENOUGH {
        call();
        calls += 1;
    }
    let spent = processor().zip(at).map(|(now, at)| now - at);
    spent.unwrap_or_else(|| begun.elapsed().as_nanos()) / calls
}

/// The nanoseconds that this thread has been on a processor; `None` where the system does not tell.
fn processor() -> Option<u128> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// `1.23 ms`
pub fn millis(nanos: u128) -> String {
    format!("{}.{:02} ms", nanos / 1_000_000, nanos % 1_000_000 / 10_000)
}

/// `2.5`: how many times one goes into the other.
pub fn tenths(long: u128, short: u128) -> String {
    let tenths = 10 * long / short.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}
