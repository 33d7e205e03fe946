#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check_symbols.sh NM LIBMPI LIBHDMPI PYTHON GENERATOR TABLE: every MPI_ symbol of the MPI library has
# a row, every row is wrapped, and the wrapper exports none that this MPI lacks.
set -e -u -o pipefail
nm=$1 mpi=$2 wrapper=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exported() { # LIBRARY
    "$nm" -D --defined-only "$1" | sed 's/@.*//' | awk '$NF ~ /^MPI_/ { print $NF }' | sort -u
}
exported "$mpi" >"$work/mpi"
exported "$wrapper" >"$work/wrapper"
[ "$(wc -l <"$work/mpi")" -gt 300 ] || { echo "$mpi: hardly any function of MPI" >&2; exit 1; }
"$@" --symbols "$work/mpi" "$work/wrapper"
