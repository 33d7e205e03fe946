#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check.sh PROGRAM CASES JARS CASE [--accept]: write one case anew and compare it with the files in
# CASES/CASE; where the Java part is built (JARS), dump the new files and compare with expected.txt.
# --accept replaces the golden files by the new ones.
set -u
program=$1 golden=$2/$4 jars=$3 case=$4 accept=${5:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" "$case" "$work" || exit 1
if [ "$accept" = --accept ]; then
    mkdir -p "$golden"
    find "$golden" -type f ! -name expected.txt ! -name README.md -delete
    cp "$work"/* "$golden"/
    exit 0
fi
diff -r --exclude=expected.txt --exclude=README.md "$golden" "$work" || {
    echo "the files written differ from $golden; on purpose? then run this with --accept"
    exit 1
}
if ! compgen -G "$jars/trace-analysis-*.jar" >/dev/null; then
    echo "the Java part is not built: the bytes are right, the dump is left to Maven"
    exit 0
fi
(
    cd "$work" || exit 1
    for file in *.proj *.rel *.stat *.trc; do
        [ -e "$file" ] || continue
        echo "== $file"
        java -cp "$jars/*" org.hdtrace.analysis.cli.Main dump "$file" || exit 1
    done
) >"$work.dump" && diff "$golden/expected.txt" "$work.dump"
status=$?
rm -f "$work.dump"
exit $status
