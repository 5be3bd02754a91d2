//! The pages of `docs`: those about codes and those about the library, and which one is meant.

use circ_compiler::check::closest;

/// Codes in order, each with its page in Markdown; made of `docs/errors` by the build script.
pub(crate) const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Modules of the library in order, each with its page in Markdown; made of `docs/library` by the build script.
pub(crate) const LIBRARY: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// What can be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// A code.
    Code(&'static str),
    /// All modules of the library.
    Library,
    /// A module of the library, by its page.
    Module(&'static str),
    /// A family of the library: its module, its name, and its section of the page.
    Family(&'static str, &'static str, &'static str),
}

/// What a text asks for: a code, or the library, one of its modules or one of their families.
///
/// # Errors
/// What to say of a text that asks for nothing there is.
pub(crate) fn read_topic(text: &str) -> Result<Topic, String> {
    let asked = text.trim();
    // The file of a module asks for it too.
    let path = asked.strip_suffix(".circ").map(|path| path.replace('/', "."));
    match path.as_deref().unwrap_or(asked).split('.').collect::<Vec<_>>().as_slice() {
        ["std"] => Ok(Topic::Library),
        ["std", module] => module_page(module).map(|(_, page)| Topic::Module(page)),
        ["std", module, family] => {
            let (module, page) = module_page(module)?;
            if let Some((family, section)) = sections(page).find(|(name, _)| name == family) {
                return Ok(Topic::Family(module, family, section));
            }
            let near = closest(family, sections(page).map(|(name, _)| name));
            Err(match (home(family), near) {
                (Some(home), _) => format!("did you mean std.{home}.{family}?"),
                (None, Some(near)) => format!("did you mean std.{module}.{near}?"),
                _ => format!("std.{module} has no such family; `circ explain std.{module}` lists them"),
            })
        }
        ["std", ..] => Err("a family of the library is written std.MODULE.NAME, as in std.sort.rank".into()),
        [name] => read_code(name).map(Topic::Code).map_err(|why| {
            let module = LIBRARY.iter().find(|(module, _)| module == name);
            let module = module.map(|(module, _)| format!("std.{module}"));
            let family = home(name).map(|home| format!("std.{home}.{name}"));
            let near: Vec<String> = module.into_iter().chain(family).collect();
            if near.is_empty() { why } else { format!("did you mean {}?", near.join(" or ")) }
        }),
        _ => Err("a code is a letter and four digits, as in E0312; of the library std.sort or std.sort.rank"
            .into()),
    }
}

/// The module of this name, with its page.
fn module_page(name: &str) -> Result<(&'static str, &'static str), String> {
    if let Some(found) = LIBRARY.iter().find(|(module, _)| *module == name) {
        return Ok(*found);
    }
    let modules = || LIBRARY.iter().map(|(module, _)| *module);
    Err(match (closest(name, modules()), home(name)) {
        (Some(near), _) => format!("did you mean std.{near}?"),
        (None, Some(home)) => format!("did you mean std.{home}.{name}?"),
        _ => format!(
            "the library has {}",
            modules().map(|name| format!("std.{name}")).collect::<Vec<_>>().join(", ")
        ),
    })
}

/// The module that has a family of this name.
fn home(family: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|(_, page)| sections(page).any(|(name, _)| name == family)).map(|(module, _)| *module)
}

/// The families of a module's page, each with what stands under its heading.
pub(crate) fn sections(page: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    page.split("\n## ").skip(1).filter_map(|section| section.split_once('\n'))
}

/// A module's page up to its first family: what it is for, and the list of its families.
pub(crate) fn head(page: &'static str) -> &'static str {
    page.split("\n## ").next().unwrap_or_default()
}

/// The page about a code, in Markdown.
pub(crate) fn page(code: &str) -> Option<&'static str> {
    PAGES.binary_search_by_key(&code, |(code, _)| code).ok().map(|at| PAGES[at].1)
}

/// The title of a page: what stands after the code in its first line.
pub(crate) fn title(page: &str) -> &str {
    let heading = page.lines().next().unwrap_or_default();
    heading.split_once(": ").map_or(heading, |(_, title)| title)
}

/// The code that a text names, in capitals or not, without its letter or its zero where only one can be meant.
///
/// # Errors
/// What to say of a text that names none, with the codes that may be meant.
fn read_code(text: &str) -> Result<&'static str, String> {
    let asked = text.trim().to_ascii_uppercase();
    let codes = || PAGES.iter().map(|(code, _)| *code);
    if let Some(code) = codes().find(|code| *code == asked) {
        return Ok(code);
    }
    let (letter, digits) = match asked.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => (Some(first), &asked[1..]),
        _ => (None, asked.as_str()),
    };
    // A zero is easily written as the letter.
    let digits = digits.replace('O', "0");
    let number: u16 = match digits.parse() {
        Ok(number) if digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_digit()) => number,
        _ => return Err("a code is a letter and four digits, as in E0312".into()),
    };
    let number_of = |code: &str| code[1..].parse::<u16>().unwrap_or_default();
    let same: Vec<&str> = codes()
        .filter(|code| number_of(code) == number && letter.is_none_or(|letter| code.starts_with(letter)))
        .collect();
    // Where one code is meant there is nothing to ask.
    if let [only] = same.as_slice() {
        return Ok(only);
    }
    if !same.is_empty() {
        return Err(format!("did you mean {}?", same.join(" or ")));
    }
    let mut near: Vec<&str> = codes().collect();
    near.sort_by_key(|code| {
        (letter.is_some_and(|letter| !code.starts_with(letter)), number_of(code).abs_diff(number))
    });
    near.truncate(3);
    near.sort_unstable();
    Err(format!("there is no such code; near it are {}", near.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_in_capitals_or_not() {
        assert_eq!(read_code("E0312"), Ok("E0312"));
        assert_eq!(read_code(" e0312 "), Ok("E0312"));
        assert_eq!(read_code("w0101"), Ok("W0101"));
    }

    #[test]
    fn a_code_written_shorter_is_the_one_that_it_can_be() {
        for text in ["312", "0312", "E312", "e312", "EO312"] {
            assert_eq!(read_code(text), Ok("E0312"), "{text}");
        }
        assert_eq!(read_topic("w101"), Ok(Topic::Code("W0101")));
    }

    #[test]
    fn what_is_no_code_is_told_which_are_near() {
        for (text, said) in [
            ("101", "did you mean E0101 or W0101?"),
            ("0101", "did you mean E0101 or W0101?"),
            ("E", "a code is a letter and four digits, as in E0312"),
            ("", "a code is a letter and four digits, as in E0312"),
            ("E+12", "a code is a letter and four digits, as in E0312"),
            ("E00000000000000000312", "a code is a letter and four digits, as in E0312"),
            ("é0312", "a code is a letter and four digits, as in E0312"),
        ] {
            assert_eq!(read_code(text), Err(said.to_string()), "{text}");
        }
    }

    #[test]
    fn topics_of_the_library_are_read() {
        assert_eq!(read_topic("e0312"), Ok(Topic::Code("E0312")));
        assert_eq!(read_topic("std"), Ok(Topic::Library));
        let Ok(Topic::Module(page)) = read_topic("std/sort.circ") else { panic!("a module") };
        assert_eq!(read_topic("std.sort"), Ok(Topic::Module(page)));
        assert!(head(page).starts_with("# std.sort\n") && head(page).contains("`rank`"));
        assert!(!head(page).contains("```"));
        let Ok(Topic::Family("sort", "rank", section)) = read_topic("std.sort.rank") else {
            panic!("a family")
        };
        assert!(section.contains("family rank[n](x: num[n])") && !section.contains("family dense_rank"));
        for (text, said) in [
            ("std.srot", "did you mean std.sort?"),
            ("std.rank", "did you mean std.sort.rank?"),
            ("std.sort.rnak", "did you mean std.sort.rank?"),
            ("std.sort.parity", "did you mean std.count.parity?"),
            ("std.sort.zebra", "std.sort has no such family; `circ explain std.sort` lists them"),
            ("std.sort.", "std.sort has no such family; `circ explain std.sort` lists them"),
            ("std.a.b.c", "a family of the library is written std.MODULE.NAME, as in std.sort.rank"),
            ("sort", "did you mean std.sort or std.sort.sort?"),
            ("parity", "did you mean std.count.parity?"),
            ("dyck1.circ", "a code is a letter and four digits, as in E0312"),
        ] {
            assert_eq!(read_topic(text), Err(said.to_string()), "{text}");
        }
    }

    #[test]
    fn titles_stand_after_the_code() {
        assert_eq!(title("# E0312: a pattern: two\n\nText"), "a pattern: two");
        assert_eq!(title(""), "");
    }
}
