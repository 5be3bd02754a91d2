//! What theorems say of the problems of the catalogue. These are statements about functions, and none of them comes from
//! the analysis: each has its source, or is said to be open.

/// A problem, and what is known of it.
pub(crate) struct Problem {
    /// The program, below `examples/`, without its ending; its family has the file's name.
    pub(crate) program: &'static str,
    /// What places the function.
    pub(crate) placed: &'static str,
    /// What a transformer of constant depth can and can't do with it.
    pub(crate) constant: &'static str,
    /// What is proved of every family of the function.
    pub(crate) bound: Bound,
}

/// A lower bound that a theorem gives, held against what the tool proves of the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bound {
    /// None that is used here.
    None,
    /// The function is in no smaller Boolean class than this one: `AC0` for what depends on all of its input, `TC0`
    /// for what is not in AC0.
    AtLeast(&'static str),
    /// A polynomial whose degree grows: no family in an FSAC class has constant depth.
    Degree,
}

/// A heading, what its problems have in common, and the problems.
pub(crate) struct Group {
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
    pub(crate) problems: &'static [Problem],
}

const fn problem(
    program: &'static str,
    bound: Bound,
    placed: &'static str,
    constant: &'static str,
) -> Problem {
    Problem { program, placed, constant, bound }
}

use Bound::{AtLeast, Degree, None};

