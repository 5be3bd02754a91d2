//! The builtin functions: what they take and what they give.

use circ_grammar::tree::{self, CompareOp, Span};

use super::body::{Cx, Typed};
use super::collections::LOG2_ROLE;
use crate::diagnostics::{BuildFact, StageFact, TypeFact};
use crate::size::Size;
use crate::typed::{Kind, Reduction};
use crate::types::{Dim, Scalar, Stage, Type};

/// Every builtin with its arguments, as messages and completion show them.
pub const BUILTINS: &[(&str, &str)] = &[
    ("sum", "sum(array) or sum(e for i in a..b if condition)"),
    ("prod", "prod(array) or prod(e for i in a..b if condition)"),
    ("all", "all(bools) or all(e for i in a..b if condition)"),
    ("any", "any(bools) or any(e for i in a..b if condition)"),
    ("count", "count(bools) or count(e for i in a..b if condition)"),
    ("mean", "mean(array) or mean(e for i in a..b if condition)"),
    ("max", "max(array), max(a, b, …) or max(e for i in a..b if condition else default)"),
    ("min", "min(array), min(a, b, …) or min(e for i in a..b if condition else default)"),
    ("argmax", "argmax(array)"),
    ("argmin", "argmin(array)"),
    ("sign", "sign(x)"),
    ("abs", "abs(x)"),
    ("len", "len(array)"),
    ("concat", "concat(x, y, …)"),
    ("indices", "indices(n)"),
    ("select", "select(keys, queries, ==)"),
    ("width", "width(selector)"),
    ("aggregate", "aggregate(selector, values) or aggregate(selector, values, default)"),
    ("pick", "pick(selector, values) or pick(selector, values, default)"),
    ("pick_last", "pick_last(selector, values) or pick_last(selector, values, default)"),
    ("lookup", "lookup(array, index)"),
    ("generate", "generate(next, start, steps, more arguments of next …)"),
    ("floor", "floor(static number)"),
    ("ceil", "ceil(static number)"),
    ("log2", "floor(log2(n)) or ceil(log2(n))"),
    ("sqrt", "sqrt(static number)"),
];

/// Whether the name is a builtin.
pub(super) fn is_builtin(name: &str) -> bool {
    BUILTINS.iter().any(|(builtin, _)| *builtin == name)
}

/// How circ says what other languages call by this name.
pub(super) fn other_languages(name: &str) -> Option<&'static str> {
    Some(match name {
        "range" => "`for i in 0..n` writes a range; `indices(n)` is the array 0, 1, …, n - 1",
        "length" | "size" => "`len(x)` is the length of an array, `indices(n)` are the positions of n",
        "selector_width" => "`width(selector)` counts the selected keys",
        "product" => "`prod(x)` is the product",
        "avg" | "average" => "`mean(x)` is the mean",
        "int" | "round" => "`floor(x)` and `ceil(x)` round static numbers",
        "sgn" | "signum" => "`sign(x)` is -1, 0 or 1",
        "relu" => "`max(x, 0)` is the positive part",
        "map" | "filter" => "a comprehension `[f(t) for t in x]` makes an array; reductions take a filter",
        "enumerate" => "`for i in 0..len(x)` gives the positions",
        "zip" => "`for i in 0..n` with `x[i]` and `y[i]` walks two arrays",
        "indicator" => "a bool widens to 0 or 1 by itself: `sum(c)`, `1 * c`",
        "select_all" | "full" => "`select(0 * x, 0 * x, ==)` selects every key",
        "shift_right" | "shift_left" | "shift" => {
            "`[if i >= 1 { x[i - 1] } else { 0 } for i in 0..n]` shifts an array"
        }
        "log" | "ln" | "lg" => "`floor(log2(n))` and `ceil(log2(n))` are the logarithms of circ, of sizes",
        "sin" | "cos" | "tan" | "exp" | "tanh" | "sigmoid" | "softmax" => {
            "circuits of circ add, multiply and take signs, exactly; there are no transcendental functions"
        }
        "binomial" | "choose" | "comb" => "`prod((n - i) / (i + 1) for i in 0..k)` is the number of subsets",
        "factorial" => "`prod(i for i in 1..=n)` is the factorial",
        "list" | "tuple" | "array" | "float" | "str" | "num" => {
            "there are no conversions: every value has its type"
        }
        "mod" => "`a % b` is the remainder, of static integers",
        "sorted" => "the library sorts: `use std.sort.{sort};`",
        "reversed" => "`[x[n - 1 - i] for i in 0..n]` is an array turned around",
        "append" | "push" | "cat" => "`concat(x, [e])` is a longer array",
        "print" | "println" => {
            "a family gives its result and nothing else; `circ run --json` shows the sizes too"
        }
        _ => return None,
    })
}

