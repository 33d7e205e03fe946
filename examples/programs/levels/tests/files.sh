#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# files.sh MPIEXEC LEVELS: the file is the same on all levels and as it must be; wrong usage is status 2.
set -euo pipefail
mpiexec=$1 levels=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -c 'import sys; sys.stdout.buffer.write(bytes(i % 251 for i in range(3 * 5 * 700)))' > "$work/expected"
for level in ind-ctg col-ctg ind-nctg col-nctg; do
    "$mpiexec" -n 3 "$levels" "$level" "$work/$level" 5 700
    cmp "$work/expected" "$work/$level"
done

refused() { # ARGUMENT...
    local status=0
    "$mpiexec" -n 1 "$levels" "$@" 2> "$work/err" || status=$?
    if [ "$status" -ne 2 ] || [ "$(wc -l < "$work/err")" -ne 1 ]; then
        echo "levels $*: status $status"
        exit 1
    fi
}
refused
refused ind "$work/file"
refused ind-ctg "$work/file" 0
refused ind-ctg "$work/file" 1 2x
[ ! -e "$work/file" ]
"$mpiexec" -n 2 "$levels" --help | grep -q '^usage:'
