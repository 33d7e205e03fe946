#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Starts a command on a host of the virtual cluster, as ssh would: launch.sh [OPTION...] HOST WORD...
# MPICH's process manager calls it (-launcher ssh -launcher-exec launch.sh). As with ssh the words
# are joined and read by a shell. The host sees its own name and the names of the others.
set -u -o pipefail
HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=common.sh disable=SC1091
. "$HERE/common.sh"

while [ $# -gt 0 ]; do
    case $1 in
        -*) shift ;;
        *) break ;;
    esac
done
[ $# -ge 2 ] || die 2 "a host and a command are needed"
check_name
need_root
is_up || die 2 "there is no cluster '$NAME'; examples/cluster/up.sh makes one"
host=$1
shift
grep -q -x -E "[0-9.]+ $host" "$CLUSTERS/$NAME/hosts" || die 2 "cluster '$NAME' has no host $host"
# ip gives the command a mount namespace of its own, so only it sees this file of hosts.
# shellcheck disable=SC2016 # for the inner shell
exec ip netns exec "$(namespace "$host")" unshare --uts sh -c '
    echo "$1" >/proc/sys/kernel/hostname && mount --bind "$2" /etc/hosts || exit 2
    eval "$3"' sh "$host" "$CLUSTERS/$NAME/hosts" "$*"
