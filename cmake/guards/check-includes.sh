#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-includes.sh FAMILIES FOLDER...: sources include, beside libc and pthreads, only the families
# named (separated by commas), and nothing by a path that leads out of their folder.
# Families: hdtrace hdtrace-compat hdrut hdpower hdmpi mpi glib libxml zstd pvfs.
set -eu -o pipefail
families=$1
shift

family_of() { # INCLUDED-PATH
    case $1 in
    hdtrace/*) echo hdtrace ;;
    hdtrace-compat/*) echo hdtrace-compat ;;
    hdrut/*) echo hdrut ;;
    hdpower/*) echo hdpower ;;
    hdmpi/*) echo hdmpi ;;
    mpi.h | mpio.h) echo mpi ;;
    glib.h | glib/* | gmodule.h | gio/*) echo glib ;;
    libxml/*) echo libxml ;;
    zstd.h | zdict.h) echo zstd ;;
    pvfs2* | orangefs*) echo pvfs ;;
    */../* | ../*) echo "another folder" ;;
    esac
}

found=0 bad=0
while IFS=: read -r file line text; do
    found=$((found + 1))
    included=$(sed -E 's/^[^<"]*[<"]([^>"]*)[>"].*/\1/' <<<"$text")
    family=$(family_of "$included")
    if [[ -n $family && ",$families," != *",$family,"* ]]; then
        echo "$file:$line: includes $included ($family)"
        bad=1
    fi
done < <(grep -rnE --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]' "$@")

if [[ $found == 0 ]]; then
    echo "no sources in $*"
    exit 1
fi
exit $bad
