#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the commands on real runs: record, merge, simulate, compare, draw, install, bad input.
# usage: tests/run.sh [NAME...]    (after `hdtrace build`; NAME: some of the functions test_NAME)
set -u
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
hdtrace=$top/hdtrace
bin=$top/build/release/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mpiexec=(timeout 120 mpiexec.mpich)
faults=0

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

test_records_a_whole_project() {
    observed
    expect_file "$work"/observed/partdiff.proj "$work"/observed/partdiff_*_{0,1,2,3}_0.trc \
        "$work"/observed/partdiff_*_Utilization.stat
    expect_status 0 "$hdtrace" info "$work/observed" --json
    expect_equal ranks 4 "$(json "$work/out" 'd["ranks"]')"
    expect_equal "unusable bytes" 0 "$(json "$work/out" 'sum(t["unusableBytes"] for t in d["traces"])')"
    expect_status 0 "$hdtrace" check "$work/observed"
}

test_profile_counts_every_function() {
    observed
    expect_status 0 "$hdtrace" profile "$work/observed" --json
    expect_equal "Allreduce calls" 32 "$(json "$work/out" '[f["count"] for f in d if f["name"]=="Allreduce"][0]')"
    expect_equal "Init calls" 4 "$(json "$work/out" '[f["count"] for f in d if f["name"]=="Init"][0]')"
}

test_tracing_changes_no_result() {
    observed
    mkdir -p "$work/untraced"
    "${mpiexec[@]}" -n 4 "$bin/partdiff" --size 100 --iterations 8 --checkpoint-every 4 \
        --output "$work/untraced" >/dev/null 2>&1
    diff -r "$work/files" "$work/untraced" >/dev/null || fault "traced and untraced runs wrote different files"
}

test_keeps_the_exit_status() {
    expect_status 5 ending status
    expect_file "$work"/status/endings.proj
}

test_force_leaves_nothing_of_an_earlier_run() {
    mkdir -p "$work/forced"
    touch "$work/forced/old_n_9_0.ring"
    expect_status 2 "$hdtrace" record -o "$work/forced" -- "${mpiexec[@]}" -n 2 "$work/endings" status
    touch "$work"/forced/old{.hdv,_n_9_0.trc{,.zst,.tail,.idx},_n_9_0.info}
    expect_status 5 "$hdtrace" record --force -o "$work/forced" -- "${mpiexec[@]}" -n 2 "$work/endings" status
    expect_file "$work/forced/endings.proj"
    expect_equal "files left" "" "$(cd "$work/forced" && compgen -G 'old*')"
}

recorded_by() { # DIR LIBRARY: both ranks' traces name this MPI library
    expect_equal "traces by $2" 2 "$(cat "$1"/*_{0,1}_0.trc 2>/dev/null | grep -c "library='$2")"
}

test_takes_the_tracer_of_the_program() {
    local launcher=(mpiexec.openmpi --oversubscribe)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    mpicc.openmpi -O1 -o "$work/endings-openmpi" "$top/tests/programs/endings.c" ||
        fault "no compiler of Open MPI"
    expect_status 5 "$hdtrace" record -o "$work/openmpi" -- "${launcher[@]}" -n 2 \
        "$work/endings-openmpi" status
    recorded_by "$work/openmpi" "Open MPI"
    expect_status 5 "$hdtrace" record -o "$work/mpmd" -- "${launcher[@]}" -n 1 \
        "$work/endings-openmpi" status : -n 1 "$work/endings-openmpi" status
    recorded_by "$work/mpmd" "Open MPI"
    expect_status 5 "$hdtrace" record -o "$work/mpich" -- mpiexec.mpich -n 2 "$work/endings" status
    recorded_by "$work/mpich" MPICH
    # A script says nothing, the launcher does; without one the user has to.
    printf '#!/bin/sh\nexec "$@"\n' >"$work/script"
    chmod +x "$work/script"
    expect_status 5 "$hdtrace" record -o "$work/scripted" -- "${launcher[@]}" -n 2 "$work/script" \
        "$work/endings-openmpi" status
    recorded_by "$work/scripted" "Open MPI"
    expect_status 2 "$hdtrace" record -o "$work/untold" -- "$work/script" mpiexec.mpich -n 2 \
        "$work/endings" status
    grep -q -e "--mpi" "$work/err" || fault "no word about --mpi"
    expect_status 5 "$hdtrace" record -o "$work/told" --mpi mpich -- "$work/script" \
        mpiexec.mpich -n 2 "$work/endings" status
    recorded_by "$work/told" MPICH
    # Preloaded by hand, the wrong one gives way to the right one.
    (HDTRACE_PREFIX="$work/" LD_PRELOAD="$top/build/release/lib/libhdmpi.so" "$work/endings-openmpi") >"$work/log" 2>&1 ||
        fault "a program of Open MPI fails with the tracer of MPICH"
    grep -q 'hdtrace: this program uses Open MPI: started again with libhdmpi-openmpi.so$' "$work/log" || fault "no word of libhdmpi-openmpi.so"
    (HDTRACE_PREFIX="$work/" LD_PRELOAD="$top/build/release/lib/libhdmpi-openmpi.so" "$work/endings") >"$work/log" 2>&1 ||
        fault "a program of MPICH fails with the tracer of Open MPI"
    grep -q 'hdtrace: this program uses MPICH: started again with libhdmpi.so$' "$work/log" || fault "no word of libhdmpi.so"
}

