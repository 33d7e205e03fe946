/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_OPTIONS_H
#define RUN_OPTIONS_H
/** The command line of `hdreplay run`; needs no MPI. */

#include "run.h"

enum run_answer { RUN_GO, RUN_HELP, RUN_WRONG };

/** Read the command line.
 *  @param help gets the text for RUN_HELP, the caller's
 *  @return RUN_WRONG with an error */
enum run_answer run_options_read(int argc, char **argv, struct run_options *options, char **help,
                                 GError **error);

#endif
