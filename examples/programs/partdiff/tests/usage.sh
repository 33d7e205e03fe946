#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage.sh MPIEXEC PARTDIFF: wrong usage is one line on stderr and status 2.
set -euo pipefail
mpiexec=$1 partdiff=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
touch "$work/file"

# expect RANKS TEXT ARGUMENT...
expect() {
    local ranks=$1 text=$2 status=0
    shift 2
    "$mpiexec" -n "$ranks" "$partdiff" "$@" > "$work/out" 2> "$work/err" || status=$?
    if [ "$status" -ne 2 ] || [ -s "$work/out" ] || [ "$(wc -l < "$work/err")" -ne 1 ] ||
        ! grep -qF -- "$text" "$work/err"; then
        echo "partdiff $*: status $status, stderr:"
        cat "$work/err"
        exit 1
    fi
}

expect 1 "unknown option" --nonsense
expect 1 "--size" --size
expect 1 "'2'" --size 2
expect 1 "'12x'" --iterations 12x
expect 1 "'sor'" --method sor
expect 1 "unexpected argument 'more'" more
expect 1 "'striped'" --hint striped
expect 1 "'=x'" --hint =x
expect 1 "needs --output" --checkpoint-every 5
expect 4 "fewer rows" --size 3
expect 2 "$work/file" --output "$work/file"
expect 2 "$work/none/there" --output "$work/none/there"
"$mpiexec" -n 2 "$partdiff" --help | grep -q '^usage:'
