#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# package_test.sh CMAKE BUILD PACKAGE MPICC MPIEXEC MPIFORT: install into a temporary prefix, link a tiny
# program in every way that the README names, run it on two ranks and find its trace. MPIFORT may be "".
set -eu -o pipefail
cmake=$1 build=$2 package=$3 mpicc=$4 mpiexec=$5 mpifort=$6
here=$(cd "$(dirname "$0")" && pwd)
heat=$here/../../examples/programs/custom-states/heat.f90
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fault() {
    printf 'FAILED: %s\n' "$*"
    failed=1
}

# The installed tree, and one that holds the archives only, as a distribution may offer it. Their names
# have a blank.
"$cmake" --install "$build" --prefix "$work/shared" >"$work/install.log"
cp -r "$work/shared" "$work/static tree"
find "$work/static tree" -name 'lib*.so*' -delete
mv "$work/shared" "$work/moved tree" # a tree may be moved
export PKG_CONFIG_PATH

use() { # TREE: the one that pkg-config and CMake find
    PKG_CONFIG_PATH=$(dirname "$(find "$work/$1 tree" -name "$package.pc")")
}

# ask ARGUMENTS...: what pkg-config answers, in the array `words`. It quotes for the shell.
ask() {
    eval "words=($(pkg-config "$@"))"
}

is_linked_with() { # PROGRAM: the tracer as a shared library
    readelf -d "$1" | grep NEEDED | grep -q "lib$package\\.so"
}

check() { # NAME shared|static PROGRAM STATE
    local name=$1 form=$2 program=$3 state=$4 dir=$work/run-$1 rank
    mkdir "$dir"
    case $form in
        shared) is_linked_with "$program" || fault "$name: the tracer is no shared library" ;;
        static) ! is_linked_with "$program" || fault "$name: the tracer is a shared library" ;;
    esac
    if ! HDTRACE_PREFIX=$dir/ HDTRACE_PROJECT=run HDTRACE_HOST=n "$mpiexec" -n 2 "$program" \
        >"$dir/out" 2>&1; then
        fault "$name: $(cat "$dir/out")"
    fi
    for rank in 0 1; do
        if ! grep -q "<$state " "$dir/run_n_${rank}_0.trc" || ! grep -q '<Finalize ' "$dir/run_n_${rank}_0.trc"; then
            fault "$name: no trace of rank $rank: $(ls "$dir")"
        fi
    done
    [ -s "$dir/run.proj" ] || fault "$name: no project"
    printf '%s: %s\n' "$name" "$(grep -c '<' "$dir/run_n_0_0.trc") lines in the trace of rank 0"
}

cat >"$work/reader.c" <<'TXT'
#include <hdtrace/read.h>
int main(int argc, char **argv)
{
    hd_reader *reader;
    hd_entry entry;
    int count = 0;
    if (argc != 2 || hd_reader_open(argv[1], &reader) != HD_OK) {
        return 1;
    }
    for (; hd_reader_next(reader, &entry) == HD_OK; count++) {
    }
    const int complete = hd_reader_is_complete(reader);
    hd_reader_close(reader);
    return complete && count > 2 ? 0 : 2;
}
TXT

check_reader() { # PROGRAM: reads the trace of a run that was made before
    "$1" "$work/run-pkg-config-shared/run_n_0_0.trc" || fault "$1 ends with $?"
}

reader_with_pkg_config() {
    local words
    use moved
    ask --cflags --libs hdtrace-read
    "$mpicc" "$work/reader.c" -o "$work/reader-shared" "${words[@]}"
    ask --variable=libdir hdtrace-read
    LD_LIBRARY_PATH=${words[0]} check_reader "$work/reader-shared"
    use static
    ask --static --cflags --libs hdtrace-read
    "$mpicc" "$work/reader.c" -o "$work/reader-static" "${words[@]}"
    check_reader "$work/reader-static"
}

with_pkg_config() {
    local words
    use moved
    ask --cflags --libs "$package"
    "$mpicc" "$here/programs/package.c" -o "$work/pc-shared" "${words[@]}"
    check pkg-config-shared shared "$work/pc-shared" own
    use static
    ask --static --cflags --libs "$package"
    "$mpicc" "$here/programs/package.c" -o "$work/pc-static" "${words[@]}"
    check pkg-config-static static "$work/pc-static" own
}

with_cmake() {
    use moved
    mkdir "$work/project"
    cat >"$work/project/CMakeLists.txt" <<TXT
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(hdmpi REQUIRED)
foreach(form IN ITEMS "" -static)
    add_executable(user\${form} $here/programs/package.c)
    target_link_libraries(user\${form} PRIVATE hdmpi::$package\${form})
endforeach()
add_executable(user-trace trace.c)
find_package(hdtrace REQUIRED)
target_link_libraries(user-trace PRIVATE hdtrace::hdtrace-static)
foreach(form IN ITEMS "" -static)
    add_executable(reader\${form} reader.c)
    target_link_libraries(reader\${form} PRIVATE hdtrace::hdtrace-read\${form})
endforeach()
find_package(PkgConfig REQUIRED)
pkg_check_modules(READ REQUIRED IMPORTED_TARGET hdtrace-read)
add_executable(reader-pc reader.c)
target_link_libraries(reader-pc PRIVATE PkgConfig::READ)
TXT
    printf '#include <hdtrace/trace.h>\nint main(void) { return hd_trace_destroy(0) != HD_OK; }\n' \
        >"$work/project/trace.c"
    cp "$work/reader.c" "$work/project"
    "$cmake" -S "$work/project" -B "$work/cmake" -DCMAKE_C_COMPILER="$mpicc" \
        -DCMAKE_PREFIX_PATH="$work/moved tree" >"$work/cmake.log" || cat "$work/cmake.log"
    "$cmake" --build "$work/cmake" >>"$work/cmake.log" || cat "$work/cmake.log"
    check cmake-shared shared "$work/cmake/user" own
    check cmake-static static "$work/cmake/user-static" own
    "$work/cmake/user-trace" || fault "a program of libhdtrace.a ends with $?"
    check_reader "$work/cmake/reader"
    check_reader "$work/cmake/reader-static"
    check_reader "$work/cmake/reader-pc"
}

with_fortran() {
    local words source
    use moved
    ask --variable=fortransource "$package"
    source=${words[0]}
    ask --libs "$package"
    "$mpifort" -J "$work" "$source" "$heat" -o "$work/fortran-shared" "${words[@]}"
    check fortran-shared shared "$work/fortran-shared" step
    grep -q '<Allreduce ' "$work/run-fortran-shared/run_n_1_0.trc" || fault "no MPI calls of Fortran"
    use static
    ask --static --libs "$package"
    "$mpifort" -J "$work" "$source" "$heat" -o "$work/fortran-static" "${words[@]}"
    check fortran-static static "$work/fortran-static" step
    grep -q '<Allreduce ' "$work/run-fortran-static/run_n_1_0.trc" || fault "no MPI calls of Fortran"
}

with_pkg_config
reader_with_pkg_config
with_cmake
if [ -n "$mpifort" ]; then
    with_fortran
else
    echo "there is no gfortran: Fortran is left out"
fi
exit "$failed"