test_simulates_every_kind_of_function() { # collective access in two phases, and as each rank's own
    local mpi way launcher=(timeout 60) methods
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    for mpi in mpich openmpi; do
        "mpicc.$mpi" -w -O1 -o "$work/functions" "$top/mpi-wrapper/tests/programs/functions.c" || fault "no compiler: $mpi"
        launcher=("mpiexec.$mpi")
        [ "$mpi" = mpich ] || launcher+=(--oversubscribe)
        expect_status 0 "$hdtrace" record -o "$work/functions-$mpi" -- timeout 60 "${launcher[@]}" -n 4 \
            "$work/functions" "$work/functions.data"
        for way in ContiguousTwoPhase TwoPhase Direct; do
            methods=(--set "ClientMethod[Filereadall]=$way" --set "ClientMethod[Filewriteall]=$way")
            expect_status 0 "$hdtrace" simulate "$top/examples/models/paper-gige.xml" \
                --app "A=$work/functions-$mpi" "${methods[@]}" --json
            [ "$(json "$work/out" 'len(d["functions"])')" -ge 95 ] || fault "few functions of $mpi are simulated"
            expect_equal "bytes written with $mpi by $way" 81920 \
                "$(json "$work/out" 'sum(s["bytesWritten"] for s in d["servers"])')"
        done
    done
}

test_simulates_one_sided_communication() { # every kind of epoch, recorded with both libraries
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    local mpi launcher
    for mpi in mpich openmpi; do
        launcher=("mpiexec.$mpi")
        [ $mpi = mpich ] || launcher+=(--oversubscribe)
        "mpicc.$mpi" -O1 -o "$work/windows" "$top/mpi-wrapper/tests/programs/windows.c" || fault "no compiler: $mpi"
        expect_status 0 "$hdtrace" record --force -o "$work/windows-$mpi" -- \
            timeout 120 "${launcher[@]}" -n 3 "$work/windows"
        expect_status 0 "$hdtrace" simulate "$top/examples/models/paper-gige.xml" \
            --app "A=$work/windows-$mpi" --json
        expect_equal "locks of $mpi" 3 "$(json "$work/out" 'sum(f["count"] for f in d["functions"] if f["name"] == "Win_lock")')"
    done
}

test_abort_leaves_a_readable_project() {
    expect_status 7 ending abort
    expect_status 0 "$hdtrace" info "$work/abort" --json
    expect_equal ranks 2 "$(json "$work/out" 'd["ranks"]')"
    [ "$(json "$work/out" 'd["states"]')" -ge 22 ] || fault "states that had ended are lost"
}

test_sigkill_leaves_every_state_that_had_ended() {
    ending kill >"$work/log" 2>&1 && fault "the program's status is lost"
    expect_status 0 "$hdtrace" info "$work/kill" --json
    expect_equal states 22 "$(json "$work/out" 'd["states"]')"
    expect_equal "unusable bytes" 0 "$(json "$work/out" \
        'sum(f["unusableBytes"] for f in d["traces"] + d["statistics"])')"
}