pub(crate) const GROUPS: &[Group] = &[
    Group {
        title: "A few positions each: NC0",
        text: "Every output depends on a bounded number of input bits, whatever n is, so constant depth and bounded fan-in \
               are enough. That is the definition of NC0, and no theorem is needed.",
        problems: &[
            problem(
                "sequences/copy",
                None,
                "In NC0: each output is one input.",
                "One head that attends to its own position does it; the greatest score is unique, so unique-hard attention is enough.",
            ),
            problem(
                "sequences/reverse",
                None,
                "In NC0: each output is one input, at a place that depends on n alone.",
                "As for `copy`, once positions know n.",
            ),
            problem(
                "sequences/prev",
                None,
                "In NC0: each output is one input.",
                "As for `copy`: the previous-token head.",
            ),
            problem(
                "sequences/length",
                None,
                "In NC0: the outputs are constants of C_n.",
                "A circuit knows its n. A transformer whose positions know only their index finds n with one head that attends to the last position.",
            ),
            problem(
                "sequences/detect_ab",
                None,
                "In NC0: each output depends on two tokens.",
                "Two heads, its own position and the one before; unique-hard attention is enough.",
            ),
        ],
    },
    Group {
        title: "Quantifiers over positions: AC0",
        text: "The answer may depend on every position, so it is not in NC0: a gate of bounded fan-in and constant depth sees a \
               bounded number of them. `any` and `all` of unbounded fan-in are enough. Languages that unique-hard attention \
               recognises in constant depth are all in AC0 (Hao, Angluin and Frank, 2022); with strict masking, and where \
               positions know nothing of their index, they are exactly the star-free ones (Yang, Chiang and Angluin, 2024). \
               Being in AC0 is necessary for unique-hard attention, and not enough, whatever the positions know (Barceló, \
               Kozachinskiy, Lin and Podolskii, 2024).",
        problems: &[
            problem(
                "sequences/contains_ab",
                AtLeast("AC0"),
                "In AC0, and star-free: \"some neighbours are `ab`\" is a first-order formula over the order of positions (McNaughton and Papert, 1971).",
                "Can be done, already by unique-hard attention with masks.",
            ),
            problem(
                "sequences/first_occurrence",
                AtLeast("AC0"),
                "In AC0: no position to the left has this token. The program counts them, and what is proved of it is TC0.",
                "Can be done: one head that looks for an equal token to the left.",
            ),
            problem(
                "sequences/palindrome",
                AtLeast("AC0"),
                "In AC0: all of n/2 comparisons hold. The language is not regular: how hard a language is for grammars says nothing of its circuits.",
                "Can be done: each position, knowing n, compares itself with its mirror image, and one head looks for a mismatch.",
            ),
            problem(
                "sequences/induction",
                AtLeast("AC0"),
                "In AC0: the latest earlier occurrence is one that has no later one.",
                "Can be done with two heads, the second taking the rightmost position of the greatest score.",
            ),
            problem(
                "sequences/increment",
                AtLeast("AC0"),
                "In AC0: a carry arrives where all lower bits are 1.",
                "Can be done: a position looks for a 0 among the lower bits.",
            ),
            problem(
                "sequences/aa_star",
                AtLeast("AC0"),
                "In AC0, as a circuit is built for one n and knows whether it is even. Not star-free: no first-order formula over the order of positions alone says \"even\" (McNaughton and Papert, 1971).",
                "Can be done where positions know the parity of n, or of their index; by the theorem on masked unique-hard attention above not from the order alone.",
            ),
            problem(
                "sequences/anbncn",
                AtLeast("AC0"),
                "In AC0, though no context-free grammar generates it: n is known, so it is to be checked that the first third is `a`, the second `b`, the third `c`. The program counts, and what is proved of it is TC0.",
                "Can be done: where n is known without counting, otherwise by uniform attention, which counts.",
            ),
            problem(
                "circuits/bit_add",
                AtLeast("AC0"),
                "In AC0 by carry lookahead; almost linear size is possible (Chandra, Fortune and Lipton, 1985).",
                "Can be done: the latest lower position that does not pass a carry on decides.",
            ),
            problem(
                "circuits/ripple_add",
                AtLeast("AC0"),
                "The function of `bit_add`, in AC0. The program takes depth that grows with n: that is a statement about this program.",
                "Not by this program, whose carries go one by one; by `bit_add` it can.",
            ),
            problem(
                "thought/add_steps",
                AtLeast("AC0"),
                "The function of `bit_add`, in AC0.",
                "Can be done without chains of thought. With them, a step of bounded fan-in writes one carry.",
            ),
        ],
    },
    Group {
        title: "Counting: TC0",
        text: "Threshold gates, or unbounded sums and one comparison. Average-hard attention over floating-point numbers \
               recognises only languages in TC0 (Merrill, Sabharwal and Smith, 2022), and so do transformers of logarithmic \
               precision (Merrill and Sabharwal, 2023). What is in TC0 and not in AC0 is out of reach of unique-hard attention in \
               constant depth, whatever the positions know (Hao, Angluin and Frank, 2022).",
        problems: &[
            problem(
                "circuits/parity",
                AtLeast("TC0"),
                "In TC0; not in AC0 (Furst, Saxe and Sipser, 1984; Ajtai, 1983).",
                "Average-hard attention can, by a mean over all positions. Unique-hard attention can't (Hahn, 2020).",
            ),
            problem(
                "circuits/parity_tree",
                AtLeast("TC0"),
                "The function of `parity`, by gates of two operands. With these a depth of log2 n is needed, as every bit counts.",
                "Not by this program. The function can, as `parity` shows.",
            ),
            problem(
                "thought/parity_steps",
                AtLeast("TC0"),
                "The function of `parity`. The step is in NC0: n steps of bounded fan-in do what no single one can (Merrill and Sabharwal, 2024).",
                "Can be done at once by counting; with n steps of thought already by a step that looks at two bits.",
            ),
            problem(
                "circuits/mod3",
                AtLeast("TC0"),
                "In TC0; not in AC0, not even with parity gates (Smolensky, 1987).",
                "As for `parity`.",
            ),
            problem(
                "circuits/majority",
                AtLeast("TC0"),
                "In TC0 by definition; not in AC0, not even with gates that count modulo a prime (Razborov, 1987; Smolensky, 1987).",
                "Average-hard attention can: one mean, one comparison. Unique-hard attention can't, as the function is not in AC0.",
            ),
            problem(
                "sequences/hist",
                None,
                "Its numbers decide majority, so their bits are not in AC0; they are in TC0.",
                "Average-hard attention can: the mean of a flag over the whole word is the count divided by n. This is the `selector_width` of RASP.",
            ),
            problem(
                "sequences/double_hist",
                None,
                "Compares counts. Whether two letters occur equally often is not in AC0: with k letters of one kind added, for each k, it tells which count is the greater.",
                "Average-hard attention can; unique-hard attention can't.",
            ),
            problem(
                "sequences/most_freq",
                AtLeast("TC0"),
                "Of words over two letters it is majority: in TC0, not in AC0.",
                "Average-hard attention can; unique-hard attention can't.",
            ),
            problem(
                "sequences/sort_by_freq",
                AtLeast("TC0"),
                "Its first token is that of `most_freq`: in TC0, not in AC0.",
                "Average-hard attention can; unique-hard attention can't.",
            ),
            problem(
                "sequences/count_rare",
                None,
                "In AC0 over an alphabet of constant size: a letter that occurs once has a position, and no second one, and there are at most 26 of them. The program counts.",
                "Can be done.",
            ),
            problem(
                "sequences/frac_prevs",
                None,
                "Its numbers decide majority, so they are not in AC0; they are means, in TC0.",
                "Average-hard attention can: it is one head. Unique-hard attention takes no means, and can't.",
            ),
            problem("sequences/pair_balance", None, "As `frac_prevs`.", "As for `frac_prevs`."),
            problem(
                "sequences/dyck1",
                AtLeast("TC0"),
                "In TC0 (Barrington and Corbett, 1989); not in AC0: for a word w of n brackets, `(`ⁿ w `)`ᵐ is balanced exactly where w has m - n more opening ones than closing ones, so counts can be read off.",
                "Average-hard attention can: prefixes are summed at once. Unique-hard attention can't.",
            ),
            problem(
                "sequences/dyck1_ptf",
                AtLeast("TC0"),
                "As `dyck1`, for every prefix.",
                "As for `dyck1`.",
            ),
            problem(
                "sequences/dyck2",
                AtLeast("TC0"),
                "In TC0 (Barrington and Corbett, 1989); not in AC0, as it contains `dyck1`.",
                "Average-hard attention can: partners are found by their level. Hard attention that is unique can't (Hahn, 2020).",
            ),
            problem(
                "sequences/dyck2_ptf",
                AtLeast("TC0"),
                "As `dyck2`, for every prefix.",
                "As for `dyck2`.",
            ),
            problem(
                "sequences/shuffle_dyck2",
                AtLeast("TC0"),
                "In TC0: a counter for each kind; not in AC0, as it contains `dyck1`.",
                "Average-hard attention can; transformers learn it, too (Bhattamishra, Ahuja and Goyal, 2020).",
            ),
            problem(
                "circuits/bit_mul",
                AtLeast("TC0"),
                "In TC0, and as hard as majority under constant-depth reductions (Chandra, Stockmeyer and Vishkin, 1984); not in AC0.",
                "Average-hard attention can; unique-hard attention can't.",
            ),
        ],
    },
    Group {
        title: "Comparing numbers",
        text: "The inputs are elements of the ring, so no Boolean class is asked for. Where numbers are given as bits, comparing two \
               is in AC0, and sorting is as hard as majority (Chandra, Stockmeyer and Vishkin, 1984).",
        problems: &[
            problem(
                "sequences/increasing",
                None,
                "Neighbours are compared, and all have to rise.",
                "Can be done.",
            ),
            problem(
                "sequences/rank",
                None,
                "Counts the smaller values; on bits in TC0, not in AC0.",
                "Average-hard attention can, by counting.",
            ),
            problem(
                "sequences/sort",
                None,
                "Rank, then fetch: constant depth, n² comparisons. On bits in TC0, not in AC0 (Chandra, Stockmeyer and Vishkin, 1984).",
                "Average-hard attention can.",
            ),
            problem("sequences/sort_unique", None, "As `sort`, for distinct values.", "As for `sort`."),
            problem(
                "sequences/median",
                None,
                "Of an odd number of bits it is majority.",
                "Average-hard attention can.",
            ),
            problem(
                "circuits/batcher_sort",
                None,
                "The function of `sort`. Networks of comparators of depth O(log² n) (Batcher, 1968); O(log n) is possible (Ajtai, Komlós and Szemerédi, 1983) and needed, with comparators of two.",
                "Not by this program; by `sort` it can.",
            ),
            problem(
                "circuits/maximum",
                None,
                "On bits in AC0: the one that no other exceeds.",
                "Can be done: one head, whose score is the value.",
            ),
            problem(
                "circuits/argmax",
                None,
                "As `maximum`.",
                "As for `maximum`, with the leftmost position of the greatest score.",
            ),
            problem(
                "sequences/khop3",
                None,
                "Three reads at computed indices, one after the other.",
                "Can be done, as 3 is a constant. Of k hops, O(log k) layers do (Sanford, Hsu and Telgarsky, 2024); that fewer do not is known under an assumption on parallel computation.",
            ),
        ],
    },
    Group {
        title: "Automata and groups: NC1",
        text: "A word acts on finitely many states, and actions compose in any grouping, so in a tree: regular languages are in \
               NC1 (Ladner and Fischer, 1980). Which of them are in TC0 depends on the groups in them.",
        problems: &[
            problem(
                "circuits/dfa_fold",
                AtLeast("TC0"),
                "In TC0: the group of this automaton is solvable (Barrington and Thérien, 1988); counting the ones at even and at odd places is enough. Not in AC0: counting modulo 3 is a case (Smolensky, 1987). The program takes depth n.",
                "Not by this program. The function can, by average-hard attention: two counts modulo 3.",
            ),
            problem(
                "circuits/dfa_tree",
                AtLeast("TC0"),
                "The function of `dfa_fold`, by the tree that works for every automaton.",
                "Not by this program, which makes a looped transformer of O(log n) rounds; depth of that order recognises every regular language (Merrill and Sabharwal, 2025).",
            ),
            problem(
                "circuits/s5_product",
                None,
                "Complete for NC1 (Barrington, 1989).",
                "Open. A transformer of constant depth with polynomially many bits would put NC1 into TC0, which is not believed. A looped one of O(log n) rounds can.",
            ),
            problem(
                "thought/s5_steps",
                None,
                "The function of `s5_product`, complete for NC1.",
                "Open without thought. With n steps it can, each of constant depth and bounded fan-in: chains of thought of linear length recognise every regular language (Merrill and Sabharwal, 2024).",
            ),
        ],
    },
    Group {
        title: "Sums of bounded degree: FSAC0",
        text: "Polynomials of bounded degree, as one sum over bounded products. Addition of integers, given as bits, is in TC0, \
               also of many (Chandra, Stockmeyer and Vishkin, 1984). With gates of two operands a depth of \
               O(log n) is enough, and needed.",
        problems: &[
            problem(
                "circuits/inner",
                None,
                "Degree 2.",
                "Can be done: products at the positions, one mean, times n.",
            ),
            problem("circuits/matmul", None, "Degree 2.", "Can be done."),
            problem("circuits/convolve", None, "Degree 2.", "Can be done."),
            problem(
                "circuits/prefix_sums",
                None,
                "Degree 1. With gates of two operands: depth O(log n) and O(n) gates (Ladner and Fischer, 1980).",
                "Can be done: each position takes the mean of those up to it.",
            ),
            problem(
                "circuits/e3",
                None,
                "Degree 3, by Newton's identities from three sums of powers.",
                "Can be done.",
            ),
            problem(
                "circuits/variance",
                None,
                "Degree 2; dividing by n is multiplying by a constant of C_n.",
                "Can be done: two means.",
            ),
        ],
    },
    Group {
        title: "Products of growing degree",
        text: "With activations that are piecewise polynomials of degree D, L layers compute pieces of degree at most D^L, and products of c \
               factors give degree n only at depth log_c n; sign gates do not help. So no transformer of constant depth \
               computes these over the rationals: a bound without assumptions. Products of integers that are given as bits are \
               another matter, and in TC0 (Hesse, Allender and Barrington, 2002).",
        problems: &[
            problem(
                "circuits/product",
                Degree,
                "Degree n: one gate of FAC0, depth log n in every FSAC class.",
                "Can't be done; O(log n) layers can.",
            ),
            problem(
                "circuits/product_tree",
                Degree,
                "The function of `product`; its depth is the least that products of two allow.",
                "Can't be done; this is the looped transformer of O(log n) rounds.",
            ),
            problem(
                "circuits/horner",
                Degree,
                "Degree n in x and the coefficients together; depth O(log n) is enough, and needed in every FSAC class. The program takes depth n.",
                "Can't be done.",
            ),
            problem(
                "circuits/poly_powers",
                Degree,
                "The function of `horner`, with products of up to n - 1 factors.",
                "Can't be done; O(log n) layers can.",
            ),
            problem(
                "circuits/mat_power_sum",
                Degree,
                "Entries of degree n: depth log n is needed in every FSAC class, and squaring reaches that order.",
                "Can't be done; a looped one of O(log n) rounds can.",
            ),
            problem(
                "circuits/determinant",
                Degree,
                "Degree n. In depth O(log² n) with gates of two operands (Berkowitz, 1984), without division and with polynomially many gates also by walks (Mahajan and Vinay, 1997), which is the program here. Every polynomial of polynomial degree and size has O(log n) levels of unbounded sums over products of two (Valiant, Skyum, Berkowitz and Rackoff, 1983), so the function is in FSAC1.",
                "Can't be done. The program's O(n) rounds can; O(log n) of them would be enough for another program.",
            ),
        ],
    },
    Group {
        title: "Graphs: NL",
        text: "Reachability is complete for NL (Jones, 1975), which lies in AC1 (Borodin, 1977). It is not known \
               to be out of reach of average-hard attention in constant depth.",
        problems: &[
            problem(
                "circuits/reach",
                AtLeast("TC0"),
                "Complete for NL, and not in AC0, as parity is a case. Squaring a matrix log n times gives O(log n) levels of `any` over `and` of two: AC1, which is none of the Boolean classes that circ proves.",
                "Open: it would put NL into TC0, which is not believed. A looped one of O(log n) rounds can (Merrill and Sabharwal, 2025).",
            ),
            problem(
                "thought/reach_steps",
                AtLeast("TC0"),
                "The function of `reach`, for two vertices.",
                "Open without thought; with n steps of constant depth it can. Chains of thought of polynomial length decide exactly P (Merrill and Sabharwal, 2024).",
            ),
        ],
    },
];

