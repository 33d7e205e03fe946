#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# numerics.sh MPIEXEC PARTDIFF: the converged matrix is the known solution: exactly (to rounding)
# for the bilinear one, else with an error that falls with the square of the spacing. One rank computes: that more of
# them give the same bits is the other test's business, and they would only wait for each other.
set -euo pipefail
mpiexec=$1 partdiff=$2

# solve METHOD FUNCTION SIZE TOLERANCE: prints the error
solve() {
    "$mpiexec" -n 1 "$partdiff" --method "$1" --function "$2" --size "$3" --iterations 20000 \
        --precision 1e-14 --check "$4" | sed -n 's/^error *//p'
}

for method in jacobi gauss-seidel; do
    error=$(solve "$method" linear 17 1e-11)
    echo "$method linear: error $error"
    for function in harmonic poisson; do
        coarse=$(solve "$method" "$function" 9 5e-2)
        fine=$(solve "$method" "$function" 17 5e-2)
        echo "$method $function: error $coarse with 8 intervals, $fine with 16"
        awk -v a="$coarse" -v b="$fine" 'BEGIN { exit !(a / b > 3.6 && a / b < 4.4) }'
    done
done

# The check can fail: three iterations are not enough.
if "$mpiexec" -n 2 "$partdiff" --size 33 --iterations 3 --check 1e-6 --quiet 2> /dev/null; then
    echo "a wrong result passed the check"
    exit 1
fi
