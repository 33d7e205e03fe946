/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TESTS_PROJECT_SUPPORT_H
#define HD_TESTS_PROJECT_SUPPORT_H
/* A project of fragments that stand in the tests, and its file. */

#include "support.h"

#include <hdtrace/project.h>

/* First line of the fragment of rank `n`, a string. */
#define RANK(n) "Topology levels='Hostname;Rank;Thread' labels='n1;" n ";0'\n"

extern hd_project *test_project;

/* Make test_project, named "app". */
hd_project *test_project_create(void);

/* Join a fragment, which must succeed. */
void test_project_add(const char *text);

/* Write the project, destroy it and give back its text. Caller frees. */
char *test_project_finish(void);

/* Fail unless the text has this part. */
void test_project_has(const char *text, const char *part);

/* Write the project and destroy it; fail unless its text has this part. */
void test_project_finish_with(const char *part);

#endif