test_repair_takes_over_what_rings_hold() {
    mkdir -p "$work/rings"
    (HDTRACE_MODE=ring HDTRACE_PREFIX="$work/rings/" LD_PRELOAD="$top/build/release/lib/libhdmpi.so" \
        "${mpiexec[@]}" -n 2 "$work/endings" kill) >"$work/log" 2>&1 && fault "the program's status is lost"
    expect_file "$work"/rings/endings_*_{0,1}_0.ring
    cp -r "$work/rings" "$work/rings-before"
    expect_status 0 "$hdtrace" repair "$work/rings" -o "$work/mended"
    expect_status 0 "$hdtrace" check "$work/mended"
    expect_status 0 "$hdtrace" info "$work/mended" --json
    expect_equal states 22 "$(json "$work/out" 'd["states"]')"
    diff -r "$work/rings" "$work/rings-before" >"$work/out" || fault "the damaged project was changed"
}

test_exit_without_finalize_leaves_a_readable_project() {
    ending exit >"$work/log" 2>&1 && fault "the program's status is lost"
    expect_status 0 "$hdtrace" info "$work/exit" --json
    expect_equal ranks 2 "$(json "$work/out" 'd["ranks"]')"
    [ "$(json "$work/out" 'd["states"]')" -ge 22 ] || fault "states that had ended are lost"
}

test_nothing_but_init_and_finalize() {
    expect_status 0 ending nothing
    expect_status 0 "$hdtrace" info "$work/nothing" --json
    expect_equal states 4 "$(json "$work/out" 'd["states"]')"
}

