//! Families that call themselves, and some that don't.

use super::{Helper, Maker, Scope};

impl Maker<'_> {
    /// Adds a family.
    pub(super) fn helper(&mut self) {
        let name = self.fresh("h");
        let helper = match self.choose(8) {
            0 => self.halves(&name),
            1 => self.by_one(&name),
            2 => self.powers(&name),
            3 => self.pairs(&name),
            4 => self.maps(&name),
            5 => self.carries(&name),
            6 => self.twice(&name),
            _ => self.plain(&name),
        };
        self.helpers.push(helper);
    }

    /// What the body of a family over `x: num[q]` may name.
    fn over_x(&self, nums: &[&str]) -> Scope {
        Scope {
            nums: nums.iter().map(|name| (*name).to_string()).collect(),
            arrays: vec![("x".into(), "q".into())],
            sizes: vec!["q".into()],
            ..Scope::default()
        }
    }

    fn base(&mut self) -> String {
        match self.choose(5) {
            0 => "sum(x)".into(),
            1 => "0".into(),
            2 => "1".into(),
            3 => "prod(x)".into(),
            _ => "sum(x[i] * x[i] for i in 0..q)".into(),
        }
    }

    /// `if q < 2 { … } else { … }`, with a base case more or not.
    fn cases(&mut self, least: &str, rest: &str) -> String {
        let base = self.base();
        match self.choose(4) {
            0 => {
                format!("if q == 0 {{ {} }} else if q < {least} {{ {base} }} else {{ {rest} }}", self.base())
            }
            1 => format!("if q < 3 {{ {base} }} else {{ {rest} }}"),
            _ => format!("if q < {least} {{ {base} }} else {{ {rest} }}"),
        }
    }

    fn half(&mut self) -> &'static str {
        ["floor(q / 2)", "ceil(q / 2)"][self.choose(2)]
    }

    fn halves(&mut self, name: &str) -> Helper {
        let half = self.half();
        let second = match self.choose(4) {
            0 => format!("x[{half}..]"),
            1 => format!("x[..{half}]"),
            2 => format!("[x[i] + 1 for i in 0..{half}]"),
            _ => "[x[2 * i] * x[0] for i in 0..floor(q / 2)]".to_string(),
        };
        let scope = self.over_x(&["l", "r"]);
        let body = self.num(&scope, 2);
        let rest = format!("let l = {name}(x[..{half}]); let r = {name}({second}); {body}");
        let cases = self.cases("2", &rest);
        self.families.push_str(&format!("family {name}[q](x: num[q]) -> num {{ {cases} }}\n"));
        Helper::Sums(name.into())
    }

    fn by_one(&mut self, name: &str) -> Helper {
        let (part, least) =
            [("x[..q - 1]", "1"), ("x[1..]", "1"), ("x[2..]", "2"), ("x[1..q - 1]", "2")][self.choose(4)];
        let scope = self.over_x(&["r"]);
        let body = self.num(&scope, 2);
        let rest = format!("let r = {name}({part}); {body}");
        let cases = self.cases(least, &rest);
        self.families.push_str(&format!("family {name}[q](x: num[q]) -> num {{ {cases} }}\n"));
        Helper::Sums(name.into())
    }

    fn powers(&mut self, name: &str) -> Helper {
        let scope = Scope { nums: vec!["x".into(), "r".into()], sizes: vec!["q".into()], ..Scope::default() };
        let (odd, even) = (self.num(&scope, 1), self.num(&scope, 2));
        let base = ["1", "x", "0", "x * x"][self.choose(4)];
        let argument = ["x", "x * x", "x + 1", "1", "-x"][self.choose(5)];
        let body = match self.choose(3) {
            0 => format!(
                "if q == 0 {{ {base} }} else if q % 2 == 1 {{ let r = {name}[q - 1](x); {odd} }} else {{ let r = {name}[floor(q / 2)]({argument}); {even} }}"
            ),
            1 => format!("if q < 2 {{ {base} }} else {{ let r = {name}[floor(q / 2)]({argument}); {even} }}"),
            _ => format!("if q == 0 {{ {base} }} else {{ let r = {name}[q - 1]({argument}); {even} }}"),
        };
        self.families.push_str(&format!("family {name}[q](x: num) -> num {{ {body} }}\n"));
        Helper::Powers(name.into())
    }

    fn pairs(&mut self, name: &str) -> Helper {
        let half = self.half();
        let scope = self.over_x(&["l", "m", "r", "s"]);
        let parts = match self.choose(3) {
            0 => format!("let (l, m) = {name}(x[..{half}]); let (r, s) = {name}(x[{half}..]);"),
            1 => format!("let (l, m) = {name}(x[..q - 1]); let r = x[q - 1]; let s = m;"),
            _ => format!("let (l, m) = {name}(x[..{half}]); let (r, s) = (m, l);"),
        };
        let (a, b) =
            (self.num(&scope, 1), if self.choose(2) == 0 { "m".into() } else { self.num(&scope, 1) });
        let base = ["(sum(x), 1)", "(0, sum(x))", "(prod(x), sum(x))"][self.choose(3)];
        let text = format!(
            "family {name}[q](x: num[q]) -> (num, num) {{ if q < 2 {{ {base} }} else {{ {parts} ({a}, {b}) }} }}\n"
        );
        self.families.push_str(&text);
        Helper::Pairs(name.into())
    }

    fn maps(&mut self, name: &str) -> Helper {
        let half = self.half();
        let mut scope = self.over_x(&[]);
        scope.arrays.push(("l".into(), half.into()));
        scope.indices.push(("i".into(), "q".into()));
        let body = self.num(&scope, 1);
        let rest = match self.choose(4) {
            0 => format!("let l = {name}(x[..{half}]); concat(l, {name}(x[{half}..]))"),
            1 => format!("let l = {name}(x[..{half}]); [{body} for i in 0..q]"),
            2 => format!(
                "let l = {name}([x[2 * i] + x[2 * i + 1] for i in 0..floor(q / 2)]); [if i == 0 {{ x[0] }} else if i % 2 == 1 {{ l[(i - 1) / 2] }} else {{ l[i / 2 - 1] + x[i] }} for i in 0..q]"
            ),
            _ => format!(
                "let l = {name}(x[..{half}]); let z = {name}(concat(l, x[{half}..])[..floor(q / 2)]); concat(z, x[floor(q / 2)..])"
            ),
        };
        self.families.push_str(&format!(
            "family {name}[q](x: num[q]) -> num[q] {{ if q < 2 {{ x }} else {{ {rest} }} }}\n"
        ));
        Helper::Maps(name.into())
    }

    fn carries(&mut self, name: &str) -> Helper {
        let scope = self.over_x(&["c"]);
        let next = self.num(&scope, 1);
        let (part, least) =
            [("x[1..]", "1"), ("x[..floor(q / 2)]", "1"), ("x[ceil(q / 2)..]", "2")][self.choose(3)];
        let over = self.over_x(&["c", "r"]);
        let body = if self.choose(2) == 0 { "r".to_string() } else { self.num(&over, 1) };
        let base = ["c", "sum(x)", "c * 2", "1"][self.choose(4)];
        let text = format!(
            "family {name}[q](x: num[q], c: num) -> num {{ if q < {least} {{ {base} }} else {{ let r = {name}({part}, {next}); {body} }} }}\n"
        );
        self.families.push_str(&text);
        Helper::Carries(name.into())
    }

    /// Several calls: of the same part, of parts in a loop, one on the result of another.
    fn twice(&mut self, name: &str) -> Helper {
        let half = self.half();
        let scope = self.over_x(&["r"]);
        let body = self.num(&scope, 1);
        let rest = match self.choose(5) {
            0 => format!("let r = {name}(x[1..]) + {name}(x[1..]); {body}"),
            1 => format!("let r = sum({name}(x[..{half}]) for i in 0..3); {body}"),
            2 => format!("let r = sum({name}([x[i] * x[j] for j in 0..{half}]) for i in 0..2); {body}"),
            3 => format!("let r = {name}([{name}(x[..{half}]) for _ in 0..{half}]); {body}"),
            _ => format!("let r = {name}(x[..{half}]) * {name}([1 for _ in 0..{half}]); {body}"),
        };
        let cases = self.cases("2", &rest);
        self.families.push_str(&format!("family {name}[q](x: num[q]) -> num {{ {cases} }}\n"));
        Helper::Sums(name.into())
    }

    fn plain(&mut self, name: &str) -> Helper {
        let scope = Scope { nums: vec!["s".into()], bools: vec!["c".into()], ..Scope::default() };
        let body = self.num(&scope, 2);
        self.families.push_str(&format!("family {name}(s: num, c: bool) -> num {{ {body} }}\n"));
        Helper::Plain(name.into())
    }
}
