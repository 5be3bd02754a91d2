//! The `circ` command: files, arguments, colour, exit codes. The only place of the project with input and output.
//!
//! | room | subject |
//! | --- | --- |
//! | [`args`] | the command line |
//! | [`session`] | what all commands share: loading, telling, ending |
//! | [`mod@programs`] | what a file holds: a program, a circuit or a transformer |
//! | [`source`], [`excerpt`], [`messages`], [`words`] | files, and messages that point into them |
//! | [`mod@output`], [`interrupt`] | files that are written whole or not at all, also where a command is interrupted |
//! | [`lines`], [`cells`] | lines and columns, as a terminal counts them |
//! | [`pages`], [`markdown`] | the pages about codes |
//! | [`inputs`], [`sizes`], [`values`] | data: from texts to numbers and shapes, and back |
//! | [`engine`], [`progress`], [`trials`], [`cases`] | running a circuit or its transformer, and inputs to try |
//! | [`explained`] | how the heads of a transformer find their keys, in words |
//! | [`simplest`], [`translate`] | inputs made simpler, and in the codes of another alphabet |
//! | [`verdict`] | what a test says of its outputs |
//! | [`mod@batch`] | many inputs, a line each |
//! | [`mod@printed`] | what is printed of a run |
//! | [`mod@approximate`] | runs with floating point or softmax attention, held against the exact values |
//! | [`mod@grade`] | programs held against a reference |
//! | [`mod@repl`] | the prompt: entries are read, done and answered |
//! | [`commands`], [`listing`] | the commands, and what `build` and `report` write |

mod approximate;
mod args;
mod attention;
mod batch;
mod cases;
mod cells;
mod chains;
mod commands;
mod engine;
mod excerpt;
mod explained;
mod grade;
mod inputs;
mod instances;
mod interrupt;
mod lines;
mod listing;
mod markdown;
mod messages;
mod output;
mod pages;
mod printed;
mod programs;
mod progress;
mod repl;
mod session;
mod simplest;
mod sizes;
mod source;
mod translate;
mod trials;
mod values;
mod verdict;
mod words;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    interrupt::outlive_limits();
    session::exit_code(commands::dispatch(&args::Cli::parse()))
}
