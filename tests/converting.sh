# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of hdtrace export and import on real recordings. Read by run.sh.
# shellcheck shell=bash disable=SC2154 # run.sh sets the variables

imports_none() { # KIND FILE...: each is refused by one line that names it, and leaves nothing
    local kind=$1 file
    shift
    for file in "$@"; do
        expect_status 2 "$hdtrace" import "$kind" "$file" -o "$work/never"
        expect_equal "lines of the message" 1 "$(wc -l <"$work/err")"
        grep -qF "$file" "$work/err" || fault "the message doesn't name the file: $(cat "$work/err")"
        [ ! -e "$work/never" ] || fault "something was left of $file"
    done
}

test_archives_of_otf2_come_back() {
    [ -x "$bin/hdtrace-otf2" ] || {
        printf '    skipped: hdtrace-otf2 is not built (Debian: libotf2-trace-dev)\n'
        return
    }
    observed
    local events states
    expect_status 0 "$hdtrace" export "$work/observed" --to otf2 -o "$work/archive" --json
    states=$(json "$work/out" 'd["states"]')
    events=$(json "$work/out" 'd["events"]')
    [ "$(json "$work/out" 'd["messages"]')" -gt 0 ] || fault "no message was written"
    expect_file "$work/archive/traces.otf2"
    expect_status 0 "$hdtrace" import otf2 "$work/archive/traces.otf2" -o "$work/partdiff" --json
    expect_equal "number of states" "$states" "$(json "$work/out" 'd["states"]')"
    expect_equal "number of events" "$events" "$(json "$work/out" 'd["events"]')"
    expect_status 0 "$hdtrace" check "$work/partdiff"
    local command kind
    for command in profile matrix waits; do
        "$hdtrace" $command "$work/observed" --json >"$work/before" || fault "$command of what was recorded failed"
        "$hdtrace" $command "$work/partdiff" --json >"$work/after" || fault "$command of what came back failed"
        expect_file "$work/before"
        cmp "$work/before" "$work/after" || fault "$command tells something else than before"
    done
    for kind in trc stat; do
        entries_of "$work/observed" $kind >"$work/before" || fault "files .$kind that were recorded can't be dumped"
        entries_of "$work/partdiff" $kind >"$work/after" || fault "files .$kind that came back can't be dumped"
        cmp "$work/before" "$work/after" || fault "files .$kind tell something else than before"
    done
    command -v otf2-print >/dev/null || {
        printf '    otf2-print is not there (Debian: otf2-tools): not checked by it\n'
        return
    }
    expect_status 0 otf2-print "$work/archive/traces.otf2"
    expect_equal "regions that OTF2 finds entered" $((states + events)) "$(grep -c '^ENTER ' "$work/out")"
    expect_equal "regions that OTF2 finds left" $((states + events)) "$(grep -c '^LEAVE ' "$work/out")"
}

# Archives have whole numbers and real ones of 64 bits, and nothing of what a node could not sample; a trace's head says how it was recorded.
entries_of() ( # PROJECT EXTENSION: fails when one of the files can't be dumped, or has nothing but a head
    set -o pipefail
    status=0
    for file in "$1"/*."$2"; do
        "$hdtrace" dump "$file" --json | grep -v '"program"' | sed 's/"INT32"/"INT64"/; s/"FLOAT"/"DOUBLE"/; s/,"unavailable":"[^"]*"//' \
            >"$work/entries" || status=1
        [ "$(wc -l <"$work/entries")" -gt 1 ] || status=1
        printf '%s\n' "${file##*/}"
        cat "$work/entries"
    done
    exit $status
)

test_archives_that_a_disk_cannot_hold_leave_nothing() {
    [ -x "$bin/hdtrace-otf2" ] || {
        printf '    skipped: hdtrace-otf2 is not built (Debian: libotf2-trace-dev)\n'
        return
    }
    observed
    mkdir -p "$work/full"
    # As a full disk: files of more than 2 KiB can't be written.
    expect_status 1 bash -c 'ulimit -f 2 && exec "$@"' bash \
        "$hdtrace" export "$work/observed" --to otf2 -o "$work/full/archive"
    expect_equal "lines of the message" 1 "$(wc -l <"$work/err")"
    grep -qF "$work/full/archive can't be written: File is too large" "$work/err" ||
        fault "the message doesn't tell why: $(cat "$work/err")"
    expect_equal "files that were left" "" "$(ls -A "$work/full")"
}

test_damaged_archives_are_refused() {
    [ -x "$bin/hdtrace-otf2" ] || {
        printf '    skipped: hdtrace-otf2 is not built (Debian: libotf2-trace-dev)\n'
        return
    }
    observed
    [ -d "$work/archive" ] || "$hdtrace" export "$work/observed" --to otf2 -o "$work/archive" >/dev/null
    cp -r "$work/archive" "$work/damaged"
    truncate -s 20 "$work/damaged/traces/0.evt"
    printf 'none\n' >"$work/text.otf2"
    imports_none otf2 "$work/damaged/traces.otf2" "$work/text.otf2" "$work/missing.otf2"
}

