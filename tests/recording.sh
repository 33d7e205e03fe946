# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of recordings: what is in them however a program ends, and what reads, mends and installs. Read by run.sh.
# shellcheck shell=bash disable=SC2154 # run.sh sets the variables

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

test_records_power_meters_beside_a_program() {
    printf -- '-,217.5\n-,218\n-,219\n' >"$work/watts"
    printf '[Device]\ndevice=file\npath=%s\n' "$work/watts" >"$work/pt.cfg"
    expect_status 0 "$hdtrace" record -o "$work/metered" --power "$work/pt.cfg" -- "${mpiexec[@]}" -n 2 \
        "$bin/partdiff" --size 100 --iterations 8
    expect_file "$work"/metered/partdiff_*_Energy.stat
    expect_equal "files of the node's one meter" 1 "$(compgen -G "$work/metered/*_Energy*.stat" | wc -l)"
    expect_status 0 "$hdtrace" info "$work/metered" --json
    expect_equal values "['P', 'ELAPSED_NS', 'GAP']" \
        "$(json "$work/out" '[g["values"] for g in d["statistics"] if g["group"]=="Energy"][0]')"
    expect_status 0 "$hdtrace" check "$work/metered"
}

test_tells_of_power_meters_that_contradict_each_other() {
    printf '[Device]\nname=wall\ndevice=command\ncycle=20\ncommand=while :; do echo -,100; sleep 0.02; done\n' >"$work/twice.cfg"
    printf '[Check]\nrelation=wall + wall <= wall\n' >>"$work/twice.cfg"
    expect_status 0 "$hdtrace" record -o "$work/twice" --power "$work/twice.cfg" -- "${mpiexec[@]}" -n 1 \
        "$bin/partdiff" --size 400 --iterations 400
    grep -q 'a relation of power meters did not hold: .* with 200 and 100 W: wall + wall <= wall' "$work/err" ||
        fault "no word of it: $(cat "$work/err")"
}

test_power_meters_that_fail_hurt_no_program() {
    printf '[General]\nport=/dev/nothing\n[Trace]\nchannel=1\n' >"$work/lost.cfg"
    expect_status 5 "$hdtrace" record -o "$work/lost" --power "$work/lost.cfg" -- "${mpiexec[@]}" -n 2 \
        "$work/endings" status
    grep -q 'power is not measured: .*/lost.cfg:2: lmg450: /dev/nothing: No such file' "$work/err" ||
        fault "no warning of the lost meter: $(cat "$work/err")"
    expect_file "$work"/lost/endings.proj
    printf '[General]\ndevice=LMG500\n' >"$work/wrong.cfg"
    expect_status 2 "$hdtrace" record -o "$work/wrong" --power "$work/wrong.cfg" -- true
    grep -q "wrong.cfg:2: unknown device 'LMG500'" "$work/err" || fault "no cause: $(cat "$work/err")"
}

test_records_posix_io_of_programs_without_mpi() {
    printf 'b\na\n' >"$work/unsorted"
    expect_status 3 "$hdtrace" record --posix -o "$work/posix" -- bash -c "sort '$work/unsorted' >'$work/sorted'; exit 3"
    expect_equal "sorted lines" "a b" "$(paste -sd' ' "$work/sorted")"
    expect_file "$work/posix/sort.proj"
    "$hdtrace" io --csv "$work/posix/sort.proj" >"$work/out" || fault "hdtrace io: exit status $?"
    grep -q "^$work/sorted,0,0,[0-9]*,0,4,.*,posix$" "$work/out" || fault "no row of what sort wrote: $(cat "$work/out")"
    "$hdtrace" check "$work/posix/sort.proj" >/dev/null || fault "hdtrace check finds something"
}

test_records_posix_io_beside_mpi() {
    "$hdtrace" record --posix -o "$work/beside" -- "${mpiexec[@]}" -n 2 "$bin/partdiff" --size 100 --iterations 8 >/dev/null ||
        fault "exit status $?"
    expect_file "$work/beside/partdiff.proj"
    cat "$work"/beside/partdiff_*_0_0.trc | grep -q '<printf ' || fault "no state of the program's own I/O"
}

