/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "project_support.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

hd_project *test_project;

hd_project *test_project_create(void)
{
    assert_int_equal(hd_project_create("app", &test_project), HD_OK);
    return test_project;
}

void test_project_add(const char *text)
{
    assert_int_equal(hd_project_add_fragment(test_project, text, strlen(text), "test"), HD_OK);
}

char *test_project_finish(void)
{
    errno = 17;
    assert_int_equal(hd_project_write(test_project, test_path("app.proj")), HD_OK);
    assert_int_equal(errno, 17);
    hd_project_destroy(test_project);
    char *const text = test_read("app.proj", NULL);
    assert_non_null(text);
    return text;
}

void test_project_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) {
        fail_msg("missing:\n%s\nin:\n%s", part, text);
    }
}

void test_project_finish_with(const char *part)
{
    char *const text = test_project_finish();
    test_project_has(text, part);
    free(text);
}
