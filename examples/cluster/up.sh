#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A cluster of N hosts on one machine: each a network namespace with a host name of its own, joined
# by a bridge over links that are shaped in both directions.
set -u -o pipefail
HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=common.sh disable=SC1091
. "$HERE/common.sh"

usage() {
    cat <<'TXT'
usage: examples/cluster/up.sh [--name NAME] N RATE

Makes N hosts node1 ... nodeN (1 to 200), joined by a bridge; each link carries RATE in each direction
(as tc writes it: 100mbit, 1gbit). Needs root, ip and tc. Then:
    examples/cluster/mpiexec.sh -n 8 ./app     runs an MPI program on it, one rank per host in turn
    examples/cluster/down.sh                   removes it
  --name NAME  another cluster beside the one called default
TXT
}

read_arguments() {
    while [ $# -gt 0 ]; do
        case $1 in
            --name)
                NAME=${2:-}
                [ $# -ge 2 ] || die 2 "--name needs a name"
                shift 2
                ;;
            -h | --help)
                usage
                exit 0
                ;;
            -*) die 2 "unknown option '$1'; see up.sh --help" ;;
            *) break ;;
        esac
    done
    [ $# -eq 2 ] || die 2 "a number of hosts and a rate are needed, as 8 100mbit; see up.sh --help"
    HOSTS=$1
    RATE=$2
    if ! [[ $HOSTS =~ ^[1-9][0-9]{0,2}$ ]] || [ "$HOSTS" -gt 200 ]; then
        die 2 "$HOSTS: 1 to 200 hosts"
    fi
    SEND_BYTES=$(bits_per_second "$RATE") || die 2 "$RATE: a rate is written as 100mbit or 1gbit, 8kbit or more"
    # What the system takes from a program before it's sent: 1.6 ms of the link, 20,000 B or 5 ms if that is more.
    # With more, a message of MPI has ended for its sender long before it's on the link, and competes with the next
    # one. The system takes a segment whole, however much it's to take, so segments are kept to 1 ms of the link.
    SEGMENT_BYTES=$(segment_bytes "$SEND_BYTES")
    SEND_BYTES=$(send_bytes "$SEND_BYTES")
    check_name
}

step() { # WHAT-IT-MEANS COMMAND...: what fails ends it all
    local meaning=$1 told
    shift
    told=$("$@" 2>&1) || die 2 "$meaning: ${told##*$'\n'}"
}

# The rest of the system may use another control of congestion, and its own sizes of windows.
settle() { # HOST
    local space setting
    space=$(namespace "$1")
    for setting in net.ipv4.tcp_congestion_control=reno net.ipv4.tcp_slow_start_after_idle=0 \
        net.ipv4.tcp_no_metrics_save=1 "net.ipv4.tcp_wmem=4096 $SEND_BYTES $SEND_BYTES" \
        "net.ipv4.tcp_rmem=4096 131072 1048576" net.ipv6.conf.all.disable_ipv6=1; do
        # A kernel without one of them does as well; reno is in all.
        # shellcheck disable=SC2016 # for the inner shell
        [ ! -e "/proc/sys/$(tr . / <<<"${setting%%=*}")" ] ||
            ip netns exec "$space" sh -c 'echo "$2" >"/proc/sys/$(echo "$1" | tr . /)"' \
                sh "${setting%%=*}" "${setting#*=}" 2>/dev/null || true
    done
    step "the loopback of $1 can't be started" ip -n "$space" link set lo up
}

add_head() {
    local space
    space=$(namespace head)
    step "this kernel or sandbox makes no network namespace" ip netns add "$space"
    step "this kernel has no bridge" ip -n "$space" link add hub type bridge
    settle head
    step "the bridge takes no address" ip -n "$space" address add "$NETWORK.254/24" dev hub
    step "the bridge can't be started" ip -n "$space" link set hub up
}

add_host() { # NUMBER
    local host=node$1 head space
    head=$(namespace head)
    space=$(namespace "$host")
    step "this kernel or sandbox makes no network namespace" ip netns add "$space"
    settle "$host"
    step "this kernel has no veth" ip -n "$head" link add "$host" type veth peer name eth0 netns "$space"
    # A system that can't do this does as well, with messages of up to 64 KiB that end too early.
    ip -n "$space" link set eth0 gso_max_size "$SEGMENT_BYTES" 2>/dev/null || true
    step "the bridge takes no $host" ip -n "$head" link set "$host" master hub
    step "this kernel has no tbf" shape "$host" eth0 "$RATE"
    step "this kernel has no tbf" shape head "$host" "$RATE"
    step "$host takes no address" ip -n "$space" address add "$NETWORK.$1/24" dev eth0
    step "$host can't be started" ip -n "$space" link set eth0 up
    step "the link of $host can't be started" ip -n "$head" link set "$host" up
}

write_hosts() {
    local i
    {
        echo "127.0.0.1 localhost"
        echo "$NETWORK.254 head"
        for ((i = 1; i <= HOSTS; i++)); do
            echo "$NETWORK.$i node$i"
        done
    } >"$CLUSTERS/$NAME/hosts.new" && mv "$CLUSTERS/$NAME/hosts.new" "$CLUSTERS/$NAME/hosts"
}

# What lets ranks wait without taking a processor; without a compiler they do as they like.
make_wait() {
    command -v cc >/dev/null || return 0
    step "wait.c can't be compiled" cc -std=c11 -O2 -shared -fPIC -o "$CLUSTERS/$NAME/libwait.so" "$HERE/wait.c"
}

read_arguments "$@"
need_root
need_tools
mkdir -p "$CLUSTERS" || die 2 "$CLUSTERS: cannot make this folder"
mkdir "$CLUSTERS/$NAME" 2>/dev/null ||
    die 2 "a cluster '$NAME' is up already, or one was cut off; down.sh --name $NAME removes it"
trap take_down EXIT
trap 'exit 2' INT TERM HUP
add_head
for ((host = 1; host <= HOSTS; host++)); do
    add_host "$host"
done
make_wait
write_hosts || die 2 "$CLUSTERS/$NAME: cannot write here"
trap - EXIT
echo "cluster '$NAME': $HOSTS hosts, each link $RATE in both directions"