test_merge_makes_the_project_again() {
    observed
    cp -r "$work/observed" "$work/merged"
    rm "$work"/merged/*.proj
    expect_status 0 "$hdtrace" merge "$work/merged"
    local dump
    for dump in observed merged; do
        "$hdtrace" dump "$work/$dump/partdiff.proj" | LC_ALL=C sort >"$work/$dump.dump"
    done
    diff "$work/observed.dump" "$work/merged.dump" >"$work/out" ||
        fault "the merged project differs: $(head -n 3 "$work/out")"
}

test_record_refuses_what_it_would_overwrite() {
    observed
    expect_status 2 "$hdtrace" record -o "$work/observed" -- true
    expect_file "$work"/observed/partdiff.proj
}

# decompress FOLDER: by the tests' own reader; files as an uncompressed recording has them
decompress() {
    python3 - "$1" "$top/tracewriting-c/tests/index" <<'PY'
import glob, os, sys
sys.path.insert(0, sys.argv[2])
import check_index, frames
for path in glob.glob(sys.argv[1] + "/*.trc.zst"):
    text, complete = frames.read(path[:-4])
    with open(path[:-4] + ".idx", "rb") as index:
        check_index.check(text, index.read())
    with open(path[:-4], "wb") as trace:
        trace.write(text)
    os.unlink(path)
    if os.path.exists(path[:-4] + ".tail"):
        os.unlink(path[:-4] + ".tail")
PY
}

test_a_compressed_recording_is_read_as_any_other() {
    local folder
    "$hdtrace" record --compress -o "$work/zstd" -- "${mpiexec[@]}" -n 4 "$bin/partdiff" \
        --size 100 --iterations 8 >/dev/null 2>&1
    expect_file "$work"/zstd/partdiff.proj "$work"/zstd/partdiff_*_{0,1,2,3}_0.trc.zst
    expect_equal "traces of other forms" "" "$(compgen -G "$work/zstd/*.trc" || compgen -G "$work/zstd/*.tail")"
    cp -r "$work/zstd" "$work/text"
    decompress "$work/text" || fault "the compressed recording can't be decompressed"
    expect_file "$work"/text/partdiff_*_{0,1,2,3}_0.trc
    for folder in zstd text; do
        expect_status 0 "$hdtrace" profile "$work/$folder" --json
        mv "$work/out" "$work/$folder.profile"
        expect_status 0 "$hdtrace" check "$work/$folder"
        expect_status 0 "$hdtrace" info "$work/$folder" --json
        json "$work/out" '(d["states"], d["ranks"], sum(t["unusableBytes"] for t in d["traces"]))' >"$work/$folder.info"
        "$hdtrace" simulate "$top/examples/models/paper-gige.xml" --app "A=$work/$folder" \
            -o "$work/simulated-$folder" --json >/dev/null || fault "can't simulate $folder"
        expect_status 0 "$hdtrace" profile "$work/simulated-$folder" --json
        mv "$work/out" "$work/$folder.simulated"
    done
    for folder in profile info simulated; do
        cmp "$work/zstd.$folder" "$work/text.$folder" || fault "the compressed recording has another $folder"
    done
    expect_equal "Allreduce calls" 32 "$(json "$work/zstd.profile" '[f["count"] for f in d if f["name"]=="Allreduce"][0]')"
    expect_status 0 "$hdtrace" render "$work/zstd" -o "$work/zstd.png"
    expect_status 2 "$hdtrace" record -o "$work/zstd" -- "$bin/partdiff"
}

test_checks_for_readers_of_the_original() {
    HDTRACE_COMPAT=original ending status >"$work/log" 2>&1
    expect_status 0 "$hdtrace" check --original "$work/status"
    grep -q '0 errors' "$work/out" "$work/err" || fault "no word about errors: $(head -n 3 "$work/out" "$work/err")"
    observed
    expect_status 2 "$hdtrace" check --original "$work/nowhere"
    expect_status 1 "$hdtrace" check --original --strict "$work/observed"
}

test_says_why_nothing_was_recorded() {
    expect_status 255 "$hdtrace" record -o "$work/none" -- mpiexec.mpich -n 1 "$work/no-such-program"
    grep -q 'mpiexec.mpich was given no program' "$work/err" || fault "the launcher is taken for the program"
    expect_status 2 "$hdtrace" record -o "$work/endings/none" -- mpiexec.mpich -n 1 "$work/endings"
    grep -q 'cannot make this folder: Not a directory' "$work/err" || fault "no cause: $(cat "$work/err")"
    expect_status 1 "$hdtrace" record --ranks 7 -o "$work/seventh" -- "${mpiexec[@]}" -n 1 "$work/endings"
    grep -q "ranks that HDTRACE_RANKS='7' names" "$work/err" || fault "no word about the ranks"
    HDTRACE_ENABLED=0 expect_status 1 "$hdtrace" record -o "$work/off" -- "${mpiexec[@]}" -n 1 "$work/endings"
    grep -q 'nothing was recorded: HDTRACE_ENABLED=0' "$work/err" || fault "no word about the switch"
    # A program that is searched for names the default folder too.
    (cd "$work" && PATH=$PATH:$work expect_status 5 "$hdtrace" record -- "${mpiexec[@]}" -n 1 endings status)
    expect_file "$work"/hdtrace-endings/endings.proj
}

test_sigkill_leaves_a_compressed_recording_whole() {
    HDTRACE_COMPRESS=zstd ending kill >"$work/log" 2>&1 && fault "the program's status is lost"
    expect_file "$work"/kill/endings_*.trc.{zst,tail}
    expect_status 0 "$hdtrace" info "$work/kill" --json
    expect_equal states 22 "$(json "$work/out" 'd["states"]')"
    expect_equal "unusable bytes" 0 "$(json "$work/out" 'sum(f["unusableBytes"] for f in d["traces"])')"
    expect_status 0 "$hdtrace" profile "$work/kill" --json
    # What it finds is the same in both but for the names of the files.
    expect_equal "findings" 2 "$(grep -c '\.trc\.zst",.*ends without its end tag' "$work/out")"
    sed 's/\.trc\.zst"/.trc"/' "$work/out" >"$work/kill.profile"
    decompress "$work/kill"
    expect_status 0 "$hdtrace" profile "$work/kill" --json
    cmp "$work/out" "$work/kill.profile" || fault "frames and tail have another profile than their text"
}

test_simulates_the_recording() {
    simulated
    expect_equal "clients" 4 "$(json "$work/simulated.json" 'len(d["clients"])')"
    expect_equal "deadlock" None "$(json "$work/simulated.json" 'd["deadlock"]')"
    expect_status 0 "$hdtrace" check "$work/simulated"
    expect_status 0 "$hdtrace" profile "$work/simulated" --json
    expect_equal "simulated Sendrecv" "$(json "$work/simulated.json" \
        '[f["count"] for f in d["functions"] if f["name"]=="Sendrecv"][0]')" \
        "$(json "$work/out" '[f["count"] for f in d if f["name"]=="Sendrecv"][0]')"
}

test_simulating_twice_is_identical() {
    simulated
    "$hdtrace" simulate "$top/examples/models/paper-gige.xml" --app "A=$work/observed" \
        -o "$work/again" >/dev/null 2>&1
    diff -r "$work/simulated" "$work/again" >/dev/null || fault "two runs of the simulator differ"
}

results_by() { # JAVA DIR: what the simulator gives for all kinds of clusters, without what is wall time
    local run=("$1" -cp "$top/build/java/*" org.hdtrace.piosim.cli.Main) dir=$2 model
    mkdir -p "$dir"
    for model in paper-gige paper-westmere ethernet-100g:FatTree slingshot-dragonfly:Dragonfly tofu-torus:Torus; do
        local input=observed set=()
        [ "${model#*:}" = "$model" ] || { input=halo set=(--set "${model#*:}[*]/ranks=16"); }
        model=${model%:*}
        "${run[@]}" "$top/examples/models/$model.xml" --app "A=$work/$input" "${set[@]}" --json \
            -o "$dir/$model" --trace all >"$dir/json" 2>"$dir/err" </dev/null || return 1
        sed -E 's/"(wallSeconds|eventsPerSecond)":[^,]*,//g' "$dir/json" >"$dir/$model.json"
    done
    rm "$dir/json"
    "${run[@]}" sweep "$top/examples/models/paper-gige.xml" --app "A=$work/observed" \
        --vary 'NetworkEdge[*]/Latency=1us..8us*2' --out "$dir/sweep.csv" >"$dir/out" 2>"$dir/err"
    rm "$dir/out"
}

test_another_java_gives_the_same_bytes() {
    if [ -z "${HD_OTHER_JAVA:-}" ]; then
        printf '    skipped: HD_OTHER_JAVA names no other java\n'
        return
    fi
    observed
    "$hdtrace" example halo --save "$work/halo" >/dev/null 2>&1 || fault "no example program"
    results_by java "$work/this-java" || fault "this java fails: $(head -n 2 "$work/this-java/err")"
    results_by "$HD_OTHER_JAVA" "$work/other-java" || fault "the other java fails: $(head -n 2 "$work/other-java/err")"
    rm -f "$work"/{this,other}-java/err # where java warns of its own changes
    expect_file "$work"/other-java/{tofu-torus,paper-gige}.json "$work"/other-java/paper-gige/*.trc "$work/other-java/sweep.csv"
    diff -rq "$work/this-java" "$work/other-java" >"$work/err" || fault "results differ: $(head -n 3 "$work/err")"
}

test_a_simulated_project_simulates_to_the_same_time() {
    simulated
    expect_status 0 "$hdtrace" simulate "$top/examples/models/paper-gige.xml" \
        --app "A=$work/simulated" --json
    local once again
    once=$(json "$work/simulated.json" 'd["virtualTimeNs"]')
    again=$(json "$work/out" 'd["virtualTimeNs"]')
    expect_equal "virtual time" "$once" "$again"
}

test_looks_inside_mpi() {
    local run=(-- mpiexec.mpich -n 2 "$work/endings" status)
    expect_status 5 "$hdtrace" record --internals -o "$work/inside" "${run[@]}"
    expect_equal "lines about the inside" 1 "$(grep -c 'internals: by the' "$work/err")"
    expect_file "$work/inside/endings.proj"
    HDTRACE_MPICH=$work expect_status 5 "$hdtrace" record --internals -o "$work/no-mpich" "${run[@]}"
    grep -q "HDTRACE_MPICH=$work: there is no patched libmpich.so.12" "$work/err" || fault "no word about HDTRACE_MPICH"
    expect_file "$work/no-mpich/endings.proj"
}

test_simulates_recorded_collectives() {
    local how
    for how in recorded simulated; do
        expect_status 0 "$hdtrace" simulate "$top/examples/models/ethernet-100g.xml" --set 'FatTree[*]/ranks=8' \
            --app "A=$top/examples/papers/bcast-figure4/recorded" --collectives "$how" --json
        json "$work/out" '{f["name"]: f["count"] for f in d["functions"]}' >"$work/collectives-$how"
    done
    grep -q "'Sendrecv': 136" "$work/collectives-recorded" || fault "the ring is not simulated: $(cat "$work/collectives-recorded")"
    grep -q "'Bcast': 8" "$work/collectives-simulated" || fault "the broadcast is not simulated: $(cat "$work/collectives-simulated")"
}

test_papers_as_commands() {
    local run name
    for run in "$top"/examples/papers/*/run; do
        name=$(basename "$(dirname "$run")")
        expect_status 0 "$run" --json --output "$work/papers"
        expect_file "$work/papers/$name.csv" "$work/papers/$name.png"
        expect_equal "rows of $name" "$(json "$work/out" 'len(d)')" "$(($(wc -l <"$work/papers/$name.csv") - 1))"
        expect_status 0 "$run" --help
        expect_status 2 "$run" --no-such-option
    done
    expect_status 0 "$top/examples/papers/pde-checkpoint/run" --json \
        --recorded "$top/examples/papers/pde-checkpoint/recorded"
    expect_equal "disk operations of a recorded checkpoint" 4991.0 \
        "$(json "$work/out" '[r["ours"] for r in d if r["quantity"] == "disk operations of a checkpoint"][0]')"
}

