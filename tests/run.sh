#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the commands on real runs: record, merge, simulate, compare, draw, install, bad input.
# usage: tests/run.sh [NAME...]    (after `hdtrace build`; NAME: some of the functions test_NAME)
# The tests are in recording.sh, converting.sh, simulating.sh, validating.sh and input.sh beside this file.
set -u
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
hdtrace=$top/hdtrace
bin=$top/build/release/bin
work=$(mktemp -d)
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
mpiexec=(timeout 120 mpiexec.mpich)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_orte_tmpdir_base=$work/sessions # launchers that share one remove each other's files
mkdir "$work/sessions"
faults=0

clean_up() {
    [ -z "${HDTRACE_CLUSTER:-}" ] || "$top/examples/cluster/down.sh" --name "$HDTRACE_CLUSTER"
    rm -rf "$work"
}

# ---- what the tests say --------------------------------------------------------------------------

fault() {
    printf '    %s\n' "$*"
    faults=$((faults + 1))
}

expect_status() { # STATUS COMMAND...: output in $work/out and $work/err
    local wanted=$1 status=0
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || {
        fault "exit $status instead of $wanted: ${*##*/}"
        sed 's/^/        /' "$work/err" | head -n 8
    }
}

expect_file() {
    local file
    for file in "$@"; do [ -s "$file" ] || fault "${file#"$work"/} is missing or empty"; done
}

expect_equal() { # WHAT WANTED GOT
    [ "$2" = "$3" ] || fault "$1 is '$3' instead of '$2'"
}

json() { # FILE EXPRESSION: a value of a JSON document, as Python sees it in d
    python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$@"
}

ending() { # HOW: record the program that ends so, on 2 ranks, in $work/HOW
    "$hdtrace" record --force --rut 10 -o "$work/$1" -- "${mpiexec[@]}" -n 2 "$work/endings" "$1"
}

observed() { # the recording that several tests use
    [ -d "$work/observed" ] && return
    mkdir -p "$work/files"
    "$hdtrace" record -o "$work/observed" --rut 20 -- "${mpiexec[@]}" -n 4 "$bin/partdiff" \
        --size 100 --iterations 8 --checkpoint-every 4 --output "$work/files" >/dev/null 2>&1
}

simulated() {
    observed
    [ -d "$work/simulated" ] || "$hdtrace" simulate "$top/examples/models/paper-gige.xml" \
        --app "A=$work/observed" -o "$work/simulated" --json >"$work/simulated.json"
}

# ---- the tests -----------------------------------------------------------------------------------

for part in recording converting simulating validating input; do
    # shellcheck source=/dev/null # each is checked by itself
    . "$top/tests/$part.sh" || exit 1
done

# ---- run them ------------------------------------------------------------------------------------

mpicc.mpich -O1 -o "$work/endings" "$top/tests/programs/endings.c" || exit 1
cc -std=c11 -O2 -shared -fPIC -o "$work/libpolite.so" "$top/tests/polite.c" || exit 1
export LD_PRELOAD=$work/libpolite.so # hdtrace record adds its own
if [ $# -gt 0 ]; then names=("${@/#/test_}"); else
    mapfile -t names < <(declare -F | awk '$3 ~ /^test_/ { print $3 }')
fi
for name in "${names[@]}"; do
    declare -F "$name" >/dev/null || { printf '%s: there is no test of this name\n' "${name#test_}" >&2 && exit 2; }
done
passed=0
failed=0
for name in "${names[@]}"; do
    faults=0
    start=$SECONDS
    printf '%s\n' "${name#test_}"
    "$name"
    if [ "$faults" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    printf '  %s (%d s)\n' "$([ "$faults" -eq 0 ] && echo passed || echo FAILED)" $((SECONDS - start))
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