impl Cx<'_> {
    pub(super) fn builtin(&mut self, name: &str, name_span: Span, args: &tree::Args, span: Span) -> Typed {
        let reduction = match name {
            "sum" => Some(Reduction::Sum),
            "prod" => Some(Reduction::Prod),
            "all" => Some(Reduction::All),
            "any" => Some(Reduction::Any),
            "count" => Some(Reduction::Count),
            "mean" => Some(Reduction::Mean),
            "max" => Some(Reduction::Max),
            "min" => Some(Reduction::Min),
            _ => None,
        };
        let list = match args {
            tree::Args::Generator(generator) => {
                return match reduction {
                    Some(reduction) => self.reduce_generator(reduction, generator, span),
                    None => {
                        let fact =
                            TypeFact::GeneratorForBuiltin { name: name.to_string(), usage: usage(name) };
                        self.fail(generator.span, fact)
                    }
                };
            }
            tree::Args::List(list) => list,
        };
        match name {
            "select" => return self.select(list, span),
            "floor" | "ceil" => return self.rounding(name, list, span),
            "log2" => return self.fail(span, StageFact::BareLog2),
            "generate" => return self.generate(list, name_span, span),
            "sqrt" => return self.square_root(list, span),
            _ => {}
        }
        let mut values = Vec::new();
        for arg in list {
            match arg {
                tree::Arg::Expr(id) => values.push(self.expr(*id)),
                tree::Arg::Op(op, at) => {
                    let fact = TypeFact::OperatorArgument {
                        operation: op.text().into(),
                        function: name.to_string(),
                    };
                    return self.fail(*at, fact);
                }
            }
        }
        if values.iter().any(|v| v.ty == Type::Error) {
            return self.error(span);
        }
        let allowed = match name {
            "aggregate" | "pick" | "pick_last" => 2..=3,
            "lookup" => 2..=2,
            "concat" | "max" | "min" => 1..=usize::MAX,
            _ => 1..=1,
        };
        if !allowed.contains(&values.len()) {
            let fact = TypeFact::BuiltinArguments {
                name: name.to_string(),
                usage: usage(name),
                found: values.len(),
            };
            return self.fail(span, fact);
        }
        if let Some(reduction) = reduction {
            return self.reduce_array(reduction, &values, span);
        }
        let first = values[0].clone();
        match name {
            "argmax" | "argmin" => self.argmax(&first, name, span),
            "sign" | "abs" => self.unary(&first, name, span),
            "len" => self.length(&first, span),
            "concat" => self.concat(&values, span),
            "indices" => self.indices(&first, span),
            "width" => self.width(&first, span),
            "aggregate" => self.aggregate(&values, span),
            "pick" | "pick_last" => self.pick(name, &values, span),
            _ => self.lookup(&values, span),
        }
    }

    /// The dimensions of an array of this rank; reports where the value is something else.
    fn array_of_rank(
        &mut self,
        value: &Typed,
        rank: usize,
        role: &'static str,
    ) -> Option<(Scalar, Vec<Dim>)> {
        match self.resolved(&value.ty) {
            Type::Array(scalar, dims) if dims.len() == rank => Some((scalar, dims)),
            Type::Empty => Some((Scalar::Error, vec![Some(Size::natural(0)); rank])),
            Type::Error => None,
            found => {
                self.report(value.span, TypeFact::WrongRank { role, rank, found: self.text(&found) });
                None
            }
        }
    }

    fn argmax(&mut self, value: &Typed, name: &str, span: Span) -> Typed {
        let sound = self.array_of_rank(value, 1, "the argument of `argmax` or `argmin`").is_some()
            && self.numeric(value, name);
        if !sound {
            return self.error(span);
        }
        self.push(Kind::ArgMax(value.id, name == "argmin"), Type::NUM, value.stage, span)
    }

    fn unary(&mut self, value: &Typed, name: &str, span: Span) -> Typed {
        if !self.numeric(value, name) {
            return self.error(span);
        }
        let Ok(dims) = self.spread(&[value], name) else { return self.error(span) };
        let kind = if name == "sign" { Kind::Sign(value.id) } else { Kind::Abs(value.id) };
        self.push(kind, Type::Array(Scalar::Num, dims), value.stage, span)
    }

    /// The length of an array is known from its shape, whatever its elements are.
    fn length(&mut self, value: &Typed, span: Span) -> Typed {
        let dim = match &value.ty {
            Type::Array(_, dims) if !dims.is_empty() => dims[0].clone(),
            Type::Empty => Some(Size::natural(0)),
            other => {
                let found = self.text(other);
                return self.fail(value.span, TypeFact::NotIterable { found });
            }
        };
        self.push_valued(Kind::Len(value.id), Type::NUM, Stage::Static, dim, span)
    }

    fn concat(&mut self, values: &[Typed], span: Span) -> Typed {
        let mut length: Dim = Some(Size::natural(0));
        let mut row: Option<(Type, Span)> = None;
        for value in values {
            let (dim, ty) = match self.resolved(&value.ty) {
                Type::Array(scalar, dims) if !dims.is_empty() => {
                    (dims[0].clone(), Type::Array(scalar, dims[1..].to_vec()))
                }
                Type::Empty => continue,
                other => {
                    let found = self.text(&other);
                    return self.fail(
                        value.span,
                        TypeFact::WrongRank { role: "an argument of `concat`", rank: 1, found },
                    );
                }
            };
            length = length.zip(dim).and_then(|(a, b)| a.add(&b));
            row = match row {
                None => Some((ty, value.span)),
                Some((known, first_span)) => match self.join(&known, &ty) {
                    Ok(joined) => Some((joined, first_span)),
                    Err(_) => {
                        let fact = TypeFact::ElementsDiffer {
                            first: self.text(&known),
                            found: self.text(&ty),
                            first_span,
                        };
                        return self.fail(value.span, fact);
                    }
                },
            };
        }
        let refs: Vec<&Typed> = values.iter().collect();
        let stage = Self::stage_of(&refs);
        let ty = row.map_or(Type::Empty, |(row, _)| super::collections::with_leading(vec![length], &row));
        self.push(Kind::Concat(values.iter().map(|v| v.id).collect()), ty, stage, span)
    }

    fn indices(&mut self, size: &Typed, span: Span) -> Typed {
        if size.ty.rank().is_some_and(|rank| rank > 0) {
            return self.fail(size.span, TypeFact::IndicesOfArray { found: self.text(&size.ty) });
        }
        if !self.require_static_number(size, "a size") {
            return self.error(span);
        }
        self.push(
            Kind::Indices(size.id),
            Type::Array(Scalar::Num, vec![size.value.clone()]),
            Stage::Static,
            span,
        )
    }

    fn rounding(&mut self, name: &str, list: &[tree::Arg], span: Span) -> Typed {
        let [tree::Arg::Expr(argument)] = list else {
            let fact =
                TypeFact::BuiltinArguments { name: name.to_string(), usage: usage(name), found: list.len() };
            return self.fail(span, fact);
        };
        let up = name == "ceil";
        if let Some(inner) = self.log2_argument(*argument) {
            let value = self.expr(inner);
            if !self.require_static_number(&value, LOG2_ROLE) {
                return self.error(span);
            }
            // Under a static condition it may never be built.
            if let Some(constant) = value.value.as_ref().and_then(Size::as_constant)
                && self.conditional == 0
                && (!constant.is_integer() || constant.signum() <= 0)
            {
                let fact = BuildFact::LogOfNonPositive { found: constant.to_string() };
                return self.fail(value.span, fact);
            }
            let kind = if up { Kind::CeilLog2(value.id) } else { Kind::FloorLog2(value.id) };
            return self.push(kind, Type::NUM, Stage::Static, span);
        }
        let value = self.expr(*argument);
        if !self.numeric(&value, name) {
            return self.error(span);
        }
        if value.stage == Stage::Wire {
            return self.fail(value.span, StageFact::RoundingOfWire { name: name.to_string() });
        }
        let Ok(dims) = self.spread(&[&value], name) else { return self.error(span) };
        let rounded = value.value.as_ref().and_then(|v| if up { v.ceil() } else { v.floor() });
        let kind = if up { Kind::Ceil(value.id) } else { Kind::Floor(value.id) };
        self.push_valued(kind, Type::Array(Scalar::Num, dims), Stage::Static, rounded, span)
    }

    /// The x of `log2(x)`, where `log2` is not hidden by another name.
    fn log2_argument(&self, id: tree::ExprId) -> Option<tree::ExprId> {
        let tree::ExprKind::Call { callee, args: tree::Args::List(args) } = &self.syntax(id).kind else {
            return None;
        };
        let tree::ExprKind::Name(name) = &self.syntax(*callee).kind else { return None };
        match args.as_slice() {
            [tree::Arg::Expr(x)]
                if name == "log2" && !self.is_value(name) && self.items.family(name).is_none() =>
            {
                Some(*x)
            }
            _ => None,
        }
    }

    /// `select(keys, queries, op)`: both arrays of one dimension; one of them may be a scalar, which then spreads to
    /// the length of the other.
    fn select(&mut self, list: &[tree::Arg], span: Span) -> Typed {
        let [tree::Arg::Expr(keys), tree::Arg::Expr(queries), tree::Arg::Op(op, _)] = list else {
            for arg in list {
                // A comparison in quotes is told here, and is no string that wants an alphabet.
                if let tree::Arg::Expr(id) = arg
                    && !self.is_quoted_comparison(*id)
                {
                    self.expr(*id);
                }
            }
            return self.fail(span, TypeFact::SelectArguments { found: list.len() });
        };
        let (keys, queries, op): (Typed, Typed, CompareOp) = (self.expr(*keys), self.expr(*queries), *op);
        if keys.ty == Type::Error || queries.ty == Type::Error {
            return self.error(span);
        }
        let mut dims: Vec<Dim> = Vec::new();
        for value in [&queries, &keys] {
            match self.resolved(&value.ty) {
                Type::Array(_, d) if d.len() <= 1 => dims.extend(d),
                Type::Empty => dims.push(Some(Size::natural(0))),
                other => {
                    let found = self.text(&other);
                    return self.fail(
                        value.span,
                        TypeFact::WrongRank { role: "an argument of `select`", rank: 1, found },
                    );
                }
            }
        }
        if dims.is_empty() {
            return self.fail(span, TypeFact::SelectOfScalars);
        }
        if dims.len() == 1 {
            dims.push(dims[0].clone());
        }
        // Messages speak of the comparison as it is read: keys on the left.
        let Some(scalar) = self.comparable(&keys, op, &queries) else { return self.error(span) };
        let stage = Self::stage_of(&[&keys, &queries]);
        self.push(Kind::Select(keys.id, queries.id, op, scalar), Type::Array(Scalar::Bool, dims), stage, span)
    }

    /// `"=="`, with the quotes that other languages need.
    fn is_quoted_comparison(&self, id: tree::ExprId) -> bool {
        let (tree::ExprKind::String(text) | tree::ExprKind::Token(text)) = &self.syntax(id).kind else {
            return false;
        };
        matches!(text.as_str(), "==" | "=" | "!=" | "<" | "<=" | ">" | ">=")
    }

    /// A selector: `bool[queries, keys]`.
    fn selector(&mut self, value: &Typed) -> Option<(Dim, Dim)> {
        let (scalar, dims) = self.array_of_rank(value, 2, "a selector")?;
        if !matches!(scalar, Scalar::Bool | Scalar::Error) {
            let (operation, found) = ("a selector".into(), self.text(&value.ty));
            let fact = TypeFact::NotBoolean { operation, found, token: None };
            self.report(value.span, fact);
            return None;
        }
        Some((dims[0].clone(), dims[1].clone()))
    }

    fn width(&mut self, selector: &Typed, span: Span) -> Typed {
        let Some((queries, _)) = self.selector(selector) else { return self.error(span) };
        self.push(Kind::Width(selector.id), Type::Array(Scalar::Num, vec![queries]), selector.stage, span)
    }

    /// The parts that `aggregate` and `pick` share: a selector, a value for each key, a default for all queries or
    /// one for each.
    fn selection(&mut self, name: &str, values: &[Typed]) -> Option<(Dim, Scalar)> {
        let (queries, keys) = self.selector(&values[0])?;
        let (scalar, dims) = self.array_of_rank(&values[1], 1, "the values of a selection")?;
        if self.join_dims(&keys, &dims[0]).is_err() {
            let fact = TypeFact::KeysDiffer {
                keys: self.names().dim(&keys),
                values: self.names().dim(&dims[0]),
                selector_span: values[0].span,
            };
            self.report(values[1].span, fact);
            return None;
        }
        let mut scalar = scalar;
        if name == "aggregate" {
            if !self.numeric(&values[1], name) {
                return None;
            }
            scalar = Scalar::Num;
        }
        if let Some(default) = values.get(2) {
            let Type::Array(found, shape) = self.resolved(&default.ty) else {
                let fact = TypeFact::WrongRank { role: "a default", rank: 1, found: self.text(&default.ty) };
                self.report(default.span, fact);
                return None;
            };
            let element = Typed { ty: Type::scalar(found), ..default.clone() };
            match self.join_scalars(scalar, found) {
                Ok(joined) if name == "aggregate" && joined != Scalar::Num && joined != Scalar::Error => {
                    self.numeric(&element, name);
                    return None;
                }
                Ok(joined) => scalar = joined,
                Err(_) => {
                    self.expect(&element, &Type::scalar(scalar), "the default");
                    return None;
                }
            }
            let one_each = Type::Array(scalar, vec![queries.clone()]);
            if !shape.is_empty()
                && !self.expect(default, &one_each, "the default (a scalar, or one for each query)")
            {
                return None;
            }
        }
        Some((queries, scalar))
    }

    fn aggregate(&mut self, values: &[Typed], span: Span) -> Typed {
        let Some((queries, _)) = self.selection("aggregate", values) else { return self.error(span) };
        let refs: Vec<&Typed> = values.iter().collect();
        let stage = Self::stage_of(&refs);
        let kind = Kind::Aggregate(values[0].id, values[1].id, values.get(2).map(|d| d.id));
        self.push(kind, Type::Array(Scalar::Num, vec![queries]), stage, span)
    }

    fn pick(&mut self, name: &str, values: &[Typed], span: Span) -> Typed {
        let Some((queries, scalar)) = self.selection(name, values) else { return self.error(span) };
        let refs: Vec<&Typed> = values.iter().collect();
        let stage = Self::stage_of(&refs);
        let kind = Kind::Pick {
            selector: values[0].id,
            values: values[1].id,
            default: values.get(2).map(|d| d.id),
            last: name == "pick_last",
        };
        self.push(kind, Type::Array(scalar, vec![queries]), stage, span)
    }

    fn lookup(&mut self, values: &[Typed], span: Span) -> Typed {
        let [array, index] = values else { return self.error(span) };
        let Some((scalar, _)) = self.array_of_rank(array, 1, "the array of `lookup`") else {
            return self.error(span);
        };
        if !self.numeric(index, "lookup") {
            return self.error(span);
        }
        let Ok(dims) = self.spread(&[index], "lookup") else { return self.error(span) };
        let stage = Self::stage_of(&[array, index]);
        self.push(Kind::Lookup(array.id, index.id), Type::Array(scalar, dims), stage, span)
    }
}

pub(super) fn usage(name: &str) -> String {
    BUILTINS
        .iter()
        .find(|(builtin, _)| *builtin == name)
        .map_or_else(String::new, |(_, usage)| (*usage).to_string())
}
