pragma circom 2.0.0;

// The product of two matrices with n rows and columns, as examples/circuits/matmul.circ has it: a wire for each product
// and one for each sum.
template MatMul(n) {
    signal input a[n][n];
    signal input b[n][n];
    signal output c[n][n];
    signal products[n][n][n];
    for (var i = 0; i < n; i++) {
        for (var j = 0; j < n; j++) {
            var sum = 0;
            for (var k = 0; k < n; k++) {
                products[i][j][k] <== a[i][k] * b[k][j];
                sum += products[i][j][k];
            }
            c[i][j] <== sum;
        }
    }
}