test_sweeps_alike_alone_and_under_a_launcher() {
    observed
    local sweep=("$hdtrace" sweep "$top/examples/models/paper-gige.xml" --app "A=$work/observed"
        --vary 'NetworkEdge[*]/Latency=1us..8us*2' --vary 'GlobalSettings/MaxEagerSendSize=0,100000')
    expect_status 0 "${sweep[@]}" --out "$work/alone.csv"
    expect_status 0 "${mpiexec[@]}" -n 3 "${sweep[@]}" --jobs 1 --out "$work/launched.csv"
    cmp -s "$work/alone.csv" "$work/launched.csv" || fault "three processes write another table than one"
    expect_equal "files of the sweep" "launched.csv launched.csv.sweep" "$(cd "$work" && echo launched.csv*)"
    expect_status 0 "$hdtrace" simulate "$top/examples/models/paper-gige.xml" --app "A=$work/observed" --json \
        --set 'NetworkEdge[*]/Latency=8us' --set GlobalSettings/MaxEagerSendSize=0
    expect_equal "row of 8us,0" "8us,0,$(json "$work/out" 'd["virtualTimeNs"]'),$(json "$work/out" 'd["events"]')" \
        "$(grep '^8us,0,' "$work/launched.csv" | cut -d, -f1-4)"
    expect_status 2 "${sweep[@]}" --no-compute --out "$work/alone.csv"
    expect_status 0 "$hdtrace" plot "$work/launched.csv" -o "$work/sweep.png"
    expect_file "$work/sweep.png"
}

