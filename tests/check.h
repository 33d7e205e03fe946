/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CHECK_H
#define CHECK_H
/* What cmocka.h wants to find included before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#endif
