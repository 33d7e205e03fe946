/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gtop.h"

bool gtop_is_here(void)
{
    return false;
}

void gtop_sample(void)
{
}
