# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of bad input and of help: one line that says what is wrong, and nothing is lost. Read by run.sh.
# shellcheck shell=bash disable=SC2154 # run.sh sets the variables

test_record_refuses_what_it_would_overwrite() {
    observed
    expect_status 2 "$hdtrace" record -o "$work/observed" -- true
    expect_file "$work"/observed/partdiff.proj
}

test_says_why_nothing_was_recorded() {
    # The launcher's own status, which is SIGPIPE's when the proxy ends before it has been told all.
    # shellcheck disable=SC2016 # the inner shell's
    expect_status 255 bash -c '"$@"; status=$?; [ $status -ne 141 ] || status=255; exit $status' sh \
        "$hdtrace" record -o "$work/none" -- mpiexec.mpich -n 1 "$work/no-such-program"
    grep -q 'mpiexec.mpich was given no program' "$work/err" || fault "the launcher is taken for the program"
    expect_status 2 "$hdtrace" record -o "$work/endings/none" -- mpiexec.mpich -n 1 "$work/endings"
    grep -q 'cannot make this folder: Not a directory' "$work/err" || fault "no cause: $(cat "$work/err")"
    expect_status 1 "$hdtrace" record --ranks 7 -o "$work/seventh" -- "${mpiexec[@]}" -n 1 "$work/endings"
    grep -q "ranks that HDTRACE_RANKS='7' names" "$work/err" || fault "no word about the ranks"
    HDTRACE_ENABLED=0 expect_status 1 "$hdtrace" record -o "$work/off" -- "${mpiexec[@]}" -n 1 "$work/endings"
    grep -q 'nothing was recorded: HDTRACE_ENABLED=0' "$work/err" || fault "no word about the switch"
    # A program that is searched for names the default folder too.
    (cd "$work" && PATH=$PATH:$work expect_status 5 "$hdtrace" record -- "${mpiexec[@]}" -n 1 endings status)
    expect_file "$work"/hdtrace-endings/endings.proj
}

