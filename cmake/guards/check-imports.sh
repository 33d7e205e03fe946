#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check-imports.sh NM LIBRARY ALLOWED...: a library never ends the program, prints or installs signal
# handlers, so it must not import what does. Prints what it imports nevertheless, exit 1.
set -eu -o pipefail
nm=$1 library=$2
shift 2

forbidden='^(_?exit|_Exit|quick_exit|abort|err|errx|warn|warnx|verr|verrx|vwarn|vwarnx|error'
forbidden+='|(__)?v?f?printf(_chk)?|(__)?v?dprintf(_chk)?|perror|psignal|puts|fputs|putchar|fputc|putc'
forbidden+='|fwrite|stdout|stderr|signal|sigaction|sigprocmask|strcpy|strcat|v?sprintf|strtok|gmtime'
forbidden+='|localtime|atoi)$'

imported=$("$nm" -D --undefined-only "$library" | awk '{ sub(/@.*/, "", $2); print $2 }')
if [[ -z $imported ]]; then
    echo "$library: imports nothing"
    exit 1
fi
bad=0
while read -r name; do
    allowed=0
    for exception in "$@"; do
        [[ $name == "$exception" ]] && allowed=1
    done
    if [[ $allowed == 0 ]]; then
        echo "$library: imports $name"
        bad=1
    fi
done < <(grep -E "$forbidden" <<<"$imported" || true)
exit $bad
