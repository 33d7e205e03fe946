/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions of MPI 4, by the argument: without MPI_Init (none), rank 0 has one before MPI_Init
 * ("both"), both ranks' sessions ("after") or rank 1's ("one") go on after MPI_Finalize. Two ranks.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#if MPI_VERSION >= 4
/* Ranks of the new communicator are those of the world, reversed. */
static void talk(MPI_Session session)
{
    MPI_Group world, reversed;
    MPI_Comm comm;
    int rank = 0;
    int value = 0;
    const int order[2] = {1, 0};
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    MPI_Group_incl(world, 2, order, &reversed);
    MPI_Comm_create_from_group(reversed, "sessions", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 5, comm);
    } else {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 5, comm, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&reversed);
    MPI_Group_free(&world);
}

static void be_alone(MPI_Session session)
{
    MPI_Group self;
    MPI_Comm comm;
    MPI_Group_from_session_pset(session, "mpi://SELF", &self);
    MPI_Comm_create_from_group(self, "alone", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&self);
}

static void init_and_finalize(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}

int main(int argc, char **argv)
{
    MPI_Session session;
    const char *const way = argc > 1 ? argv[1] : "";
    const char *const rank = getenv("PMI_RANK");
    const int is_first = rank == NULL || strcmp(rank, "0") == 0;
    const int is_both = strcmp(way, "both") == 0;
    const int is_one = strcmp(way, "one") == 0;
    const int has_session = is_both ? is_first : is_one ? !is_first : 1;
    if (has_session) {
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    }
    if (way[0] != '\0') {
        init_and_finalize(&argc, &argv);
    }
    if (is_one && has_session) {
        be_alone(session);
    } else if (!is_one && !is_both) {
        talk(session);
    }
    if (has_session) {
        MPI_Session_finalize(&session);
    }
    return EXIT_SUCCESS;
}
#else
int main(void)
{
    return EXIT_SUCCESS;
}
#endif
