/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef POWER_TESTS_CHECK_H
#define POWER_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h> /* needs the four above */

#endif