/// The literature, by author.
pub(crate) const REFERENCES: &[(&str, &str)] = &[
    ("Ajtai, 1983", "M. Ajtai, *Σ¹₁-formulae on finite structures*, Annals of Pure and Applied Logic 24"),
    (
        "Ajtai, Komlós and Szemerédi, 1983",
        "M. Ajtai, J. Komlós, E. Szemerédi, *An O(n log n) sorting network*, STOC",
    ),
    (
        "Barceló, Kozachinskiy, Lin and Podolskii, 2024",
        "P. Barceló, A. Kozachinskiy, A. W. Lin, V. Podolskii, *Logical languages accepted by transformer encoders with hard attention*, ICLR",
    ),
    (
        "Barrington, 1989",
        "D. A. Barrington, *Bounded-width polynomial-size branching programs recognize exactly those languages in NC¹*, Journal of Computer and System Sciences 38",
    ),
    (
        "Barrington and Corbett, 1989",
        "D. A. M. Barrington, J. Corbett, *On the relative complexity of some languages in NC¹*, Information Processing Letters 32",
    ),
    (
        "Barrington and Thérien, 1988",
        "D. A. M. Barrington, D. Thérien, *Finite monoids and the fine structure of NC¹*, Journal of the ACM 35",
    ),
    (
        "Batcher, 1968",
        "K. E. Batcher, *Sorting networks and their applications*, AFIPS Spring Joint Computer Conference",
    ),
    (
        "Berkowitz, 1984",
        "S. J. Berkowitz, *On computing the determinant in small parallel time using a small number of processors*, Information Processing Letters 18",
    ),
    (
        "Bhattamishra, Ahuja and Goyal, 2020",
        "S. Bhattamishra, K. Ahuja, N. Goyal, *On the ability and limitations of transformers to recognize formal languages*, EMNLP",
    ),
    (
        "Borodin, 1977",
        "A. Borodin, *On relating time and space to size and depth*, SIAM Journal on Computing 6",
    ),
    (
        "Chandra, Fortune and Lipton, 1985",
        "A. K. Chandra, S. Fortune, R. Lipton, *Unbounded fan-in circuits and associative functions*, Journal of Computer and System Sciences 30",
    ),
    (
        "Chandra, Stockmeyer and Vishkin, 1984",
        "A. K. Chandra, L. Stockmeyer, U. Vishkin, *Constant depth reducibility*, SIAM Journal on Computing 13",
    ),
    (
        "Barrington, Immerman and Straubing, 1990",
        "D. A. M. Barrington, N. Immerman, H. Straubing, *On uniformity within NC¹*, Journal of Computer and System Sciences 41",
    ),
    (
        "Chiang, Cholak and Pillay, 2023",
        "D. Chiang, P. Cholak, A. Pillay, *Tighter bounds on the expressivity of transformer encoders*, ICML",
    ),
    (
        "Ehrmuth and Strieker, 2026",
        "Ehrmuth, Strieker, *Average attention transformers and arithmetic circuits*, arXiv 2605.04683",
    ),
    (
        "Furst, Saxe and Sipser, 1984",
        "M. Furst, J. B. Saxe, M. Sipser, *Parity, circuits, and the polynomial-time hierarchy*, Mathematical Systems Theory 17",
    ),
    (
        "Hahn, 2020",
        "M. Hahn, *Theoretical limitations of self-attention in neural sequence models*, Transactions of the ACL 8",
    ),
    (
        "Hao, Angluin and Frank, 2022",
        "Y. Hao, D. Angluin, R. Frank, *Formal language recognition by hard attention transformers: perspectives from circuit complexity*, Transactions of the ACL 10",
    ),
    (
        "Hesse, Allender and Barrington, 2002",
        "W. Hesse, E. Allender, D. A. M. Barrington, *Uniform constant-depth threshold circuits for division and iterated multiplication*, Journal of Computer and System Sciences 65",
    ),
    (
        "Jones, 1975",
        "N. D. Jones, *Space-bounded reducibility among combinatorial problems*, Journal of Computer and System Sciences 11",
    ),
    (
        "Ladner and Fischer, 1980",
        "R. E. Ladner, M. J. Fischer, *Parallel prefix computation*, Journal of the ACM 27",
    ),
    (
        "Mahajan and Vinay, 1997",
        "M. Mahajan, V. Vinay, *Determinant: combinatorics, algorithms, and complexity*, Chicago Journal of Theoretical Computer Science",
    ),
    ("McNaughton and Papert, 1971", "R. McNaughton, S. Papert, *Counter-free automata*, MIT Press"),
    (
        "Merrill and Sabharwal, 2023",
        "W. Merrill, A. Sabharwal, *The parallelism tradeoff: limitations of log-precision transformers*, Transactions of the ACL 11",
    ),
    (
        "Merrill and Sabharwal, 2024",
        "W. Merrill, A. Sabharwal, *The expressive power of transformers with chain of thought*, ICLR",
    ),
    (
        "Merrill and Sabharwal, 2025",
        "W. Merrill, A. Sabharwal, *A little depth goes a long way: the expressive power of log-depth transformers*, arXiv 2503.03961",
    ),
    (
        "Merrill, Sabharwal and Smith, 2022",
        "W. Merrill, A. Sabharwal, N. A. Smith, *Saturated transformers are constant-depth threshold circuits*, Transactions of the ACL 10",
    ),
    (
        "Razborov, 1987",
        "A. A. Razborov, *Lower bounds on the size of bounded depth circuits over a complete basis with logical addition*, Mathematical Notes 41",
    ),
    (
        "Sanford, Hsu and Telgarsky, 2024",
        "C. Sanford, D. Hsu, M. Telgarsky, *Transformers, parallel computation, and logarithmic depth*, ICML",
    ),
    (
        "Smolensky, 1987",
        "R. Smolensky, *Algebraic methods in the theory of lower bounds for Boolean circuit complexity*, STOC",
    ),
    (
        "Valiant, Skyum, Berkowitz and Rackoff, 1983",
        "L. G. Valiant, S. Skyum, S. Berkowitz, C. Rackoff, *Fast parallel computation of polynomials using few processors*, SIAM Journal on Computing 12",
    ),
    (
        "Yang, Chiang and Angluin, 2024",
        "A. Yang, D. Chiang, D. Angluin, *Masked hard-attention transformers recognize exactly the star-free languages*, NeurIPS",
    ),
];
