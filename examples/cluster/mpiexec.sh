#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# MPICH's mpiexec on the virtual cluster: ranks go to the hosts in turn, -ppn K puts K on each.
set -u -o pipefail
HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=common.sh disable=SC1091
. "$HERE/common.sh"

usage() {
    cat <<'TXT'
usage: examples/cluster/mpiexec.sh [--name NAME] ARGUMENT...

Runs MPICH's mpiexec with these arguments on the cluster that up.sh made, as: mpiexec.sh -n 8 ./app
HDTRACE_MPICH names the folder of mpich2hd-patches/build.sh (default: build/mpich2hd of this checkout);
what Debian installs talks over UCX, which now and then hangs at the end here.
To record: hdtrace record -o DIR -- examples/cluster/mpiexec.sh -n 8 ./app
TXT
}

case ${1:-} in
    --name)
        [ $# -ge 2 ] || die 2 "--name needs a name"
        NAME=$2
        shift 2
        ;;
    -h | --help)
        usage
        exit 0
        ;;
esac
check_name
MPICH=${HDTRACE_MPICH:-$HERE/../../build/mpich2hd}
[ $# -gt 0 ] || die 2 "nothing to run; see mpiexec.sh --help"
MPIEXEC=$(command -v "$MPICH/bin/mpiexec" || command -v mpiexec.mpich || command -v mpiexec.hydra) ||
    die 2 "there is no mpiexec of MPICH; run: mpich2hd-patches/build.sh build/mpich2hd"
LIBRARIES=$MPICH/lib
[ "$1" != --version ] || exec "$MPIEXEC" --version
need_root
is_up || die 2 "there is no cluster '$NAME'; examples/cluster/up.sh makes one"
# Programs linked with Debian's MPICH run with this one, which has the same interface.
[ ! -e "$LIBRARIES/libmpich.so.12" ] || export LD_LIBRARY_PATH="$LIBRARIES${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export HDTRACE_CLUSTER=$NAME
if [ "${HDTRACE_CLUSTER_WAIT:-yes}" = yes ] && [ -e "$CLUSTERS/$NAME/libwait.so" ]; then
    export LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$CLUSTERS/$NAME/libwait.so"
    # hdtrace record says to mpiexec what ranks are to preload, in place of what the environment says.
    arguments=()
    while [ $# -gt 0 ]; do
        if [ "$1" = -genv ] && [ "${2:-}" = LD_PRELOAD ] && [ $# -ge 3 ]; then
            arguments+=("$1" "$2" "$3:$CLUSTERS/$NAME/libwait.so")
            shift 3
        else
            arguments+=("$1")
            shift
        fi
    done
    set -- "${arguments[@]}"
fi
hosts=$(sed -n 's/^[0-9.]* \(node[0-9]*\)$/\1/p' "$CLUSTERS/$NAME/hosts" | paste -s -d ,)
words=$(printf '%q ' "$MPIEXEC" -launcher ssh -launcher-exec "$HERE/launch.sh" -hosts "$hosts" "$@")
exec "$HERE/launch.sh" head "$words"
