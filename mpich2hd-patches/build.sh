#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fetch the source of Debian's MPICH, apply the series, build and install into PREFIX what a traced
# program needs: libmpich.so.12, mpicc, mpi.h. Nothing outside PREFIX and a temporary folder is
# written, and root is not needed. A PREFIX that was made from the same inputs stays as it is.
set -eu -o pipefail

HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
SERIES=$HERE/4.0.2
PATCHED=yes
PREFIX=
STAGED=
WORK=

usage() {
    cat <<'TXT'
usage: mpich2hd-patches/build.sh [--pristine] PREFIX

Builds MPICH 4.0.2 that lets HDTrace see inside, from Debian's source package, into PREFIX.
  --pristine  without the patches, to compare with
It takes gcc, make, patch and xz, about 5 minutes of processor time, and the package archive that
apt uses here. Afterwards: HDTRACE_MPICH=PREFIX hdtrace record --internals -- mpiexec -n 4 ./app
TXT
}

die() { # STATUS TEXT...
    local status=$1
    shift
    printf 'mpich2hd: %s\n' "$*" >&2
    exit "$status"
}

read_arguments() {
    while [ $# -gt 0 ]; do
        case $1 in
            --pristine) PATCHED=no ;;
            -h | --help)
                usage
                exit 0
                ;;
            -*) die 2 "unknown option '$1'; see build.sh --help" ;;
            *)
                [ -z "$PREFIX" ] || die 2 "one PREFIX only; see build.sh --help"
                PREFIX=$1
                ;;
        esac
        shift
    done
    [ -n "$PREFIX" ] || die 2 "there is no PREFIX; see build.sh --help"
    PREFIX=$(readlink -m "$PREFIX")
}

need_tools() {
    local tool
    for tool in gcc make patch tar xz sha256sum apt-get; do
        command -v "$tool" >/dev/null || die 2 "$tool is missing (Debian packages: gcc make patch xz-utils)"
    done
}

pinned() { # KEY
    sed -n "s/^$1=//p" "$SERIES/UPSTREAM"
}

# What the result depends on.
inputs() {
    (
        cd "$HERE"
        printf '%s %s\n' "$PATCHED" "$(gcc --version | head -n 1)"
        sha256sum build.sh 4.0.2/* include/mpich2hd/* own/mpich2hd/*
    )
}

check_prefix() {
    if [ -e "$PREFIX/share/mpich2hd/inputs" ]; then
        if inputs | cmp -s - "$PREFIX/share/mpich2hd/inputs"; then
            echo "mpich2hd: $PREFIX is up to date"
            exit 0
        fi
    elif [ -n "$(ls -A "$PREFIX" 2>/dev/null)" ]; then
        die 2 "$PREFIX: this folder holds something else; choose another one"
    fi
    mkdir -p "$PREFIX" 2>/dev/null || die 2 "$PREFIX: cannot make this folder"
    [ -w "$PREFIX" ] || die 2 "$PREFIX: this folder cannot be written"
}

# The sources that apt has here for this release, as sources of source packages.
write_sources() { # FOLDER
    local codename suite
    codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    suite="(^|[[:space:]])$codename(-[a-z]+)?(/|[[:space:]]|\$)"
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | grep -E '^deb[[:space:]]' |
        grep -E "$suite" | sed 's/^deb/deb-src/' >"$1/a.list" || true
    local file
    for file in /etc/apt/sources.list.d/*.sources; do
        [ ! -e "$file" ] || awk -v RS= -v ORS='\n\n' -v suite="$suite" '$0 ~ suite' "$file"
    done | sed 's/^Types:.*/Types: deb-src/' >"$1/b.sources"
}

fetch() { # into the current folder
    local apt=$WORK/apt source tar
    source=$(pinned package)=$(pinned version)
    tar=$(pinned tar)
    mkdir -p "$apt/sources" "$apt/lists/partial" "$apt/cache/archives/partial"
    write_sources "$apt/sources"
    cat >"$apt/apt.conf" <<TXT
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$apt/sources";
Dir::State::Lists "$apt/lists";
Dir::Cache "$apt/cache";
APT::Sandbox::User "";
TXT
    APT_CONFIG=$apt/apt.conf apt-get -qq update >"$WORK/apt.log" 2>&1 || true # the next line tells
    APT_CONFIG=$apt/apt.conf apt-get -qq source --download-only --tar-only "$source" >>"$WORK/apt.log" 2>&1 ||
        { tail -n 5 "$WORK/apt.log" >&2 && die 1 "apt cannot fetch the source of $source"; }
    echo "$(pinned sha256)  $tar" | sha256sum --check --quiet --strict || die 1 "$tar: its checksum is not the pinned one"
}

run() { # TITLE COMMAND...: its output into a log, of which the end is shown when it fails
    local title=$1 log start=$SECONDS
    shift
    log=$WORK/$title.log
    "$@" >"$log" 2>&1 </dev/null || { tail -n 30 "$log" >&2 && die 1 "$title failed"; }
    echo "mpich2hd: $title: $((SECONDS - start)) s"
}

# As Debian the library is libmpich.so.12, so that a program can be started with either. Without
# a process manager: Debian's mpiexec starts it.
build() {
    local flags='-DUSE_MPI_VERSIONS' stamp=$PREFIX/share/mpich2hd/inputs
    mkdir -p "$(dirname "$stamp")"
    echo "unfinished" >"$stamp" # ours, but to be made again when this does not come to its end
    STAGED=$PREFIX/.new$PREFIX
    rm -rf "$PREFIX/.new"
    tar xf "$(pinned tar)"
    cd "$(pinned folder)"
    if [ "$PATCHED" = yes ]; then
        local one
        while read -r one; do
            patch -s -p1 --fuzz=0 <"$SERIES/$one" || die 1 "$one does not apply"
        done <"$SERIES/series"
        mkdir -p "$STAGED/include"
        cp -r "$HERE/include/mpich2hd" "$STAGED/include/" # for other tools that want to look
        flags="$flags -I$HERE/include -I$HERE/own"
    fi
    # Debian's sh is faster than bash, which configure would look for.
    run configure env CONFIG_SHELL=/bin/sh ./configure --prefix="$PREFIX" MPILIBNAME=mpich \
        --with-device=ch3:nemesis --with-pm=no \
        --without-hwloc --disable-fortran --disable-cxx --disable-static --disable-opencl \
        --disable-dependency-tracking --enable-fast=O2 MPICHLIB_CPPFLAGS="$flags"
    run make make -j"$(nproc)"
    run install make install DESTDIR="$PREFIX/.new"
    take_over
    inputs >"$stamp"
}

# What uses PREFIX meanwhile finds the library only when all else is there.
take_over() {
    local part
    cp -r "$STAGED/share" "$PREFIX"
    for part in include bin lib; do
        rm -rf "${PREFIX:?}/$part"
        mv "$STAGED/$part" "$PREFIX"
    done
    rm -rf "$PREFIX/.new"
}

read_arguments "$@"
need_tools
check_prefix
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cd "$WORK"
fetch
build
echo "mpich2hd: installed into $PREFIX"