test_simulates_with_an_extension() { # a jar of the user's, compiled here against those that are built
    command -v javac >/dev/null 2>&1 || return 0
    local here=$work/extension jars=$top/build/java
    mkdir -p "$here/classes/META-INF/services"
    cat >"$here/Cables.java" <<'JAVA'
import java.util.List;
import org.hdtrace.piosim.model.cluster.ModelExtension;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;

public final class Cables implements ModelExtension {
    @Override
    public List<Implementation> components() {
        return List.of(new Implementation(
                "NetworkEdge",
                "Cable",
                List.of(new Value("Metres", Kind.COUNT, null), new Value("Bandwidth", Kind.RATE, null)),
                values -> SimpleNetworkEdge.of(values.get("Metres").longValue() * 5, values.get("Bandwidth"))));
    }
}
JAVA
    javac -cp "$jars/*" -d "$here/classes" "$here/Cables.java" || fault "the extension can't be compiled"
    echo Cables >"$here/classes/META-INF/services/org.hdtrace.piosim.model.cluster.ModelExtension"
    python3 - "$here/classes" "$here/cables.jar" <<'PY'
import os, sys, zipfile

with zipfile.ZipFile(sys.argv[2], "w") as jar:
    for folder, _, files in os.walk(sys.argv[1]):
        for name in files:
            path = os.path.join(folder, name)
            jar.write(path, os.path.relpath(path, sys.argv[1]))
PY
    sed -e 's/implementation="SimpleNetworkEdge"/implementation="Cable"/' \
        -e 's/<Latency>[^<]*</<Metres>20</; s/<\/Latency>/<\/Metres>/' \
        "$top/examples/models/paper-gige.xml" >"$here/model.xml"
    expect_status 2 "$hdtrace" simulate "$here/model.xml" --validate-only
    grep -q "implementation='Cable' is unknown" "$work/err" || fault "the model needs no extension"
    HDTRACE_CLASSPATH=$here/cables.jar expect_status 0 "$hdtrace" simulate "$here/model.xml" --validate-only
    HDTRACE_CLASSPATH=$here:$here/classes expect_status 0 "$hdtrace" simulate "$here/model.xml" --validate-only \
        --set 'NetworkEdge[*]/Metres=30'
    HDTRACE_CLASSPATH=$here/gone.jar expect_status 2 "$hdtrace" simulate "$here/model.xml" --validate-only
    grep -q "^hdtrace simulate: HDTRACE_CLASSPATH: .*gone.jar: no such" "$work/err" || fault "the missing jar isn't named"
}

