/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_io.h"

#include <fcntl.h>
#include <unistd.h>

bool hd__io_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) == 0;
}
