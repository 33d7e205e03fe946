# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Completion of hdtrace and its programs. Options are what --help of the command names; other words
# are files and folders.

_hdtrace_options() { # COMMAND...: what its help names
    "$@" --help 2>/dev/null </dev/null | grep -oE -- '(^|[^[:alnum:]-])--?[[:alnum:]][[:alnum:]-]*' |
        grep -oE -- '--?[[:alnum:]][[:alnum:]-]*' | sort -u
}

_hdtrace() {
    local word=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} words
    local -a command=("$program")
    COMPREPLY=()
    if [ "${program##*/}" = hdtrace ]; then
        if [ "$COMP_CWORD" -eq 1 ]; then
            words=$("$program" --list-commands 2>/dev/null | cut -d ' ' -f 1)
            mapfile -t COMPREPLY < <(compgen -W "$words --help --version" -- "$word")
            return
        fi
        command+=("${COMP_WORDS[1]}")
    fi
    case $word in
        -*) mapfile -t COMPREPLY < <(compgen -W "$(_hdtrace_options "${command[@]}")" -- "$word") ;;
    esac
    # With no answer bash offers files, by -o default.
}

complete -o default -F _hdtrace hdtrace piosimhd sunshot hdreplay rutd powertracer
