//! A score, sign by sign: which number a key is worth to a query, once it is known on which side of the query each
//! of its numbers lies.
//!
//! A sign is -1, 0 or 1, and with the number put in the score is a simpler polynomial, in which mostly other signs
//! are gone as well: where `x` differs, the order of sorting by `x` and then by the index does not ask for the
//! index. What is left at the leaves adds numbers of the two sides, or multiplies two of them.

use super::super::kernel::{Program, program};
use super::super::polynomial::{Poly, small_meter};
use super::super::recognise::product;
use super::super::specialise::{self, Expr};
use super::form::{Form, Sign, Variable, sign_variable};
use crate::number::Num;
use rustc_hash::FxHashMap;

/// Signs that a tree goes by; with more of them every pair is scored.
const MAX_SIGNS: usize = 6;
/// Nodes of a tree.
const MAX_NODES: usize = 2048;

/// A tree, by its root.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) root: usize,
}

/// A step of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// The number of a leaf.
    Leaf(usize),
    /// By the sign of a difference: what follows where the query's number is less, equal or greater.
    Split { sign: usize, less: usize, equal: usize, greater: usize },
}

/// What a key is worth to a query.
#[derive(Debug)]
pub(super) enum Leaf {
    /// A number of the key, and one of the query for all keys alike.
    Apart { key: Poly, query: Poly },
    /// The same, and a product of a number of the query and one of the key.
    Product { factors: Box<(Poly, Poly)>, key: Poly, query: Poly },
    /// Anything: every pair is scored.
    Any(Box<Scorer>),
}

/// A score of a pair as a straight-line program.
#[derive(Debug)]
pub(super) struct Scorer {
    /// The variables of the query, then those of the key.
    pub(super) variables: Vec<u32>,
    /// How many of them are the query's.
    pub(super) queries: usize,
    pub(super) program: Program,
}

impl Tree {
    /// The tree of a polynomial of a form.
    pub(super) fn of(form: &Form, poly: &Poly) -> Tree {
        let tree = Tree { nodes: Vec::new(), leaves: Vec::new(), root: 0 };
        let mut grower = Grower { form, tree, known: FxHashMap::default() };
        let differences = form.signs_in(poly).len();
        if differences <= MAX_SIGNS
            && let Some(root) = grower.grow(poly)
        {
            grower.tree.root = root;
            return grower.tree;
        }
        Tree { nodes: vec![Node::Leaf(0)], leaves: vec![Leaf::Any(Box::new(scorer(form, poly)))], root: 0 }
    }
}

struct Grower<'f> {
    form: &'f Form,
    tree: Tree,
    known: FxHashMap<Poly, usize>,
}

impl Grower<'_> {
    /// The node of a polynomial; `None` where there are too many.
    fn grow(&mut self, poly: &Poly) -> Option<usize> {
        if let Some(&node) = self.known.get(poly) {
            return Some(node);
        }
        let node = match self.split(poly) {
            Some((sign, [less, equal, greater])) => {
                let [less, equal, greater] = [self.grow(&less)?, self.grow(&equal)?, self.grow(&greater)?];
                Node::Split { sign, less, equal, greater }
            }
            None => {
                self.tree.leaves.push(leaf(self.form, poly));
                Node::Leaf(self.tree.leaves.len() - 1)
            }
        };
        self.tree.nodes.push(node);
        let place = self.tree.nodes.len() - 1;
        self.known.insert(poly.clone(), place);
        (place < MAX_NODES).then_some(place)
    }

    /// The sign to go by next, and the polynomial where it is -1, 0 and 1: the one that leaves the fewest signs to ask
    /// for where numbers differ, then where they are equal.
    fn split(&self, poly: &Poly) -> Option<(usize, [Poly; 3])> {
        let form = self.form;
        let differs = |k: &usize| matches!(form.signs[*k], Sign::Difference { .. });
        let options = form.signs_in(poly).into_iter().filter(differs).filter_map(|sign| {
            let variable = sign_variable(sign);
            let put = |value: &Num| form.with(poly, variable, value, &small_meter());
            let parts = [put(&Num::MINUS_ONE)?, put(&Num::ZERO)?, put(&Num::ONE)?];
            let [less, equal, greater] = [0, 1, 2].map(|k| form.signs_in(&parts[k]).len());
            Some(((less + greater, equal, sign), parts))
        });
        options.min_by_key(|(cost, _)| *cost).map(|((_, _, sign), parts)| (sign, parts))
    }
}

fn leaf(form: &Form, poly: &Poly) -> Leaf {
    if let Some(parts) = form.apart(poly) {
        if parts.cross.is_empty() {
            return Leaf::Apart { key: parts.key, query: parts.query };
        }
        if let Some((of_query, of_key)) = product(&parts.cross) {
            return Leaf::Product {
                factors: Box::new((of_query, of_key)),
                key: parts.key,
                query: parts.query,
            };
        }
    }
    Leaf::Any(Box::new(scorer(form, poly)))
}

/// A polynomial as a program over the numbers of a pair.
fn scorer(form: &Form, poly: &Poly) -> Scorer {
    // The signs that occur, and those that these use; each stands after those.
    let mut used = vec![false; form.signs.len()];
    let mut reads: Vec<u32> = poly.variables();
    form.signs_in(poly).into_iter().for_each(|k| used[k] = true);
    for k in (0..form.signs.len()).rev() {
        if used[k] {
            form.signs_in(&argument(&form.signs[k])).into_iter().for_each(|k| used[k] = true);
        }
    }
    let signs: Vec<usize> = (0..form.signs.len()).filter(|&k| used[k]).collect();
    let arguments: Vec<Poly> = signs.iter().map(|&k| argument(&form.signs[k])).collect();
    arguments.iter().for_each(|argument| reads.extend(argument.variables()));
    reads.sort_unstable();
    reads.dedup();
    let is_sign = |v: &u32| matches!(form.variable(*v), Variable::Sign(_));
    let of_query = |v: &u32| form.side(*v) == super::form::Side::Query;
    let (mut variables, keys): (Vec<u32>, Vec<u32>) =
        reads.into_iter().filter(|v| !is_sign(v)).partition(of_query);
    let queries = variables.len();
    variables.extend(keys);
    let place = |v: u32| match form.variable(v) {
        Variable::Sign(k) => specialise::sign_variable(signs.iter().position(|&s| s == k).unwrap_or(0)),
        _ => variables.iter().position(|&own| own == v).unwrap_or(0) as u32,
    };
    let renamed = |poly: &Poly| {
        let mut named = Poly::default();
        for (variables, coefficient) in poly.terms() {
            let mut variables: Vec<u32> = variables.iter().map(|&v| place(v)).collect();
            variables.sort_unstable();
            named.push(variables, coefficient);
        }
        named
    };
    let expr = Expr { signs: arguments.iter().map(renamed).collect(), result: renamed(poly) };
    let program = program(&expr, &vec![1; variables.len()]);
    Scorer { variables, queries, program }
}

fn argument(sign: &Sign) -> Poly {
    match sign {
        Sign::Mixed(of) => of.clone(),
        Sign::Difference { query, key } => {
            let mut of = query.clone();
            of.add(&key.scaled(&Num::MINUS_ONE));
            of
        }
    }
}
