# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of hdtrace validate on a virtual cluster: nothing is told of a healthy one, and planted faults are named. Read by run.sh.
# shellcheck shell=bash disable=SC2154 # run.sh sets the variables

# Four hosts at 32 Mbit/s, slow enough for the network to decide and not the processors, and a model by theory, which
# other work on the machine can't disturb. One at a time, since two would disturb each other.
healthy_cluster() {
    cluster=$top/examples/cluster
    host_names=v$((BASHPID % 100000))
    if [ ! -e "${HDTRACE_MPICH:-$top/build/mpich2hd}/lib/libmpich.so.12" ]; then
        echo "    skipped: there is no build/mpich2hd (mpich2hd-patches/build.sh makes it)"
        return 1
    fi
    exec 9>"${TMPDIR:-/tmp}/hdtrace-cluster.lock"
    if ! flock -w 600 9; then
        echo "    skipped: another virtual cluster has been measured for 10 minutes"
        return 1
    fi
    if ! "$cluster/up.sh" --name "$host_names" 4 32mbit >/dev/null 2>"$work/err"; then
        echo "    skipped: $(cat "$work/err")"
        return 1
    fi
    export HDTRACE_CLUSTER=$host_names
    # Beyond its eager limit MPICH lets one direction of an exchange wait for the other.
    export MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE=1000000000
    [ ! -e "$work/theory.xml" ] || return 0 # of the test before
    mkdir -p "$work/validated"
    python3 "$cluster/theory.py" 4 32mbit >"$work/theory.csv"
    expect_status 0 "$hdtrace" calibrate --from "$work/theory.csv" -o "$work/theory.xml"
    # Not linked with MPI, since programs without it get it, too.
    mpicc.mpich -std=c11 -O2 -fPIC -c -o "$work/faults.o" "$cluster/tests/faults.c" &&
        cc -shared -o "$work/faults.so" "$work/faults.o"
}

cluster_down() {
    "$cluster/down.sh" --name "$host_names"
    unset HDTRACE_CLUSTER MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE
    exec 9>&-
}

validated() { # STATUS OPTION...: of four ranks on the cluster
    local status=$1
    shift
    expect_status "$status" timeout 300 "$hdtrace" validate --model "$work/theory.xml" --short "$@" -- \
        "$cluster/mpiexec.sh" -n 4
}

found() { # TEXT: is told
    grep -q "^slow: $1" "$work/out" || fault "'$1' is not told: $(grep '^slow' "$work/out")"
}

rate() { # NAMESPACE DEVICE: half of what it was
    tc -n "hdtrace-$host_names-$1" qdisc replace dev "$2" root tbf rate 16mbit burst 3100 limit 67108864
}

test_validates_a_healthy_cluster() {
    healthy_cluster || return 0
    validated 0 --io "$work/validated" --html "$work/report" --json
    expect_equal findings '[]' "$(json "$work/out" 'd["findings"]')"
    expect_equal "slow cases" '[]' \
        "$(json "$work/out" '[(c["function"], c["bytes"], c["ratio"]) for c in d["cases"] if c["verdict"] == "slower"]')"
    for what in Bcast Sendrecv File_write_at_all 'link 0 to 1'; do
        grep -q "\"function\":\"$what\"" "$work/out" || fault "$what was not judged"
    done
    grep -q '<svg' "$work/report/index.html" || fault "the page has no pictures"
    expect_equal "files left" '' "$(ls "$work/validated")"
    cluster_down
}

test_names_planted_faults() {
    healthy_cluster || return 0
    rate node3 eth0
    rate head node3
    rate node1 eth0
    FAULT_RANK=1 LD_PRELOAD=$work/faults.so validated 1 --only hosts
    found 'the link of node3 (rank 2) in both directions: [12]\.'
    found 'the link of node1 (rank 0) as it sends: [12]\.'
    found 'the processor of node2 (rank 1): the same work takes '
    expect_equal "findings" 3 "$(grep -c '^slow: ' "$work/out")"
    "$cluster/down.sh" --name "$host_names"
    "$cluster/up.sh" --name "$host_names" 4 32mbit >/dev/null
    FAULT_FILES=1 FAULT_EXCHANGES=1 MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=recursive_doubling LD_PRELOAD=$work/faults.so \
        validated 1 --only messages,files --io "$work/validated"
    found 'the file system: accesses take '
    found 'Sendrecv: both directions go one after the other'
    found 'Allreduce: the library uses another algorithm than documented'
    expect_equal "findings" 3 "$(grep -c '^slow: ' "$work/out")"
    cluster_down
}

test_validate_says_why_it_cannot() {
    healthy_cluster || return 0
    expect_status 2 "$hdtrace" validate --model "$work/theory.xml" --only hosts -- "$cluster/mpiexec.sh" -n 3
    grep -q 'the model is of another machine: it has 4 ranks, the command starts 3' "$work/err" || fault "$(cat "$work/err")"
    expect_status 2 "$hdtrace" validate --model "$work/theory.xml" --only hosts -- no-such-mpiexec -n 4
    expect_equal "lines" 1 "$(wc -l <"$work/err")"
    # Killed half-way: what it started ends, and nothing of it is left.
    local tmp=$work/tmp
    mkdir -p "$tmp"
    HDTRACE_JAVA_FLAGS="-Djava.io.tmpdir=$tmp" "$hdtrace" validate --model "$work/theory.xml" -- \
        "$cluster/mpiexec.sh" -n 4 >"$work/out" 2>"$work/err" &
    local validation=$! _
    for _ in $(seq 600); do
        [ -z "$(ip netns pids "hdtrace-$host_names-node4")" ] || break
        sleep 0.1
    done
    kill -TERM "$validation"
    wait "$validation"
    for _ in $(seq 600); do
        [ -n "$(ip netns pids "hdtrace-$host_names-node4")" ] || break
        sleep 0.1
    done
    expect_equal "processes left" '' "$(ip netns pids "hdtrace-$host_names-node4")"
    expect_equal "files left" '' "$(find "$tmp" -name 'hdtrace-validate*')"
    cluster_down
}