# A file of SLOG-2 with one state of a second on line 3, part by part as Slog2File tells.
slog2_file() { # FILE
    python3 -B - "$1" <<'PY'
import struct, sys

def text(letters):
    return struct.pack('>h', len(letters)) + letters

category = struct.pack('>i', 5) + text(b'MPI_Barrier') + struct.pack('>iI?b', 1, 0xFF00FF00, True, 1)
category += struct.pack('>hhhffq', 0, 0, 0, 0, 0, 1)
entry = struct.pack('>bihh', 0, 5, 0, 2) + struct.pack('>didi', 0.5, 3, 1.5, 3)
head = 12 + 12 + 7 * 12
entries = struct.pack('>ii', 0, 1) + entry + struct.pack('>i', 0)
node = struct.pack('>ddhiqi', 0, 2, 0, 0, head, struct.calcsize('>ddhiqi') + len(entries)) + entries
parts = [struct.pack('>i', 1) + category, struct.pack('>i', 0)]
directory = struct.pack('>ihiddqi', 1, 0, 0, 0, 2, head, len(node))
places, at, body = [], head + len(node), node
for part in (parts[0], None, parts[1], None, directory, None, None):
    places.append(struct.pack('>qi', at if part else 0, len(part or b'')))
    body += part or b''
    at += len(part or b'')
with open(sys.argv[1], 'wb') as out:
    out.write(text(b'SLOG 2.0.6') + struct.pack('>hihi', 2, 65536, 0, 1000) + b''.join(places) + body)
PY
}

test_files_of_slog2_are_imported_drawn_or_refused() {
    slog2_file "$work/run.slog2"
    expect_status 0 "$hdtrace" import slog2 "$work/run.slog2" -o "$work/slog2" --json
    grep -q '"states": *1' "$work/out" || fault "one state was expected: $(cat "$work/out")"
    expect_status 0 "$hdtrace" check "$work/slog2"
    expect_status 0 env XDG_CACHE_HOME="$work/cache" "$hdtrace" render "$work/run.slog2" -o "$work/slog2.svg"
    grep -q Barrier "$work/slog2.svg" || fault "the state is not in the picture"
    head -c 150 "$work/run.slog2" >"$work/cut.slog2"
    printf 'none\n' >"$work/text.slog2"
    imports_none slog2 "$work/cut.slog2" "$work/text.slog2" "$work/missing.slog2"
}

test_imports_with_an_extension() { # a reader of the user's, which the viewer finds, too
    command -v javac >/dev/null 2>&1 || {
        printf '    skipped: there is no javac\n'
        return
    }
    local here=$work/reader jars=$top/build/java
    mkdir -p "$here/classes/META-INF/services"
    cat >"$here/Own.java" <<'JAVA'
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.Importer;

public class Own implements Importer {
    public String name() {
        return "own";
    }

    public String summary() {
        return "what nobody else reads (.own)";
    }

    public boolean accepts(Path file) {
        return file.toString().endsWith(".own");
    }

    public ImportSummary run(Path trace, Path target, DoubleConsumer progress) throws IOException {
        Files.createDirectories(target);
        Files.writeString(target.resolve("own.proj"), "<Application name='own'><Topology><Level type='Rank'/>"
                + "<Node name='0'/></Topology></Application>");
        Files.writeString(target.resolve("own_0.trc"), "<Program timeAdjustment='1'><Own time='0.0' end='1.0'/></Program>");
        return new ImportSummary(1, 1, 0, 0, 0, 0, Map.of());
    }
}
JAVA
    javac -cp "$jars/*" -d "$here/classes" "$here/Own.java" || fault "the reader can't be compiled"
    echo Own >"$here/classes/META-INF/services/org.hdtrace.analysis.imports.Importer"
    echo something >"$here/run.own"
    expect_status 2 "$hdtrace" import own "$here/run.own" -o "$here/none"
    HDTRACE_CLASSPATH=$here/classes expect_status 0 "$hdtrace" import own "$here/run.own" -o "$here/made"
    expect_file "$here/made/own.proj"
    HDTRACE_CLASSPATH=$here/classes expect_status 2 "$hdtrace" import other "$here/run.own" -o "$here/none"
    grep -q "^hdtrace import: 'other' is not .*own" "$work/err" || fault "what can be imported isn't told: $(cat "$work/err")"
    [ ! -e "$here/none" ] || fault "something was left"
    HDTRACE_CLASSPATH=$here/classes expect_status 0 env XDG_CACHE_HOME="$here/cache" \
        "$hdtrace" render "$here/run.own" -o "$here/own.svg"
    grep -q '>Own' "$here/own.svg" || fault "the viewer draws no state of the reader"
}
