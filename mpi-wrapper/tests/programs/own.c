/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that hdmpi.h offers for the program's own states, also where there is nothing to record. It
 * is linked weakly: without the tracer the program has to print the same. */
#include <hdmpi/hdmpi.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#pragma weak hdMPI_threadInitTracing
#pragma weak hdMPI_threadEnableTracing
#pragma weak hdMPI_threadDisableTracing
#pragma weak hdMPI_threadLogStateStart
#pragma weak hdMPI_threadLogStateEnd
#pragma weak hdMPI_threadLogAttributes
#pragma weak hdMPI_threadLogEventStart
#pragma weak hdMPI_threadLogEventEnd
#pragma weak hdMPI_threadLogInt
#pragma weak hdMPI_threadLogDouble
#pragma weak hdMPI_threadLogText
#pragma weak hdMPI_createStatistics
#pragma weak hdMPI_endRecord
#pragma weak hdMPI_getRelation

static int faults;

static void expect(int is_true, const char *what)
{
    if (!is_true) {
        printf("not so: %s\n", what);
        faults++;
    }
}

/* Before MPI_Init and after MPI_Finalize. */
static void nothing_is_recorded(void)
{
    static const hd_stats_value value = {"V", HD_STATS_INT32, NULL, NULL};
    hd_stats *stats = NULL;
    hd_relation *relation = NULL;
    hdMPI_threadLogStateStart("never");
    hdMPI_threadLogInt("never", 1);
    hdMPI_threadLogAttributes("never='%d'", 1);
    hdMPI_threadLogStateEnd();
    hdMPI_threadLogEventStart("never");
    hdMPI_threadLogEventEnd();
    expect(hdMPI_threadInitTracing() == 0, "no thread is recorded");
    expect(hdMPI_threadEnableTracing() == 0, "nothing to switch on");
    expect(hdMPI_createStatistics("Never", 1, &value, &stats) == HD_STATE && stats == NULL,
           "no statistics");
    expect(hdMPI_endRecord(stats) == HD_STATE, "no record");
    expect(hdMPI_getRelation(&relation) == HD_STATE && relation == NULL, "no relation");
}

static void states_and_events(void)
{
    char text[32];
    hdMPI_threadLogStateEnd(); /* none is open */
    hdMPI_threadLogInt("outside", 1);
    hdMPI_threadLogStateStart("outer");
    hdMPI_threadLogText("text", "<&'\">");
    hdMPI_threadLogStateStart("inner");
    MPI_Barrier(MPI_COMM_WORLD);
    hdMPI_threadLogEventStart("moment");
    hdMPI_threadLogDouble("half", 0.5);
    hdMPI_threadLogAttributes("of='%s'", "event");
    hdMPI_threadLogEventEnd();
    hdMPI_threadLogInt("lowest", INT64_MIN);
    hdMPI_threadLogStateEnd();
    for (int i = 0; i < 100; i++) { /* names made at run time */
        (void)snprintf(text, sizeof(text), "name%d", i);
        hdMPI_threadLogInt(text, i);
    }
    memset(text, 'x', sizeof(text) - 1); /* names are copied */
    hdMPI_threadLogAttributes("a='%d' b=\"%s\" broken c='1'", 7, "it is");
    hdMPI_threadLogStateEnd();
}

static void switches(void)
{
    expect(hdMPI_threadInitTracing() == 1, "this thread is recorded");
    expect(hdMPI_threadDisableTracing() == 1, "switched off");
    expect(hdMPI_threadDisableTracing() == 0, "was off");
    hdMPI_threadLogStateStart("unseen");
    hdMPI_threadLogEventStart("unseen");
    hdMPI_threadLogEventEnd();
    MPI_Barrier(MPI_COMM_WORLD);
    hdMPI_threadLogStateEnd();
    expect(hdMPI_threadEnableTracing() == 1, "switched on");
    expect(hdMPI_threadEnableTracing() == 0, "was on");
}

int main(int argc, char **argv)
{
    const int traced = hdMPI_threadLogStateStart != NULL;
    if (traced) {
        nothing_is_recorded();
    }
    MPI_Init(&argc, &argv);
    if (traced) {
        states_and_events();
        switches();
    }
    MPI_Finalize();
    if (traced) {
        nothing_is_recorded();
    }
    printf("%d faults\n", faults);
    return faults;
}
