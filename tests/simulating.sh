# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the simulator and of what compares and estimates, on recordings. Read by run.sh.
# shellcheck shell=bash disable=SC2154 # run.sh sets the variables

test_simulates_every_kind_of_function() { # collective access in two phases, and as each rank's own
    local mpi way launcher=(timeout 60) methods
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

test_compares_the_papers_run_with_its_simulation() { # HDTrace paper, section 7, as one command
    local compare=$top/examples/papers/pde-checkpoint/compare what
    expect_status 0 "$compare" "$work/pde" --json
    expect_file "$work/pde/compare.png"
    for what in \
        'abs(d["ranks"][0]["aNs"] + d["ranks"][0]["computationANs"] - 46.8e9) < 0.05e9' \
        'abs(d["ranks"][0]["bNs"] + d["ranks"][0]["computationBNs"] - 37.1e9) < 0.05e9' \
        '[round(o["aNs"] / 1e9, 2) for o in d["largest"][:4]] == [10.6, 9.68, 9.15, 8.17]' \
        'all(abs(o["bNs"] - 7.304e9) < 0.005 * 7.304e9 for o in d["largest"][:4])' \
        'all(o["aNs"] == 69e6 and abs(o["bNs"] - 3.03e6) < 0.01 * 3.03e6 for o in d["largest"][4:24])' \
        'd["unmatched"] == 0 and len(d["largest"]) > 24'; do
        expect_equal "$what" True "$(json "$work/out" "$what")"
    done
    expect_status 2 "$compare" "$work/pde"
    expect_status 0 "$hdtrace" check "$work/pde/observed"
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

kill_all() { # TEXT: every process whose command line has it, for good; returns when they are gone
    local processes process
    while processes=$(grep -lF "$1" /proc/[0-9]*/cmdline 2>/dev/null); do
        while IFS=/ read -r _ _ process _; do kill -9 "$process" 2>/dev/null; done <<<"$processes"
        sleep 0.02
    done
}

rows_of_parts() { # RESULTS: how many whole rows the parts of a sweep have
    cat "$1".part-* 2>/dev/null | wc -l
}

test_a_killed_sweep_goes_on_where_it_was() { # two processes, killed three times, then a row cut in its middle
    observed
    local sweep=("$hdtrace" sweep "$top/examples/models/paper-gige.xml" --app "A=$work/observed" --jobs 1
        --vary 'NetworkEdge[*]/Latency=1us..100us+1us') results=$work/killed.csv had=0 rows part
    expect_status 0 "${sweep[@]}" --out "$work/unkilled.csv"
    for _ in 1 2 3; do
        "${mpiexec[@]}" -n 2 "${sweep[@]}" --out "$results" >"$work/log" 2>&1 </dev/null &
        disown # or bash tells of its end
        while kill -0 $! 2>/dev/null && [ "$(rows_of_parts "$results")" -lt $((had + 10)) ]; do sleep 0.02; done
        kill_all "$results"
        rows=$(rows_of_parts "$results")
        [ -e "$results" ] && fault "the sweep ended before it was killed"
        [ "$rows" -ge $((had + 10)) ] || fault "$rows rows after a second run, $had before: $(tail -n 2 "$work/log")"
        had=$rows
    done
    expect_equal "points that were simulated twice" "" "$(cat "$results".part-* | cut -d' ' -f2 | sort | uniq -d)"
    for part in "$results".part-*; do
        truncate -s -9 "$part" # in the middle of its last row
    done
    expect_status 0 "${mpiexec[@]}" -n 2 "${sweep[@]}" --out "$results"
    cmp "$work/unkilled.csv" "$results" || fault "a killed sweep has other results"
    expect_equal "files of the sweep" "killed.csv killed.csv.sweep" "$(cd "$work" && echo killed.csv*)"
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

test_compares_and_draws() {
    simulated
    expect_status 0 "$hdtrace" compare "$work/observed" "$work/simulated" --json -o "$work/compare.png"
    expect_equal unmatched 0 "$(json "$work/out" 'd["unmatched"]')"
    expect_status 0 "$hdtrace" render "$work/observed" -o "$work/timeline.png"
    expect_equal "picture type" "89504e47" "$(head -c 4 "$work/timeline.png" | od -An -tx1 | tr -d ' ')"
    expect_file "$work"/compare.png
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
    expect_equal "nodes with energy between idle and load" "[True]" \
        "$(json "$work/out" '[0 < 39.99 * n["seconds"] < n["energyJ"] < 80.01 * n["seconds"] for n in d["nodes"]]')"
    expect_status 0 "$hdtrace" check "$work/power"
    expect_status 0 "$hdtrace" energy report "$work/observed" --model "$work/power.xml"
    grep -q '^communication' "$work/out" || fault "no phases: $(cat "$work/out")"
    expect_status 2 "$hdtrace" energy report "$work/observed"
}

# Two hosts with links of 100 Mbit/s, which carry 12.5 MB/s at most with all headers.
test_calibrates_a_cluster() {
    local cluster=$top/examples/cluster name=c$((BASHPID % 100000)) status=0
    if [ ! -e "$top/build/mpich2hd/lib/libmpich.so.12" ]; then
        echo "    skipped: there is no build/mpich2hd (mpich2hd-patches/build.sh makes it)"
        return
    fi
    if ! "$cluster/up.sh" --name "$name" 2 100mbit >/dev/null 2>"$work/err"; then
        echo "    skipped: $(cat "$work/err")"
        return
    fi
    HDTRACE_CLUSTER=$name timeout 120 "$hdtrace" calibrate --seconds 8 --largest 524288 -o "$work/cluster.xml" --json -- \
        "$cluster/mpiexec.sh" -n 2 >"$work/out" 2>"$work/err" || status=$?
    "$cluster/down.sh" --name "$name"
    if [ "$status" = 1 ] && grep -q 'the same work took' "$work/err"; then
        echo "    not checked: $(cat "$work/err")"
        return
    fi
    expect_equal status 0 "$status"
    expect_file "$work/cluster.xml" "$work/cluster.csv" "$work/cluster.json"
    expect_equal hosts 2 "$(json "$work/out" 'd["hosts"]')"
    expect_equal class between "$(json "$work/out" 'd["classes"][0]["name"]')"
    expect_equal bandwidth True "$(json "$work/out" '6e6 < d["classes"][0]["bytesPerSecond"]["value"] < 12.5e6')"
    expect_status 0 "$hdtrace" simulate --validate-only "$work/cluster.xml"
}
