# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of the virtual cluster share; sourced, not run. A cluster NAME is the network
# namespaces hdtrace-NAME-head (bridge, process manager) and hdtrace-NAME-node1 ..., and a folder
# with the names of its hosts. Interfaces exist within these namespaces only, so that nothing of it
# is left when they are gone, and no other network is touched.

CLUSTERS=/run/hdtrace-cluster
NAME=${HDTRACE_CLUSTER:-default}
# shellcheck disable=SC2034 # for the scripts that source this
NETWORK=10.213.7 # /24, within the namespaces only
COMMAND=$(basename "$0")

die() { # STATUS TEXT...
    local status=$1
    shift
    printf '%s: %s\n' "$COMMAND" "$*" >&2
    exit "$status"
}

namespace() { # HOST
    printf 'hdtrace-%s-%s\n' "$NAME" "$1"
}

check_name() {
    [[ $NAME =~ ^[a-z0-9]{1,12}$ ]] || die 2 "--name $NAME: a name has up to 12 small letters and digits"
}

need_root() {
    [ "$(id -u)" -eq 0 ] || die 2 "network namespaces need root"
}

need_tools() {
    local tool
    for tool in ip tc unshare; do
        command -v "$tool" >/dev/null || die 2 "$tool is missing (Debian packages: iproute2 util-linux)"
    done
}

is_up() {
    [ -e "$CLUSTERS/$NAME/hosts" ]
}

namespaces() { # those of the cluster
    local name
    while read -r name _; do
        case $name in "hdtrace-$NAME-head" | "hdtrace-$NAME-node"*) printf '%s\n' "$name" ;; esac
    done < <(ip netns list 2>/dev/null)
}

# bits_per_second RATE: as tc reads it: 100mbit, 1gbit, 2.5mbit
bits_per_second() {
    [[ $1 =~ ^([0-9]+(\.[0-9]+)?)(k|m|g)?bit$ ]] || return 1
    awk -v value="${BASH_REMATCH[1]}" -v unit="${BASH_REMATCH[3]}" 'BEGIN {
        factor["k"] = 1e3; factor["m"] = 1e6; factor["g"] = 1e9
        bits = value * (unit == "" ? 1 : factor[unit]); printf "%.0f\n", bits; exit bits < 8000 }'
}

# What the system hands to a link at a time: a millisecond of it, from 4 to 64 KiB.
segment_bytes() { # BITS-PER-SECOND
    local bytes=$(($1 / 8000))
    [ "$bytes" -ge 4096 ] || bytes=4096
    [ "$bytes" -le 65536 ] || bytes=65536
    printf '%d\n' "$bytes"
}

# What the system takes of a program before it's sent.
send_bytes() { # BITS-PER-SECOND
    local bytes=$(($1 / 5000)) least=$(($1 / 1600))
    [ "$least" -le 20000 ] || least=20000
    [ "$bytes" -ge "$least" ] || bytes=$least
    [ "$bytes" -ge 8192 ] || bytes=8192
    [ "$bytes" -le 4194304 ] || bytes=4194304
    printf '%d\n' "$bytes"
}

# What may leave at once: two frames; on links of more than 32 Mbit/s a segment with its headers, which would be cut into frames
# otherwise, more of them than the processors of this machine can pass on.
burst_bytes() { # BITS-PER-SECOND
    local bytes
    bytes=$(segment_bytes "$1")
    [ "$bytes" -gt 4096 ] && printf '%d\n' $((bytes * 104 / 100)) || printf '3100\n'
}

# shape HOST DEVICE RATE: what leaves the host through the device. The queue holds what the windows
# of 64 connections hold: nothing is dropped, so times don't hang on retransmissions.
shape() {
    local bits
    bits=$(bits_per_second "$3") || return 1
    tc -n "$(namespace "$1")" qdisc replace dev "$2" root tbf rate "${bits}bit" \
        burst "$(burst_bytes "$bits")" limit 67108864
}

# Ends what runs in the namespaces, then removes them and with them all interfaces. Says nothing when
# there is nothing.
take_down() {
    local space pid pids
    for space in $(namespaces); do
        for _ in 1 2 3 4 5 6 7 8 9 10; do
            pids=$(ip netns pids "$space" 2>/dev/null)
            [ -n "$pids" ] || break
            for pid in $pids; do
                [ "$pid" = $$ ] || kill -KILL "$pid" 2>/dev/null
            done
            sleep 0.1
        done
        ip netns delete "$space" || return 1
    done
    rm -rf "${CLUSTERS:?}/$NAME"
    rmdir "$CLUSTERS" 2>/dev/null
    return 0
}
