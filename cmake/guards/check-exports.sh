#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-exports.sh NM LIBRARY PREFIX...: every name that the library exports begins with one of the
# prefixes, and none is internal (hd__). Prints the others, exit 1.
set -eu -o pipefail
nm=$1 library=$2
shift 2

found=0 bad=0
while read -r name; do
    found=$((found + 1))
    good=0
    for prefix in "$@"; do
        [[ $name == "$prefix"* && $name != hd__* ]] && good=1
    done
    if [[ $good == 0 ]]; then
        echo "$library: exports $name"
        bad=1
    fi
done < <("$nm" -D --defined-only "$library" | awk '$2 ~ /^[A-Zuvwi]$/ && $2 != "A" { print $3 }')

if [[ $found == 0 ]]; then
    echo "$library: exports nothing"
    exit 1
fi
exit $bad
