/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a fragment: refused with HD_FORMAT, or the project that comes out is XML. */
#include <hdtrace/project.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "violated: %s\n", what);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hd_project *project = NULL;
    require(hd_project_create("fuzz", &project) == HD_OK, "created");
    const hd_status status = hd_project_add_fragment(project, (const char *)data, size, "input");
    require(status == HD_OK || status == HD_FORMAT, "added or refused");
    if (status == HD_OK) {
        /* twice: joining with itself must change nothing that breaks */
        require(hd_project_add_fragment(project, (const char *)data, size, "again") == HD_OK,
                "added again");
        char path[64];
        (void)snprintf(path, sizeof path, "/tmp/hdtrace-fuzz-%d.proj", (int)getpid());
        require(hd_project_write(project, path) == HD_OK, "written");
        xmlDocPtr document = xmlReadFile(
            path, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
        require(document != NULL, "well-formed");
        xmlFreeDoc(document);
        (void)unlink(path);
    }
    hd_project_destroy(project);
    return 0;
}
