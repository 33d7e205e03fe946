#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How well a model that is calibrated by messages between two ranks predicts collectives: measured
# and simulated on a cluster of 8 hosts at 100 Mbit/s that comes and goes with this script.
set -u -o pipefail
HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=common.sh disable=SC1091
. "$HERE/common.sh"
ROOT=$(cd "$HERE/../.." && pwd)
BENCH=$ROOT/build/release/bin/hdtrace-microbench
HOSTS=8
RATE=100mbit
NAME=accuracy

usage() {
    cat <<'TXT'
usage: examples/cluster/accuracy.sh [FOLDER]

Makes a cluster of 8 hosts at 100 Mbit/s, calibrates it (pairs.xml, pairs.csv, pairs.json), measures
sendrecv, bcast, allgather, allreduce, alltoall and reduce of 100 KiB to 10 MiB on 2 to 8 ranks
(groups.csv), and prints measured and simulated times of each. FOLDER (default: accuracy-output) keeps
the files. Takes about 6 minutes; other work on the machine shows in the times.
TXT
}

case ${1:-} in
    -h | --help)
        usage
        exit 0
        ;;
    -*) die 2 "unknown option '$1'; see accuracy.sh --help" ;;
esac
FOLDER=${1:-accuracy-output}
need_root
need_tools
[ -x "$BENCH" ] || die 2 "hdtrace-microbench is not built; run: ./hdtrace build"
mkdir -p "$FOLDER" || die 2 "$FOLDER: cannot make this folder"
"$HERE/up.sh" --name "$NAME" "$HOSTS" "$RATE" || exit 2 # which then has taken down what it made
trap take_down EXIT
trap 'exit 2' INT TERM HUP
# Beyond its eager limit MPICH lets one direction of an exchange wait for the other, which no model of
# messages between two ranks shows: all messages are eager here.
export MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE=1000000000
on_cluster=("$HERE/mpiexec.sh" --name "$NAME" -n "$HOSTS")
"${on_cluster[@]}" "$BENCH" --tests coll --repetitions 7 --seconds 300 --output "$FOLDER/groups.csv" || exit 2
"$ROOT/hdtrace" calibrate -o "$FOLDER/pairs.xml" --compare "$FOLDER/groups.csv" -- "${on_cluster[@]}"