test_force_leaves_nothing_of_an_earlier_run() {
    mkdir -p "$work/forced"
    touch "$work/forced/old_n_9_0.ring"
    expect_status 2 "$hdtrace" record -o "$work/forced" -- "${mpiexec[@]}" -n 2 "$work/endings" status
    touch "$work"/forced/old{.hdv,.hda,_n_9_0.trc{,.zst,.tail,.idx},_n_9_0.info}
    expect_status 5 "$hdtrace" record --force -o "$work/forced" -- "${mpiexec[@]}" -n 2 "$work/endings" status
    expect_file "$work/forced/endings.proj"
    expect_equal "files left" "" "$(cd "$work/forced" && compgen -G 'old*')"
}

recorded_by() { # DIR LIBRARY: both ranks' traces name this MPI library
    expect_equal "traces by $2" 2 "$(cat "$1"/*_{0,1}_0.trc 2>/dev/null | grep -c "library='$2")"
}

test_takes_the_tracer_of_the_program() {
    local launcher=(mpiexec.openmpi --oversubscribe)
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
    (HDTRACE_MODE=ring HDTRACE_PREFIX="$work/rings/" LD_PRELOAD="$top/build/release/lib/libhdmpi.so:$LD_PRELOAD" \
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

test_looks_inside_mpi() {
    local run=(-- mpiexec.mpich -n 2 "$work/endings" status)
    expect_status 5 "$hdtrace" record --internals -o "$work/inside" "${run[@]}"
    expect_equal "lines about the inside" 1 "$(grep -c 'internals: by the' "$work/err")"
    expect_file "$work/inside/endings.proj"
    HDTRACE_MPICH=$work expect_status 5 "$hdtrace" record --internals -o "$work/no-mpich" "${run[@]}"
    grep -q "HDTRACE_MPICH=$work: there is no patched libmpich.so.12" "$work/err" || fault "no word about HDTRACE_MPICH"
    expect_file "$work/no-mpich/endings.proj"
}

test_records_the_client_of_orangefs() {
    expect_status 5 "$hdtrace" record --pvfs -o "$work/pvfs" -- mpiexec.mpich -n 2 "$work/endings" status
    expect_equal "lines about a program without OrangeFS" 2 "$(grep -c 'pvfs client.*nothing is recorded' "$work/err")"
    expect_file "$work/pvfs/endings.proj"
    # What the agent leaves beside the program's own project becomes part of it.
    # shellcheck disable=SC2016 # the inner shell's
    HDTRACE_HOST=n1 expect_status 0 "$hdtrace" record --pvfs -o "$work/layers" -- sh -c \
        '"$@" && echo "$0" >"${HDTRACE_PREFIX}endings_n1_0_CLIENT.info"' \
        "Topology levels='Hostname;Rank;Layer' labels='n1;0;CLIENT'" mpiexec.mpich -n 1 "$work/endings" none
    grep -q '<Node name="CLIENT" type="Layer"/>' "$work/layers/endings.proj" || fault "the client's layer is not in the project"
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
    has_pages_and_completion "$work/prefix"
}

has_pages_and_completion() { # PREFIX
    local page word
    for page in hdtrace hdtrace-record hdtrace-critical-path hdtrace-energy piosimhd hdreplay; do
        MANPATH=$1/share/man man --warnings "$page" >"$work/page" 2>"$work/warnings" || fault "there is no page $page"
        [ ! -s "$work/warnings" ] || fault "$page.1: $(head -n 1 "$work/warnings")"
    done
    MANPATH=$1/share/man man hdtrace-record >"$work/page" 2>/dev/null
    grep -qE -- '^ *--rut MS' "$work/page" || fault "hdtrace-record.1 lacks --rut"
    for word in 'hdtrace re:record render repair replay ' 'hdtrace record --ru:--rut ' 'piosimhd --max-e:--max-events '; do
        expect_equal "completion of '${word%:*}'" "${word#*:}" "$(completions "$1" "${word%:*}")"
    done
}

completions() { # PREFIX LINE
    # shellcheck disable=SC2016 # the inner shell's
    PATH=$1/bin:$PATH bash -c '. "$1" && read -ra COMP_WORDS <<<"$2" && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) &&
        _hdtrace && printf "%s\n" "${COMPREPLY[@]}" | sort | tr "\n" " "' sh \
        "$1/share/bash-completion/completions/${2%% *}" "$2"
}
