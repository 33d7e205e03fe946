#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-guards.sh CC CXX NM: each guard passes a good case and finds one deliberate violation.
set -eu -o pipefail
cc=$1 cxx=$2 nm=$3
guards=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

passes() { # TITLE COMMAND...
    local title=$1 output
    shift
    if ! output=$("$@" 2>&1); then
        echo "$title: should pass, but: $output"
        failures=1
    fi
}

finds() { # EXPECTED-TEXT TITLE COMMAND...
    local expected=$1 title=$2 output
    shift 2
    if output=$("$@" 2>&1); then
        echo "$title: did not find the violation"
        failures=1
    elif [[ $output != *"$expected"* ]]; then
        echo "$title: expected '$expected', got: $output"
        failures=1
    fi
}

library() { # NAME: compile $work/NAME.c
    "$cc" -shared -fPIC -o "$work/$1.so" "$work/$1.c"
}

mkdir "$work/good" "$work/bad"
cat >"$work/clean.c" <<'CODE'
#include <string.h>
unsigned long hd_length(const char *text) { return strlen(text); }
CODE
printf 'int helper(void) { return 1; }\nint hd_x(void) { return 2; }\n' >"$work/stray.c"
printf 'int hd__inner(void) { return 1; }\n' >"$work/inner.c"
printf '#include <stdio.h>\nvoid hd_say(int i) { printf("%%d", i); }\n' >"$work/loud.c"
printf '#include <stdlib.h>\nvoid hd_end(void) { exit(1); }\n' >"$work/final.c"
for name in clean stray inner loud final; do
    library "$name"
done
printf '#include <stddef.h>\nsize_t hd_f(void);\n' >"$work/good/a.h"
printf 'size_t hd_f(void);\n' >"$work/bad/a.h"
printf '#include <hdtrace/trace.h>\n#include <mpi.h>\n' >"$work/bad/b.c"
printf '#include "../other/src/x.h"\n' >"$work/good/c.c"

passes "exports" "$guards/check-exports.sh" "$nm" "$work/clean.so" hd_
finds "exports helper" "exports" "$guards/check-exports.sh" "$nm" "$work/stray.so" hd_
finds "exports hd__inner" "exports" "$guards/check-exports.sh" "$nm" "$work/inner.so" hd_
passes "imports" "$guards/check-imports.sh" "$nm" "$work/clean.so"
finds "imports printf" "imports" "$guards/check-imports.sh" "$nm" "$work/loud.so"
finds "imports exit" "imports" "$guards/check-imports.sh" "$nm" "$work/final.so"
passes "imports with exception" "$guards/check-imports.sh" "$nm" "$work/loud.so" printf
passes "headers" "$guards/check-headers.sh" "$cc" "$cxx" "" "$work/good"
finds "does not compile alone as C11" "headers" "$guards/check-headers.sh" "$cc" "$cxx" "" "$work/bad"
passes "includes" "$guards/check-includes.sh" hdtrace,mpi "$work/bad"
finds "includes mpi.h (mpi)" "includes" "$guards/check-includes.sh" hdtrace "$work/bad"
finds "another folder" "includes" "$guards/check-includes.sh" hdtrace "$work/good"
exit $failures