test_simulation_overwrites_no_recording() {
    observed
    local before
    before=$(cat "$work"/observed/* | sha256sum)
    expect_status 2 "$hdtrace" simulate "$top/examples/models/paper-gige.xml" \
        --app "A=$work/observed" -o "$work/observed"
    expect_equal "recording" "$before" "$(cat "$work"/observed/* | sha256sum)"
}

test_every_command_has_help() {
    local command commands
    commands=$("$hdtrace" --list-commands | cut -d ' ' -f 1)
    [ "$(wc -w <<<"$commands")" -ge 25 ] || fault "only these commands are listed: $commands"
    for command in $commands; do
        expect_status 0 "$hdtrace" "$command" --help
        [ -s "$work/out" ] || fault "$command --help prints nothing"
    done
}

# Bad input: one line that names the file, exit 2, no trace of a stack, nothing written.
refuses() { # FILE COMMAND...
    local file=$1 lines
    shift
    expect_status 2 "$hdtrace" "$@"
    lines=$(wc -l <"$work/err")
    [ "$lines" -eq 1 ] || fault "$lines lines on stderr: $* ($(head -n 2 "$work/err"))"
    grep -q "$(basename "$file")" "$work/err" || fault "$* does not name $(basename "$file")"
    ! grep -qE 'Exception|^\s+at ' "$work/err" || fault "$* shows a stack trace"
}

test_refuses_bad_input() {
    local bad=$work/bad command
    mkdir -p "$bad/empty"
    printf 'not xml at all\n' >"$bad/text.proj"
    printf '<Wrong/>\n' >"$bad/root.proj"
    head -c 5000 /dev/urandom >"$bad/junk.proj"
    : >"$bad/null.proj"
    : >"$bad/null.trc"
    printf '<Project><ComponentList><NodeList><Node implementation="NoSuchNode"/></NodeList></ComponentList></Project>\n' \
        >"$bad/model.xml"
    for file in text.proj root.proj junk.proj null.proj missing.proj empty; do
        for command in info profile waits critical-path dump check; do refuses "$bad/$file" "$command" "$bad/$file"; done
        refuses "$bad/$file" render "$bad/$file" -o "$bad/out.png"
        refuses "$bad/$file" compare "$bad/$file" "$bad/$file"
        refuses "$bad/$file" simulate "$top/examples/models/paper-gige.xml" --app "A=$bad/$file"
    done
    refuses "$bad/null.trc" dump "$bad/null.trc"
    for file in model.xml text.proj junk.proj null.proj missing.xml; do
        refuses "$bad/$file" simulate "$bad/$file" --validate-only
    done
    refuses "$bad/nowhere" merge "$bad/nowhere"
    refuses "$bad/empty" merge "$bad/empty"
    [ ! -e "$bad/out.png" ] || fault "render wrote a picture of nothing"
}

test_names_an_empty_trace_of_a_good_project() {
    local bad=$work/zero trace command
    observed
    cp -r "$work/observed" "$bad"
    trace=$(echo "$bad"/partdiff_*_2_0.trc)
    : >"$trace"
    for command in info profile; do refuses "$trace" "$command" "$bad"; done
    refuses "$trace" dump "$trace"
    expect_status 2 "$hdtrace" info "$bad" --json
    expect_equal "readable ranks" 3 "$(json "$work/out" 'd["ranks"]')"
    expect_status 1 "$hdtrace" check "$bad"
    expect_equal findings 1 "$(grep -vc '^note: ' "$work/out")"
}

test_java_is_started_as_the_work_needs() { # its flags, by one that only tells them
    mkdir -p "$work/telling" "$work/long"
    printf '#!/bin/sh\necho "$@"\n' >"$work/telling/java"
    chmod +x "$work/telling/java"
    local told=$work/telling:$PATH beside=UseParallelGC
    case $(uname -m)-$(ulimit -v) in x86_64-unlimited | aarch64-unlimited) beside=UseZGC ;; esac
    expect_status 0 env PATH="$told" "$hdtrace" view "$work/any"
    grep -q -e "-XX:+$beside .* view $work/any\$" "$work/out" || fault "not $beside: $(cat "$work/out")"
    truncate -s 300M "$work/long/a_n1_0.trc" "$work/long/a_n1_1.trc.zst"
    ln -s long "$work/link"
    touch "$work/long/a.proj"
    local project
    for project in "$work/long/a.proj" "$work/long" "$work/link" a.proj .; do
        expect_status 0 env -C "$work/long" PATH="$told" "$hdtrace" render "$project" -o "$work/long.png"
        ! grep -q TieredStop "$work/out" || fault "$project: long work without its compiler: $(cat "$work/out")"
    done
    touch "$work/long/b.proj" "$work/long/b_n1_0.trc"
    expect_status 0 env PATH="$told" "$hdtrace" render "$work/long/b.proj" -o "$work/long.png"
    grep -q TieredStop "$work/out" || fault "another project is long: $(cat "$work/out")"
    touch "$work/long/b.hdv"
    expect_status 0 env PATH="$told" "$hdtrace" render "$work/long/a.proj" -o "$work/long.png"
    ! grep -q TieredStop "$work/out" || fault "another project has a store: $(cat "$work/out")"
    rm "$work/long"/b*
    touch "$work/long/a.hdv"
    expect_status 0 env PATH="$told" "$hdtrace" render "$work/long" -o "$work/long.png"
    grep -q TieredStop "$work/out" || fault "short work begins late: $(cat "$work/out")"
    rm "$work/long/a.hdv" "$work/long/a_n1_1.trc.zst"
    expect_status 0 env PATH="$told" "$hdtrace" render "$work/long" -o "$work/long.png"
    grep -q TieredStop "$work/out" || fault "short work begins late: $(cat "$work/out")"
    # shellcheck disable=SC2016 # of the inner shell
    expect_status 0 env PATH="$told" sh -c 'ulimit -v 40000000 && "$0" view "$1"' "$hdtrace" "$work/any"
    grep -q -e '-XX:+UseParallelGC .* view ' "$work/out" || fault "not UseParallelGC: $(cat "$work/out")"
}
