#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-fixtures.sh CHECKER FOLDER: the original's own projects have no errors. Exit 77 (skipped) where
# they are not there.
set -eu -o pipefail
checker=$1 folder=$2
if [ ! -d "$folder" ]; then
    echo "the original's projects are not here"
    exit 77
fi
count=0 failed=0
while read -r project; do
    count=$((count + 1))
    if ! "$checker" "$project"; then
        failed=$((failed + 1))
    fi
done < <(find "$folder" -name '*.proj')
echo "$count projects, $failed with errors"
[ "$failed" -eq 0 ] && [ "$count" -gt 5 ]
