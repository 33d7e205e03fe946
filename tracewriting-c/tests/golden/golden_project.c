/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Case of a project file: datatypes of every combiner, two ranks, communicators, files, groups. */
#include "golden.h"

#include <hdtrace/project.h>
#include <stdio.h>

/* One type of each combiner, as MPI_Type_get_contents gives its parts; components come first. */
static const char *const types[] = {
    "Type id='0' combiner='MPI_COMBINER_NAMED' name='MPI_INT' integers='' addresses='' types=''",
    "Type id='1' combiner='MPI_COMBINER_NAMED' name='MPI_DOUBLE' integers='' addresses='' types=''",
    "Type id='2' combiner='MPI_COMBINER_DUP' name='my type' integers='' addresses='' types='0;'",
    "Type id='3' combiner='MPI_COMBINER_CONTIGUOUS' name='' integers='4;' addresses='' types='0;'",
    "Type id='4' combiner='MPI_COMBINER_VECTOR' name='' integers='3;2;5;' addresses='' types='1;'",
    "Type id='5' combiner='MPI_COMBINER_HVECTOR' name='' integers='3;2;' addresses='48;' "
    "types='1;'",
    "Type id='6' combiner='MPI_COMBINER_INDEXED' name='' integers='2;1;3;0;4;' addresses='' "
    "types='0;'",
    "Type id='7' combiner='MPI_COMBINER_HINDEXED' name='' integers='2;1;3;' addresses='0;-16;' "
    "types='0;'",
    "Type id='8' combiner='MPI_COMBINER_INDEXED_BLOCK' name='' integers='2;3;0;8;' addresses='' "
    "types='0;'",
    "Type id='9' combiner='MPI_COMBINER_HINDEXED_BLOCK' name='' integers='2;3;' addresses='0;64;' "
    "types='0;'",
    "Type id='10' combiner='MPI_COMBINER_STRUCT' name='a &lt;struct&gt;' integers='2;1;2;' "
    "addresses='0;8;' types='0;4;'",
    "Type id='11' combiner='MPI_COMBINER_SUBARRAY' name='' integers='2;10;20;3;4;1;2;56;' "
    "addresses='' types='1;'",
    "Type id='12' combiner='MPI_COMBINER_DARRAY' name='' "
    "integers='4;1;2;100;200;121;122;-49767;5;"
    "2;2;57;' addresses='' types='1;'",
    "Type id='13' combiner='MPI_COMBINER_RESIZED' name='' integers='' addresses='-8;128;' "
    "types='10;'",
    "Type id='14' combiner='MPI_COMBINER_F90_REAL' name='' integers='6;30;' addresses='' types=''",
};

static const char *const others[] = {
    "Comm map='0->0;1->1;' id=0 name='WORLD'",
    "Comm map='1->0;0->1;' id=1 name='reversed'",
    "File name=\"out.dat\" Size=5000000000 id=0",
};

static void add_process(hd_project *project, hd_topology *topology, const char *rank,
                        const char *origin)
{
    hd_fragment *fragment = NULL;
    const hd_topology_node *host = NULL;
    static const char *const host_labels[] = {"n1"};
    size_t length = 0;
    GOLDEN(hd_topology_get_node(topology, 1, host_labels, &host));
    GOLDEN(hd_fragment_create(golden_node(topology, "n1", rank), &fragment));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        GOLDEN(hd_fragment_add_line(fragment, others[i]));
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        GOLDEN(hd_fragment_add_line(fragment, types[i]));
    }
    GOLDEN(hd_fragment_add_group(fragment, "Utilization", host));
    const char *text = hd_fragment_get_text(fragment, &length);
    GOLDEN(hd_project_add_fragment(project, text, length, origin));
    GOLDEN(hd_fragment_destroy(fragment));
}

void golden_datatypes(const char *folder)
{
    hd_topology *topology = golden_topology(folder, "types");
    hd_project *project = NULL;
    char path[1024];
    GOLDEN(hd_project_create("types", &project));
    add_process(project, topology, "0", "rank 0");
    add_process(project, topology, "1", "rank 1");
    (void)snprintf(path, sizeof path, "%s/types.proj", folder);
    GOLDEN(hd_project_write(project, path));
    hd_project_destroy(project);
    hd_topology_destroy(topology);
}
