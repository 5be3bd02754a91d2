pragma circom 2.0.0;

include "comparators.circom";

// How often the number at each position occurs, as examples/sequences/hist.circ has it, with the comparison of circomlib.
template Hist(n) {
    signal input w[n];
    signal output result[n];
    component equal[n][n];
    for (var i = 0; i < n; i++) {
        var sum = 0;
        for (var j = 0; j < n; j++) {
            equal[i][j] = IsEqual();
            equal[i][j].in[0] <== w[i];
            equal[i][j].in[1] <== w[j];
            sum += equal[i][j].out;
        }
        result[i] <== sum;
    }
}
