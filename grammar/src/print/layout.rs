//! A stream of text and possible line breaks, laid out to a width.
//!
//! A group is written on one line where it fits, with what follows it up to the next possible break; else all its
//! own breaks become line breaks. (Oppen, "Prettyprinting", 1980, with consistent breaking.) The stream is flat, so
//! neither building nor dropping it recurses.

/// Columns of a line.
const WIDTH: usize = 100;

/// Blanks of one level.
const INDENT: usize = 4;

#[derive(Debug)]
enum Op {
    Text(String),
    /// A blank, or a line break.
    Line,
    /// Nothing, or a line break.
    Soft,
    /// A line break; the groups around it are broken.
    Hard,
    /// A comma where the group is broken.
    LastComma,
    Open,
    Close,
    Indent,
    Dedent,
    /// A [`Op::Line`] after which the text is indented, where it breaks, up to [`Op::Unhang`]. With `stick` it is a
    /// blank after a bracket whose group is broken: `) == x`.
    Hang {
        stick: bool,
    },
    Unhang,
}

/// What is to be written.
#[derive(Debug, Default)]
pub(super) struct Layout {
    ops: Vec<Op>,
}

impl Layout {
    pub(super) fn text(&mut self, text: impl Into<String>) {
        self.ops.push(Op::Text(text.into()));
    }

    pub(super) fn line(&mut self) {
        self.ops.push(Op::Line);
    }

    pub(super) fn soft(&mut self) {
        self.ops.push(Op::Soft);
    }

    pub(super) fn hard(&mut self) {
        self.ops.push(Op::Hard);
    }

    pub(super) fn last_comma(&mut self) {
        self.ops.push(Op::LastComma);
    }

    pub(super) fn open(&mut self) {
        self.ops.push(Op::Open);
    }

    pub(super) fn close(&mut self) {
        self.ops.push(Op::Close);
    }

    pub(super) fn indent(&mut self) {
        self.ops.push(Op::Indent);
    }

    pub(super) fn dedent(&mut self) {
        self.ops.push(Op::Dedent);
    }

    pub(super) fn hang(&mut self, stick: bool) {
        self.ops.push(Op::Hang { stick });
    }

    pub(super) fn unhang(&mut self) {
        self.ops.push(Op::Unhang);
    }

    /// The text, without a line break at its end.
    pub(super) fn render(&self) -> String {
        let measures = self.measure();
        let mut out = String::new();
        let mut column = 0;
        let mut indent = 0;
        // Whether each open group is broken; outside of all groups lines break.
        let mut broken = vec![true];
        // Whether the last text is a bracket that closes a broken group.
        let mut closed = false;
        let mut hanging = Vec::new();
        for (op, measure) in self.ops.iter().zip(&measures) {
            let breaks = broken.last().copied().unwrap_or(true);
            match op {
                Op::Text(text) => {
                    out.push_str(text);
                    column += width(text);
                    closed &= matches!(text.as_str(), ")" | "]" | "}");
                }
                Op::Hang { stick } => {
                    let hangs = breaks && !(*stick && closed);
                    hanging.push(hangs);
                    if hangs {
                        indent += INDENT;
                        new_line(&mut out, &mut column, indent);
                    } else {
                        out.push(' ');
                        column += 1;
                    }
                }
                Op::Unhang => {
                    if hanging.pop() == Some(true) {
                        indent -= INDENT;
                    }
                }
                Op::Hard => new_line(&mut out, &mut column, indent),
                Op::Line | Op::Soft if breaks => new_line(&mut out, &mut column, indent),
                Op::Line => {
                    out.push(' ');
                    column += 1;
                }
                Op::LastComma if breaks => {
                    out.push(',');
                    column += 1;
                }
                Op::Soft | Op::LastComma => {}
                Op::Open => {
                    let fits = measure.is_some_and(|width| column + width <= WIDTH);
                    broken.push(breaks && !fits || measure.is_none());
                }
                Op::Close => closed = broken.pop().unwrap_or(false),
                Op::Indent => indent += INDENT,
                Op::Dedent => indent -= INDENT,
            }
        }
        out
    }

    /// For each [`Op::Open`] the width of its group on one line and of what sticks to its end; `None` where it
    /// has to break.
    fn measure(&self) -> Vec<Option<usize>> {
        let mut measures = vec![None; self.ops.len()];
        // From the right: the widths and hard breaks seen, and those at the ends of the groups that are open.
        let (mut flat, mut hard, mut tail) = (0_usize, 0_usize, 0_usize);
        let mut ends = Vec::new();
        for (at, op) in self.ops.iter().enumerate().rev() {
            match op {
                Op::Text(text) => {
                    flat += width(text);
                    tail += width(text);
                }
                Op::Line | Op::Hang { .. } => {
                    flat += 1;
                    tail = 0;
                }
                Op::Soft => tail = 0,
                Op::Hard => {
                    hard += 1;
                    tail = 0;
                }
                Op::Close => ends.push((flat, hard, tail)),
                Op::Open => {
                    if let Some((flat_after, hard_after, tail_after)) = ends.pop()
                        && hard == hard_after
                    {
                        measures[at] = Some(flat - flat_after + tail_after);
                    }
                }
                Op::LastComma | Op::Indent | Op::Dedent | Op::Unhang => {}
            }
        }
        measures
    }
}

fn new_line(out: &mut String, column: &mut usize, indent: usize) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
    *column = indent;
}

/// Characters are counted, not bytes.
fn width(text: &str) -> usize {
    text.chars().count()
}
