#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ranks.sh MPIEXEC PARTDIFF CHECK_FILES METHOD FUNCTION: the files of 1, 2, 3 and 4 ranks are equal
# byte for byte. An order of 35 divides by none of them, so the shares of the ranks differ.
set -euo pipefail
mpiexec=$1 partdiff=$2 check_files=$3 method=$4 function=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for ranks in 1 2 3 4; do
    "$mpiexec" -n "$ranks" "$partdiff" --method "$method" --function "$function" --size 35 \
        --iterations 12 --checkpoint-every 4 --output "$work/$ranks" | grep -v '^run time' |
        sed "s/ on $ranks ranks*//" > "$work/$ranks.txt"
    "$check_files" 35 12 "$work/$ranks"
    [ "$(find "$work/$ranks" -type f | wc -l)" -eq 4 ]
    diff -r "$work/1" "$work/$ranks"
    diff "$work/1.txt" "$work/$ranks.txt"
done

# By the name of a file system, with a hint.
mkdir "$work/named"
"$mpiexec" -n 2 "$partdiff" --method "$method" --function "$function" --size 35 --iterations 12 \
    --checkpoint-every 4 --output "ufs:$work/named" --hint cb_buffer_size=65536 --quiet
diff -r "$work/1" "$work/named"

# A shorter run into the same folder leaves nothing of the longer one in the progress file.
"$mpiexec" -n 2 "$partdiff" --method "$method" --function "$function" --size 35 --iterations 8 \
    --checkpoint-every 4 --output "$work/2" --quiet
"$check_files" 35 8 "$work/2"
