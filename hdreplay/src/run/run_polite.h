/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_POLITE_H
#define RUN_POLITE_H
#include <stdbool.h>

/** Whether calls that wait keep their processor; without this they let others run (MPICH over UCX).
 *  Any thread. */
void run_keep_polling(bool keeps);

#endif