test_simulation_overwrites_no_recording() {
    observed
    local before
    before=$(cat "$work"/observed/* | sha256sum)
    expect_status 2 "$hdtrace" simulate "$top/examples/models/paper-gige.xml" \
        --app "A=$work/observed" -o "$work/observed"
    expect_equal "recording" "$before" "$(cat "$work"/observed/* | sha256sum)"
}

test_compares_and_draws() {
    simulated
    expect_status 0 "$hdtrace" compare "$work/observed" "$work/simulated" --json -o "$work/compare.png"
    expect_equal unmatched 0 "$(json "$work/out" 'd["unmatched"]')"
    expect_status 0 "$hdtrace" render "$work/observed" -o "$work/timeline.png"
    expect_equal "picture type" "89504e47" "$(head -c 4 "$work/timeline.png" | od -An -tx1 | tr -d ' ')"
    expect_file "$work"/compare.png
}

test_shows_the_states_of_programs_themselves() {
    local language
    for language in c cxx fortran; do
        [ -x "$bin/custom-states-$language" ] || continue
        HDTRACE_PREFIX=$work/custom- expect_status 0 mpiexec.mpich -n 2 "$bin/custom-states-$language"
        expect_status 0 "$hdtrace" profile "$work/custom-custom-states-$language.proj" --json
        expect_equal "steps of 2 ranks ($language)" 40 \
            "$(json "$work/out" '[f["count"] for f in d if f["name"] == "step"][0]')"
        expect_equal "calls inside them ($language)" 80 \
            "$(json "$work/out" '[f["count"] for f in d if f["name"] == "Sendrecv"][0]')"
        expect_status 0 "$hdtrace" check "$work/custom-custom-states-$language.proj"
    done
}

test_names_the_line_of_each_call() {
    local dir=$work/lines line
    line=$(grep -n 'MPI_Bcast' "$top/mpi-wrapper/tests/programs/source.c" | cut -d: -f1)
    expect_status 0 mpicc.mpich -g -O1 -DPART -shared -fPIC -o "$work/libpart.so" \
        "$top/mpi-wrapper/tests/programs/source.c"
    expect_status 0 mpicc.mpich -g -O1 -o "$work/source" "$top/mpi-wrapper/tests/programs/source.c" \
        "$work/libpart.so" "-Wl,-rpath,$work"
    HDTRACE_SOURCE=1 expect_status 0 "$hdtrace" record -o "$dir" -- "${mpiexec[@]}" -n 2 "$work/source"
    expect_status 0 "$hdtrace" dump "$(echo "$dir"/source_*_1_0.trc)"
    expect_equal "line of the Bcast" "$line" \
        "$(grep Bcast "$work/out" | grep -o 'cLine=[^0-9]*[0-9]*' | grep -o '[0-9]*$')"
    expect_status 0 "$hdtrace" check "$dir"
    expect_status 0 "$hdtrace" source "$dir"
    expect_status 2 "$hdtrace" source "$work/nowhere"
}

test_installs_and_works_from_there() {
    expect_status 0 cmake --install "$top/build/release" --prefix "$work/prefix"
    observed
    expect_status 0 "$work/prefix/bin/hdtrace" info "$work/observed"
    expect_status 0 "$work/prefix/bin/piosimhd" --list-methods
    expect_status 0 "$work/prefix/bin/hdtrace" record -o "$work/installed" -- \
        "${mpiexec[@]}" -n 2 "$work/endings"
    expect_file "$work"/installed/endings.proj
    (
        export PKG_CONFIG_PATH
        PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name hdmpi.pc)")
        # shellcheck disable=SC2046 # flags are words
        mpicc.mpich -o "$work/linked" "$top/tests/programs/endings.c" $(pkg-config --libs hdmpi)
    ) || fault "linking against the installed wrapper fails"
}

test_estimates_the_energy_of_a_recording() {
    observed
    cat >"$work/power.xml" <<'MODEL'
<PowerModel name="test" version="1">
  <Feature name="cpu"><Source statistics="CPU_TOTAL" full="100%"/></Feature>
  <Component name="cpu" feature="cpu"><Linear idle="10W" load="50W"/></Component>
  <Node hosts="*" constant="30W"/>
</PowerModel>
MODEL
    expect_status 0 "$hdtrace" energy predict "$work/observed" --model "$work/power.xml" -o "$work/power" --json
    grep -q '"energyJ":[1-9]' "$work/out" || fault "no energy: $(cat "$work/out")"
    expect_status 0 "$hdtrace" check "$work/power"
    expect_status 0 "$hdtrace" energy report "$work/observed" --model "$work/power.xml"
    grep -q '^communication' "$work/out" || fault "no phases: $(cat "$work/out")"
    expect_status 2 "$hdtrace" energy report "$work/observed"
}

test_every_command_has_help() {
    local command
    for command in demo record merge source info profile matrix io waits critical-path export dump check simulate sweep plot view render compare test build install energy; do
        expect_status 0 "$hdtrace" "$command" --help
        [ -s "$work/out" ] || fault "$command --help prints nothing"
    done
}

# Bad input: one line that names the file, exit 2, no trace of a stack, nothing written.
refuses() { # FILE COMMAND...
    local file=$1 lines
    shift
    expect_status 2 "$hdtrace" "$@"
    lines=$(wc -l <"$work/err")
    [ "$lines" -eq 1 ] || fault "$lines lines on stderr: $* ($(head -n 2 "$work/err"))"
    grep -q "$(basename "$file")" "$work/err" || fault "$* does not name $(basename "$file")"
    ! grep -qE 'Exception|^\s+at ' "$work/err" || fault "$* shows a stack trace"
}

test_refuses_bad_input() {
    local bad=$work/bad command
    mkdir -p "$bad/empty"
    printf 'not xml at all\n' >"$bad/text.proj"
    printf '<Wrong/>\n' >"$bad/root.proj"
    head -c 5000 /dev/urandom >"$bad/junk.proj"
    : >"$bad/null.proj"
    : >"$bad/null.trc"
    printf '<Project><ComponentList><NodeList><Node implementation="NoSuchNode"/></NodeList></ComponentList></Project>\n' \
        >"$bad/model.xml"
    for file in text.proj root.proj junk.proj null.proj missing.proj empty; do
        for command in info profile waits critical-path dump check; do refuses "$bad/$file" "$command" "$bad/$file"; done
        refuses "$bad/$file" render "$bad/$file" -o "$bad/out.png"
        refuses "$bad/$file" compare "$bad/$file" "$bad/$file"
        refuses "$bad/$file" simulate "$top/examples/models/paper-gige.xml" --app "A=$bad/$file"
    done
    refuses "$bad/null.trc" dump "$bad/null.trc"
    for file in model.xml text.proj junk.proj null.proj missing.xml; do
        refuses "$bad/$file" simulate "$bad/$file" --validate-only
    done
    refuses "$bad/nowhere" merge "$bad/nowhere"
    refuses "$bad/empty" merge "$bad/empty"
    [ ! -e "$bad/out.png" ] || fault "render wrote a picture of nothing"
}

test_names_an_empty_trace_of_a_good_project() {
    local bad=$work/zero trace command
    observed
    cp -r "$work/observed" "$bad"
    trace=$(echo "$bad"/partdiff_*_2_0.trc)
    : >"$trace"
    for command in info profile; do refuses "$trace" "$command" "$bad"; done
    refuses "$trace" dump "$trace"
    expect_status 2 "$hdtrace" info "$bad" --json
    expect_equal "readable ranks" 3 "$(json "$work/out" 'd["ranks"]')"
    expect_status 1 "$hdtrace" check "$bad"
    expect_equal findings 1 "$(grep -vc '^note: ' "$work/out")"
}

# ---- run them ------------------------------------------------------------------------------------

mpicc.mpich -O1 -o "$work/endings" "$top/tests/programs/endings.c" || exit 1
if [ $# -gt 0 ]; then names=("${@/#/test_}"); else
    mapfile -t names < <(declare -F | awk '$3 ~ /^test_/ { print $3 }')
fi
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
