#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-budget.sh VALGRIND COUNT-CALLS WHAT BUDGET: what a recorded call may cost in instructions of
# user mode, by callgrind: the difference of two numbers of calls, less the loop around them. Exit 1
# when it costs more, 77 without valgrind.
set -eu -o pipefail
valgrind=$1 program=$2 what=$3 budget=$4
if ! command -v "$valgrind" >/dev/null 2>&1; then
    echo "skipped: valgrind is not installed"
    exit 77
fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/hdtrace-budget-XXXXXX")
trap 'rm -rf "$folder"' EXIT

count() { # WHAT CALLS: instructions of the whole program
    "$valgrind" --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" "$folder" 2>&1 |
        sed -n 's/.*Collected : //p'
}

readonly FEW=5000 MANY=25000

count_per_call() { # WHAT
    local few many
    few=$(count "$1" $FEW)
    many=$(count "$1" $MANY)
    echo $(((many - few) / (MANY - FEW)))
}

cost=$(($(count_per_call "$what") - $(count_per_call none)))
echo "$what: $cost instructions per call, at most $budget"
[ "$cost" -le "$budget" ]
