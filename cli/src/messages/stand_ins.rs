//! What stands in a drawing for what a drawer would count wrong, and putting it back.
//!
//! Stand-ins are characters for private use, which cover one column each. Line numbers are put back too, as a drawer gets
//! excerpts of files and numbers the lines of these.

use crate::excerpt::PRIVATE;

/// The columns of a wide character after its first.
const FILL: char = '\u{10fffd}';

/// What is to be put back into the drawing of one message.
#[derive(Default)]
pub(super) struct StandIns {
    /// What stands behind each stand-in.
    behind: Vec<Behind>,
    /// The number that each line has in its file, by the line's place in all excerpts; 0 where none is shown.
    numbers: Vec<usize>,
}

enum Behind {
    /// A cell.
    Cell(String),
    /// `file:line:column`, in the place of the drawer's own.
    Place(String),
}

impl StandIns {
    fn add(&mut self, behind: Behind) -> char {
        let number = u32::try_from(self.behind.len()).ok().and_then(|at| PRIVATE.start.checked_add(at));
        match number.and_then(char::from_u32).filter(|c| *c < FILL) {
            Some(stand_in) => {
                self.behind.push(behind);
                stand_in
            }
            // An excerpt has some hundreds of cells, so this is never seen.
            None => char::REPLACEMENT_CHARACTER,
        }
    }

    /// Stands for a cell of so many columns, at least one.
    pub(super) fn cell(&mut self, text: String, width: usize) -> String {
        let first = self.add(Behind::Cell(text));
        std::iter::once(first).chain(std::iter::repeat_n(FILL, width.saturating_sub(1))).collect()
    }

    /// How many lines the excerpts have so far.
    pub(super) fn lines(&self) -> usize {
        self.numbers.len()
    }

    /// The next line has this number in its file; 0 where it is not shown.
    pub(super) fn line(&mut self, number: usize) {
        self.numbers.push(number);
    }

    /// A name of a file whose places are to be this one.
    pub(super) fn place(&mut self, place: String) -> char {
        self.add(Behind::Place(place))
    }

    /// A drawing with everything put back. Its first row is the title.
    pub(super) fn put_back(&self, drawn: &str) -> String {
        let digits = |number: usize| number.max(1).ilog10() as usize + 1;
        let most = self.numbers.iter().copied().max().unwrap_or(0);
        let wider = digits(most).saturating_sub(digits(self.numbers.len()));
        let mut out = String::with_capacity(drawn.len());
        for (at, row) in drawn.lines().enumerate() {
            let row = if at == 0 { row } else { self.put_back_margin(row, wider, &mut out) };
            self.put_back_cells(row, &mut out);
            out.push('\n');
        }
        out
    }

    /// Writes the margin of a row with the line number that the line has in its file, and with so many columns more.
    /// The margin is a blank, perhaps a colour, then the number, set right, and a bar; without a number it is all blank,
    /// and the last row is a bar from its start. What comes after the number, or all of it, is left.
    fn put_back_margin<'d>(&self, row: &'d str, wider: usize, out: &mut String) -> &'d str {
        let more = |c: char, out: &mut String| out.extend(std::iter::repeat_n(c, wider));
        let (blank, row) = row.split_at(row.len() - row.strip_prefix(' ').unwrap_or(row).len());
        out.push_str(blank);
        let color = if row.starts_with('\u{1b}') { row.find('m').map_or(0, |end| end + 1) } else { 0 };
        let (color, row) = row.split_at(color);
        out.push_str(color);
        if blank.is_empty() {
            more(if row.is_empty() { ' ' } else { '─' }, out);
            return row;
        }
        let number = row.trim_start_matches(' ');
        let after = number.trim_start_matches(|c: char| c.is_ascii_digit());
        let (pad, end) = (row.len() - number.len(), number.len() - after.len());
        match number[..end].parse::<usize>().ok().filter(|_| after.starts_with(" │")) {
            Some(line) => {
                let (line, width) = (self.numbers.get(line - 1).unwrap_or(&line), pad + end + wider);
                out.push_str(&format!("{line:>width$}"));
                after
            }
            None => {
                more(' ', out);
                row
            }
        }
    }

    /// Writes a row with what the stand-ins stand for.
    pub(super) fn put_back_cells(&self, row: &str, out: &mut String) {
        let mut rest = row.chars();
        while let Some(c) = rest.next() {
            let number = (c as u32).checked_sub(PRIVATE.start).map(|at| at as usize);
            match number.and_then(|at| self.behind.get(at)) {
                Some(Behind::Cell(text)) => out.push_str(text),
                Some(Behind::Place(place)) => {
                    out.push_str(place);
                    let after = rest.as_str().trim_start_matches(|c: char| c == ':' || c.is_ascii_digit());
                    rest = after.chars();
                }
                None if c == FILL => {}
                None => out.push(c),
            }
        }
    }
}
