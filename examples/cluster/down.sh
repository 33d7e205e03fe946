#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Removes what up.sh made, whether it came up or not: processes, namespaces, interfaces, names.
set -u -o pipefail
HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=common.sh disable=SC1091
. "$HERE/common.sh"

while [ $# -gt 0 ]; do
    case $1 in
        --name)
            [ $# -ge 2 ] || die 2 "--name needs a name"
            NAME=$2
            shift
            ;;
        -h | --help)
            echo "usage: examples/cluster/down.sh [--name NAME]: remove the cluster that up.sh made and what runs on it"
            exit 0
            ;;
        *) die 2 "unknown argument '$1'; see down.sh --help" ;;
    esac
    shift
done
check_name
need_root
need_tools
take_down || die 2 "a part of cluster '$NAME' could not be removed; see: ip netns list"
