/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_GUARD_H
#define HD_SRC_GUARD_H
/* The last resort against SIGBUS, which a store to a mapped file raises when its page can't be had:
 * somebody cut the file (`> app_n1_0_0.trc`), or its disk is gone. Such a page, and those behind it
 * in the mapping, become plain memory: the store goes on, and what is stored is lost.
 *
 * The handler is installed when the first file is mapped. Every SIGBUS that is not about a guarded
 * mapping goes on to whatever the process had before, as if there were no handler here. A handler
 * that the program installs later replaces this one, and a program that asks what the handler is
 * sees that there is one; neither is changed by us. */

#include <stdbool.h>
#include <stddef.h>

/* A file was mapped. Beyond some thousand mappings the rest are not guarded. */
void hd__guard_enter(const void *base, size_t bytes);

/* It is about to be unmapped. */
void hd__guard_leave(const void *base);

/* Whether pages of it are no more the file's. */
bool hd__guard_is_lost(const void *base);

#endif
