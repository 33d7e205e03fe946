#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The virtual cluster comes up, shapes its links, and leaves nothing behind, also when it fails.
# usage: cluster_test.sh    (exit 77: this machine can't have one, and says why)
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
name=t$((BASHPID % 1000000))
faults=0
trap '"$here/down.sh" --name "$name" 2>/dev/null; rm -rf "$work"' EXIT

fault() {
    printf '%s\n' "$*"
    faults=$((faults + 1))
}

skip() {
    echo "skipped: $*"
    exit 77
}

expect() { # STATUS TEXT COMMAND...: one line on stderr that has the text
    local wanted=$1 text=$2 status=0
    shift 2
    "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    [ "$status" = "$wanted" ] || fault "exit $status instead of $wanted: $* ($(cat "$work/err"))"
    [ -z "$text" ] || { grep -q -F -- "$text" "$work/err" && [ "$(wc -l <"$work/err")" = 1 ]; } ||
        fault "'$text' is not the line told by: $* ($(cat "$work/err"))"
}

nothing_left() { # WHEN
    ip netns list | grep -q "^hdtrace-$name-" && fault "$1: namespaces are left"
    [ ! -e "/run/hdtrace-cluster/$name" ] || fault "$1: its folder is left"
    ip link show 2>/dev/null | grep -q -w -E 'node[0-9]+|hub' && fault "$1: interfaces are left"
    return 0
}

on() { # HOST COMMAND
    HDTRACE_CLUSTER=$name "$here/launch.sh" "$1" "$2"
}

# Sends 1 MB from a host to another: the time is told by who receives.
carry() { # FROM TO
    on "$2" "exec python3 '$here/tests/receive.py' '$work/port' '$work/seconds'" &
    local receiver=$! _
    for _ in $(seq 200); do
        [ ! -s "$work/port" ] || break
        sleep 0.05
    done
    on "$1" "exec python3 -c 'import socket, sys
link = socket.create_connection((sys.argv[1], int(sys.argv[2])), 20)
link.sendall(bytes(1000000))' $2 $(cat "$work/port")" || fault "$1 can't send to $2"
    wait "$receiver" || fault "$2 got nothing from $1"
    rm -f "$work/port"
    # 1 MB at 16 Mbit/s takes half a second at least: a link that isn't shaped would be far faster.
    awk '{ exit !($1 > 0.48) }' "$work/seconds" || fault "$1 to $2: 1 MB in $(cat "$work/seconds") s"
}

bad_input() {
    expect 2 "a number of hosts and a rate" "$here/up.sh" --name "$name"
    expect 2 "0: 1 to 200 hosts" "$here/up.sh" --name "$name" 0 1gbit
    expect 2 "quick: a rate is written as" "$here/up.sh" --name "$name" 2 quick
    expect 2 "7bit: a rate is written as" "$here/up.sh" --name "$name" 2 7bit
    expect 2 "a name has up to 12" "$here/up.sh" --name ../x 2 1gbit
    expect 2 "unknown option '--fast'" "$here/up.sh" --fast
    expect 2 "unknown argument" "$here/down.sh" all
    expect 0 "" "$here/up.sh" --help
    expect 0 "" "$here/down.sh" --help
    expect 0 "" "$here/mpiexec.sh" --help
}

without_root() {
    command -v setpriv >/dev/null || return 0
    chmod 755 "$work"
    cp "$here"/*.sh "$work/"
    expect 2 "need root" setpriv --reuid=65534 --regid=65534 --clear-groups "$work/up.sh" --name "$name" 2 1gbit
    expect 2 "need root" setpriv --reuid=65534 --regid=65534 --clear-groups "$work/down.sh" --name "$name"
}

without_tools() { # and as from a kernel that lacks something: a tool that says no
    mkdir -p "$work/some" "$work/no"
    local tool
    for tool in bash basename dirname readlink id awk env; do ln -sf "$(command -v $tool)" "$work/some/$tool"; done
    expect 2 "ip is missing" env PATH="$work/some" "$here/up.sh" --name "$name" 2 1gbit
    printf '#!/bin/sh\necho "Error: Specified qdisc kind is unknown." >&2\nexit 2\n' >"$work/no/tc"
    chmod +x "$work/no/tc"
    expect 2 "this kernel has no tbf: Error" env PATH="$work/no:$PATH" "$here/up.sh" --name "$name" 2 1gbit
    nothing_left "a kernel without tbf"
}

whole_life() {
    expect 0 "" "$here/up.sh" --name "$name" 3 16mbit
    expect 2 "is up already" "$here/up.sh" --name "$name" 3 16mbit
    [ "$(on node2 hostname)" = node2 ] || fault "node2 has another name"
    [ "$(hostname)" != node2 ] || fault "this machine was renamed"
    ! grep -q node2 /etc/hosts || fault "/etc/hosts of this machine was changed"
    expect 2 "has no host node9" env HDTRACE_CLUSTER="$name" "$here/launch.sh" node9 true
    # shellcheck disable=SC2016 # for the other shell
    [ "$(on node1 'echo "$((1 + 1))" two')" = "2 two" ] || fault "words are not read by a shell"
    on node1 'exit 7'
    [ $? = 7 ] || fault "the status of a command is lost"
    carry node1 node3
    carry node3 node1
    on node1 'exec sleep 600' & # down.sh ends what still runs
    for _ in $(seq 200); do
        [ -z "$(ip netns pids "hdtrace-$name-node1")" ] || break
        sleep 0.05
    done
    expect 0 "" "$here/down.sh" --name "$name"
    wait
    nothing_left "down.sh"
    expect 0 "" "$here/down.sh" --name "$name"
    expect 2 "there is no cluster" "$here/mpiexec.sh" --name "$name" -n 2 true
}

cut_off() { # a signal while it comes up
    "$here/up.sh" --name "$name" 40 1gbit >/dev/null 2>&1 &
    local up=$! _
    for _ in $(seq 400); do
        ip netns list | grep -q "^hdtrace-$name-node2" && break
        sleep 0.02
    done
    kill -TERM "$up" 2>/dev/null
    ! wait "$up" || fault "up.sh went on after a signal"
    nothing_left "a signal"
}

bad_input
{ [ -n "$(command -v ip)" ] && [ -n "$(command -v tc)" ]; } || skip "there is no ip or tc (Debian: iproute2)"
[ "$(id -u)" -eq 0 ] || skip "network namespaces need root"
unshare --net sh -c 'ip link add name veth0 type veth peer name veth1 && ip link add name hub0 type bridge &&
    tc qdisc add dev veth0 root tbf rate 1mbit burst 4000 limit 40000' 2>"$work/err" ||
    skip "this kernel lacks namespaces, veth, bridge or tbf: $(cat "$work/err")"
without_root
without_tools
whole_life
cut_off
[ "$faults" = 0 ] && echo "the virtual cluster: no fault"
exit $((faults > 0))
