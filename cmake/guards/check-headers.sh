#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-headers.sh CC CXX INCLUDE-PATH FOLDER...: every header of the folders compiles alone, as C11
# and as C++17. INCLUDE-PATH has its folders separated by colons; CXX may be empty.
set -eu -o pipefail
cc=$1 cxx=$2
IFS=: read -r -a path <<<"$3"
shift 3

options=(-fsyntax-only -Wall -Wextra -Wpedantic -Werror)
for folder in "${path[@]}"; do
    [[ -n $folder ]] && options+=("-I$folder")
done
[[ -n $cxx ]] || echo "no C++ compiler: headers are compiled as C only"

found=0 bad=0
while read -r header; do
    found=$((found + 1))
    if ! echo "#include \"$header\"" | "$cc" -std=c11 -D_POSIX_C_SOURCE=200809L "${options[@]}" -x c -; then
        echo "$header: does not compile alone as C11"
        bad=1
    fi
    if [[ -n $cxx ]] && ! echo "#include \"$header\"" | "$cxx" -std=c++17 "${options[@]}" -x c++ -; then
        echo "$header: does not compile alone as C++17"
        bad=1
    fi
done < <(find "$@" -name '*.h' | sort)

if [[ $found == 0 ]]; then
    echo "no headers in $*"
    exit 1
fi
exit $bad
