//! Programs that the analysis was once wrong about, each as small as it was made.

/// A name and a program; every family of it is held against its circuits.
pub(crate) const PROGRAMS: &[(&str, &str)] = &[
    // Mistakes of the prototype.
    (
        "ranges that are empty for some indices take nothing away",
        "family f[n](x: num[n]) -> num[n] { [sum(x[k] for k in 2 * i..n) for i in 0..n] }
         family g[n](x: num[n]) -> num[n] { [sum(x[k] * x[i] for k in 2 * i..n) for i in 0..n] }
         family h[n](x: num[n]) -> num { sum(x[i] * x[j] for i in 0..n, j in i..3) }",
    ),
    (
        "a logarithm that falls with an index is greatest at its start",
        "family tree[n](x: num[n]) -> num {
             if n < 2 { sum(x) } else { tree(x[..floor(n / 2)]) + tree(x[floor(n / 2)..]) }
         }
         family f[n](x: num[n]) -> num[n] { [tree(x[i..]) for i in 0..n] }",
    ),
    (
        "a branch keeps the index of its condition",
        "family f[q](x: num[q]) -> num {
             if q < 2 { sum(x) } else {
                 sum((if i == 0 { f(x[..floor(q / 2)]) } else { f(x[ceil(q / 2)..]) + i }) for i in 0..q)
             }
         }
         family g[n](x: num[n]) -> num { sum((if i == 0 { x[i] } else { x[i] * i }) for i in 0..n) }",
    ),
    (
        "base cases count beside recursive ones",
        "family f[n](x: num[n]) -> num {
             if n < 3 { prod(x[i] + 1 for i in 0..n) } else { f(x[..ceil(n / 2)]) * f(x[ceil(n / 2)..]) }
         }
         family g[n](x: num[n]) -> num { if n == 0 { 5 } else { g(x[1..]) } }",
    ),
    (
        "constants that reach outputs at some sizes only",
        "family f[n](x: num[n]) -> num { sum(x) }
         family g[n](x: num[n]) -> (num, num) { (prod(x), mean(x)) }
         family h[n](s: num) -> num { sum(s for i in 1..floor(n / 2)) }
         family k[n](x: num[n]) -> num { max(x[i] for i in 0..n if i > 2 else 7) }
         family l[q](x: num[q]) -> (num, num) {
             if q < 2 { (sum(x), 1) } else { let (l, m) = l(x[..floor(q / 2)]); (l, 3) }
         }
         family m[n](s: num) -> num { sum(s for i in 1..n if i == 0) }",
    ),
    (
        "states that start constant",
        "family f[n](x: num[n]) -> num { fold a = 0 for t in x { a + t } }
         family g[n](x: num[n]) -> (num, num) { fold (a, b) = (0, 1) for t in x { (b, a + t) } }
         family h[n](x: num[n]) -> num { fold a = 1 for t in x { if n % 2 == 0 { a } else { a * t } } }",
    ),
    (
        "padded counts are no witnesses",
        "family f[n](x: num[n]) -> num { sum(x[i] for i in 0..n if i > 2) }
         family g[n](x: num[n], s: num) -> num { sum(s for i in 0..n if i == 0) + s }
         family h[n](x: num[n]) -> num { prod(x[i] for i in 2..n) * sum(x[i] for i in 0..n if i % 2 == 1) }",
    ),
    // Found by the harness.
    (
        "wide connectives have another shape from three elements on",
        "family f[n](x: bool[n]) -> bool { all(x) }
         family g[n](x: bool[n]) -> bool { any(x) }
         family h[n](x: num[n]) -> num { max(x[i] for i in 0..n if i >= 0 else 0) }",
    ),
    (
        "a remainder that is zero pins no size",
        "family f[n](x: num[n]) -> num { if n % 2 == 0 { sum(x) } else { 1 } }
         family g[n](x: bool[n]) -> bool { n % 2 == 0 and all(x) }",
    ),
    (
        "in a tree of three one operand is higher",
        "family f(x: num, y: num) -> num { min(x, y) }
         family g(x: bool, y: bool, z: bool) -> bool { x or y and z }
         family h[n](x: num[n]) -> num { sum(if i == n - 1 { x[i] * x[i] } else { x[i] } for i in 0..n) }",
    ),
    ("exponents that may be 0", "family f[n](x: num[n]) -> num[3] { [sum(x[i] ^ j for i in 0..n) for j in 0..3] }
         family g[n](s: num) -> (num, num) { (s ^ n, (1 / 2) ^ n * s) }"),
    (
        "dead gates have no fan-in",
        "family f[n](x: num[n]) -> num where n >= 3 { let y = x[0] * x[1] * x[2]; x[0] }",
    ),
    (
        "gates that differ by the bias of their places",
        "family f[n](s: num, c: bool) -> num { max(s for i in 0..n if c else s) }
         family h[n](s: num, b: bool[n]) -> num { max(2 for i in 0..n if b[i] else s) }
         family g[n](s: num, b: bool[n]) -> num { min(s for i in 0..4 if (if i < n { b[i] } else { false }) else s) }",
    ),
    (
        "the default of a filter that is known from the sizes",
        "family f[n](s: num) -> num { max(s for i in 0..n if false else s * s) }
         family g[n](x: num[n], s: num) -> num { min(x[i] for i in 0..n if i % 2 == 1 else s * s + 1) }",
    ),
    (
        "constants through a recursion",
        "family f[q](x: num[q], c: num) -> num { if q < 1 { c } else { f(x[1..], 3) } }
         family g[q](x: num[q], c: num) -> num { if q < 1 { c * 2 } else { g(x[1..], 1 / 3) } }
         family h[q](x: num[q], c: num) -> num {
             if q < 1 { c * 2 } else { h(x[1..], if q % 2 == 0 { 3 } else { c }) }
         }
         family k[q](x: num[q], c: num) -> num { if q < 1 { c } else { let r = k(x[1..], c); c - 3 * c } }",
    ),
    (
        "arrays as states",
        "family f[n](x: num[n], s: num) -> num[n] {
             fold a = x + s for k in 0..ceil(log2(n + 1)) { [if i == k { s } else { a[i] } for i in 0..n] }
         }
         family g[n](x: num[n], s: num) -> num[n] {
             fold a = x for k in 0..n { [if i == k { a[i] + s } else { a[i] } for i in 0..n] }
         }
         family h[n](x: num[n], s: num) -> num[n] {
             fold a = [if i == n - 1 { x[i] * x[i] * s } else { x[i] } for i in 0..n] for k in 0..n {
                 [a[0] + s for i in 0..n]
             }
         }",
    ),
    (
        "loops whose number of steps is below 0",
        "family f[n](s: num) -> num { fold a = s * s for t in 2..n { a + s } }
         family g[n](s: num) -> num { fold a = 1 for t in 3..n { a * s + 1 } }",
    ),
    (
        "tables have another shape where an operand is constant",
        "family f[m](c: bool) -> bool { ((m == 2 or c) == c) and c }
         family g[n](x: num[n], s: num) -> num { (s / 3) * prod(x) }
         family h[n](x: num[n], b: bool[n]) -> num { if any(b[i] for i in 0..n if n == 1) { abs(x[0]) } else { 2 } }",
    ),
    (
        "a match over a token that is known from the sizes",
        "alphabet Bit = '0' | '1';
         family f[n](x: num[n]) -> num {
             sum(
                 (match { let t: Bit = if i % 3 == 1 { '1' } else { '0' }; t } { '0' => x[j], _ => i })
                 for i in 0..n, j in 0..n if j < i
             )
         }
         family g[n](x: num[n]) -> num[n] {
             [match { let t: Bit = if i % 3 == 1 { '1' } else { '0' }; t } { '0' => x[i], _ => i } for i in 0..n]
         }",
    ),
    (
        "bits of constants",
        "family f[n](x: num[n]) -> num { sum(x[i] * 2 ^ i for i in 0..n) }
         family g[n](x: num[n]) -> num { argmax([i for i in 0..=n]) + prod([i for i in 0..n]) }
         family h[n](s: num) -> num { s - 3 * s }
         family k[n](x: num[n]) -> num { sum((fold a = 0 for t in i..n { a + sign(x[i]) }) for i in 0..n) }",
    ),
];
