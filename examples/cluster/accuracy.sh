#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How well models that are calibrated by messages between two ranks, and by blocks of files, predict the rest: collectives on a
# cluster of 8 hosts that comes and goes with this script, exchanges in shared memory, MPI-IO on this machine's files.
set -u -o pipefail
HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=common.sh disable=SC1091
. "$HERE/common.sh"
ROOT=$(cd "$HERE/../.." && pwd)
BIN=$ROOT/build/release/bin
BENCH=$BIN/hdtrace-microbench
HOSTS=8
RATE=100mbit
SIZES=102400,1048576,10485760
PARTS=network,memory,files
ROUNDS=7
REPETITIONS=7
NAME=accuracy

usage() {
    cat <<'TXT'
usage: examples/cluster/accuracy.sh [--only LIST] [--rate RATE] [--sizes LIST] [--repetitions N] [FOLDER]

Prints how far simulated times are off, by case and in the middle, of
  network  sendrecv, bcast, allgather, allreduce, alltoall and reduce on 2 to 8 hosts, by the model's algorithms
           and by the messages recorded inside the calls; the model is calibrated with two ranks (10 minutes)
  memory   MPI_Sendrecv of 1 KiB and 1 MiB and MPI_Allreduce of 1 MiB between 2 ranks of this machine, calibrated by
           ping-pong in the same of 7 rounds; the middle of the rounds that weren't too noisy (2 minutes)
  files    MPI_File_write_at and _at_all of 16 KiB to 1 MiB by one rank, calibrated by blocks of files (2 minutes)
  --only LIST   some of these
  --rate RATE   of the hosts' links (default 100mbit); on a busy machine 10mbit ...
  --sizes LIST  ... with --sizes 102400,409600 (default 102400,1048576,10485760)
  --repetitions N  of each case of network (default 7; 3 take 6 minutes)
FOLDER (default: accuracy-output) keeps the files. Other work on the machine shows in all times.
Exit status: 0 success, 1 a part was too noisy to be told, 2 wrong usage, or something didn't run.
TXT
}

FOLDER=
while [ $# -gt 0 ]; do
    case $1 in
        --only | --rate | --sizes | --repetitions)
            [ $# -ge 2 ] || die 2 "$1 needs a value; see accuracy.sh --help"
            case $1 in --only) PARTS=$2 ;; --rate) RATE=$2 ;; --sizes) SIZES=$2 ;; *) REPETITIONS=$2 ;; esac
            shift
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        -*) die 2 "unknown option '$1'; see accuracy.sh --help" ;;
        *)
            [ -z "$FOLDER" ] || die 2 "one folder only; see accuracy.sh --help"
            FOLDER=$1
            ;;
    esac
    shift
done
[[ ,$PARTS, =~ ^,((network|memory|files),)+$ ]] || die 2 "--only needs a list of network, memory, files"
[[ $REPETITIONS =~ ^[1-9][0-9]{0,2}$ ]] || die 2 "--repetitions needs a number from 1 to 999"
bits_per_second "$RATE" >/dev/null || die 2 "$RATE: a rate is written as 100mbit or 1gbit, 8kbit or more"
FOLDER=${FOLDER:-accuracy-output}
[ -x "$BENCH" ] || die 2 "hdtrace-microbench is not built; run: ./hdtrace build"
mkdir -p "$FOLDER" || die 2 "$FOLDER: cannot make this folder"
status=0

recorded() { # PROJECT COMMAND...
    local project=$1
    shift
    "$ROOT/hdtrace" record --force --internals -o "$project" -- "$@" >"$project.log" 2>&1 ||
        die 2 "${project##*/} didn't run: $(tail -n 1 "$project.log")"
}

validated() { # MODEL PROJECT TABLE: exit status 1 tells of slow cases, which are in the table
    local told=0
    "$ROOT/hdtrace" validate --ignore 0 --model "$1" --json "$2" >"$3" || told=$?
    [ "$told" -le 1 ] || exit 2
}

