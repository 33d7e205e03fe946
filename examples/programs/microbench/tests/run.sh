#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The table of the micro-benchmark: every test is there, in the same order each time, all repetitions
# are told, and nothing is left in the folder of files. usage: run.sh MPIEXEC PROGRAM
set -u
mpiexec=$1
bench=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0

fault() {
    printf '%s\n' "$*"
    faults=$((faults + 1))
}

cases() { # TABLE: what was measured, without the times
    grep -v -e '^#' -e '^eager' "$1" | cut -d, -f1-5 | uniq
}

measure() { # TABLE RANKS
    mkdir -p "$work/files"
    "$mpiexec" -n "$2" "$bench" -t p2p,coll,memory,io,each --io "$work/files" -f 65536 -l 2048 -S 1024,4096 \
        -R 2,3 -r 3 -s 200 -o "$1" 2>"$work/err" || fault "exit $? with $2 ranks: $(cat "$work/err")"
    [ -z "$(ls "$work/files")" ] || fault "files are left: $(ls "$work/files")"
}

rejects() { # TEXT ARGUMENT...
    local text=$1 status=0
    shift
    "$mpiexec" -n 2 "$bench" "$@" >"$work/out" 2>"$work/err" || status=$?
    [ "$status" = 2 ] || fault "exit $status instead of 2: $*"
    [ "$(grep -c hdtrace-microbench: "$work/err")" = 1 ] || fault "not one line: $* ($(cat "$work/err"))"
    grep -q -F -- "$text" "$work/err" || fault "'$text' is not told: $* ($(cat "$work/err"))"
}

measure "$work/a.csv" 3
measure "$work/b.csv" 3
for name in pingpong copied exchange stream eager pairs sendrecv bcast allgather allreduce alltoall reduce gather scatter \
    reduce_scatter turns noise \
    copy sum link work write sync read write-random read-random create; do
    grep -q "^$name," "$work/a.csv" || fault "there is no $name"
done
[ "$(cases "$work/a.csv")" = "$(cases "$work/b.csv")" ] || fault "two runs measured different cases"
[ "$(cases "$work/a.csv" | sort | uniq -d | grep -v -e '^pingpong' -e '^work' -e '^test')" = "" ] ||
    fault "cases are measured twice"
turns=$(sed -n 's/^work,\([0-9]*\),.*/\1/p' "$work/a.csv" | paste -s -d ' ')
[ "$turns" = "$(yes "0 1 2" | head -n 12 | paste -s -d ' ')" ] || fault "ranks don't work in turn: $turns"
grep -c '^# rank [0-2] host [^ ]* package -\?[0-9]* complex -\?[0-9]*$' "$work/a.csv" | grep -q -x 3 ||
    fault "not all ranks tell where they are"
awk -F, '!/^#/ && !/^test/ && (NF != 8 || $6 < 1 || ($8 <= 0 && !($1 == "eager" && $8 == -1))) { bad = 1; print }
    !/^#/ && !/^test/ && $1 != "eager" && $1 != "noise" && $7 > 2 { bad = 1; print }
    END { exit bad }' "$work/a.csv" || fault "rows are wrong"
grep -q '^# skipped' "$work/a.csv" && fault "cases were skipped"
"$mpiexec" -n 2 "$bench" -s 0.000001 >"$work/out" 2>"$work/err" || fault "exit $? without time"
grep -q '^# skipped' "$work/out" || fault "what was left out isn't told"
"$mpiexec" -n 2 "$bench" -t turns,bcast -S 1024 -r 3 -o "$work/two.csv" || fault "exit $? with two tests by name"
[ "$(cases "$work/two.csv")" = "test,first,second,ranks,bytes
bcast,0,-1,2,1024
turns,0,-1,2,1024" ] || fault "others were measured than those named: $(cases "$work/two.csv")"
rejects "--tests needs" --tests p2p,everything
rejects "--tests needs" --tests pingpong
rejects "--seconds needs" --seconds -1
rejects "--largest needs" --largest 0
rejects "--sizes needs" --sizes 1024,
rejects "--ranks needs" --ranks 2,x
rejects "unknown option" --quick
rejects "unknown argument" all
rejects "files cannot be made on rank 0" --tests io --io "$work/nowhere"
"$mpiexec" -n 2 "$bench" -o "$work/nowhere/x.csv" 2>"$work/err"
[ $? = 1 ] || fault "a table that can't be written is no failure"
"$mpiexec" -n 2 "$bench" --help | grep -q '^usage: ' || fault "there is no help"
exit $((faults > 0))