# Beyond its eager limit MPICH lets one direction of an exchange wait for the other, which no model of
# messages between two ranks shows: all messages are eager here.
network() {
    need_root
    need_tools
    "$HERE/up.sh" --name "$NAME" "$HOSTS" "$RATE" || exit 2 # which then has taken down what it made
    trap take_down EXIT
    trap 'exit 2' INT TERM HUP
    export MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE=1000000000
    export HDTRACE_CLUSTER=$NAME # and not --name, which hdtrace record takes for the program's
    local on_cluster=("$HERE/mpiexec.sh" -n "$HOSTS")
    recorded "$FOLDER/groups" "${on_cluster[@]}" "$BENCH" --tests sendrecv,bcast,allgather,allreduce,alltoall,reduce \
        --sizes "$SIZES" --repetitions "$REPETITIONS" --seconds 900 --output "$FOLDER/groups.csv"
    "$ROOT/hdtrace" calibrate -o "$FOLDER/pairs.xml" --compare "$FOLDER/groups.csv" --json -- "${on_cluster[@]}" \
        >"$FOLDER/compared.json" || return
    validated "$FOLDER/pairs.xml" "$FOLDER/groups" "$FOLDER/groups.json"
    local table=$ROOT/examples/papers/validation-collectives/table.py
    python3 -B "$table" recorded "$FOLDER/groups.json" >"$FOLDER/recorded.csv"
    python3 -B "$table" csv "$FOLDER/compared.json" "$FOLDER/recorded.csv" >"$FOLDER/network.csv"
    python3 -B "$table" errors "$FOLDER/compared.json" "$FOLDER/recorded.csv"
    unset MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE
    take_down
}

pair=(mpiexec.mpich -bind-to core -n 2)
memory() {
    local round
    rm -f "$FOLDER"/memory-*
    for ((round = 1; round <= ROUNDS; round++)); do
        "${pair[@]}" "$BENCH" --tests sendrecv,allreduce --ranks 2 --sizes 1024,1048576 --repetitions 60 --seconds 4 \
            --output "$FOLDER/memory-$round.csv" || die 2 "the benchmark didn't run on two ranks of this machine"
        "$ROOT/hdtrace" calibrate --seconds 12 -o "$FOLDER/memory.xml" --compare "$FOLDER/memory-$round.csv" --json \
            -- "${pair[@]}" >"$FOLDER/memory-$round.json" || rm "$FOLDER/memory-$round.json"
    done
    python3 -B "$HERE/accuracy.py" memory "$ROUNDS" "$FOLDER"/memory-*.json
}

files() {
    local level bytes
    rm -rf "$FOLDER/files" "$FOLDER"/files-*
    mkdir -p "$FOLDER/files" || exit 2
    "$ROOT/hdtrace" calibrate --io "$FOLDER/files" --seconds 20 -o "$FOLDER/files.xml" -- mpiexec.mpich -n 1 >/dev/null ||
        return
    for level in ind-ctg col-ctg; do
        for bytes in 16384 65536 262144 1048576; do
            # Pages that a virtual machine's host took back take many times as long to be had again: get them before.
            head -c $((48 * bytes)) /dev/zero >"$FOLDER/files/warm" && rm "$FOLDER/files/warm"
            recorded "$FOLDER/files-$level-$bytes" mpiexec.mpich -n 1 "$BIN/levels" "$level" \
                "$FOLDER/files/levels" 40 "$bytes"
            validated "$FOLDER/files.xml" "$FOLDER/files-$level-$bytes" "$FOLDER/files-$level-$bytes.json"
            rm -f "$FOLDER/files/levels"
        done
    done
    python3 -B "$HERE/accuracy.py" files "$FOLDER"/files-*.json
}

begin() { # PART
    [[ ,$PARTS, == *,$1,* ]] || return 1
    echo "== $1 (load $(cut -d ' ' -f 1 /proc/loadavg))"
}

noisy() { # PART
    echo "$1: too noisy to be told"
    status=1
}

begin network && { network || noisy network; }
begin memory && { memory || noisy memory; }
begin files && { files || noisy files; }
exit $status
