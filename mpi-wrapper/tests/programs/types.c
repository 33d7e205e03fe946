/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derived datatypes: nested, freed parts, reused handles, long lists. Run with 1 rank. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LONG_COUNT = 20000 };

static void use(MPI_Datatype *type)
{
    MPI_Type_commit(type);
    MPI_Send(NULL, 0, *type, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void nested(void)
{
    MPI_Datatype vector, matrix, record;
    MPI_Type_vector(3, 2, 5, MPI_INT, &vector);
    const int sizes[2] = {8, 9};
    const int parts[2] = {2, 3};
    const int starts[2] = {1, 4};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &matrix);
    const int lengths[3] = {1, 2, 4};
    const MPI_Aint places[3] = {0, 64, 1024};
    const MPI_Datatype members[3] = {vector, matrix, MPI_CHAR};
    MPI_Type_create_struct(3, lengths, places, members, &record);
    MPI_Type_free(&vector);
    MPI_Type_free(&matrix);
    use(&record);
    MPI_Type_free(&record);
}

static void others(void)
{
    MPI_Datatype type, wide, copy;
    MPI_Type_contiguous(4, MPI_SHORT, &type);
    MPI_Type_create_resized(type, -8, 32, &wide);
    MPI_Type_dup(wide, &copy);
    MPI_Type_set_name(copy, "it's <mine>");
    use(&copy);
    MPI_Type_free(&type);
    MPI_Type_free(&wide);
    MPI_Type_free(&copy);
    MPI_Type_create_hvector(2, 1, 100, MPI_FLOAT, &type);
    use(&type);
    MPI_Type_free(&type);
    const int blocks[2] = {1, 2};
    const int places[2] = {3, 7};
    const MPI_Aint bytes[2] = {8, 80};
    MPI_Type_indexed(2, blocks, places, MPI_INT, &type);
    use(&type);
    MPI_Type_free(&type);
    MPI_Type_create_hindexed(2, blocks, bytes, MPI_INT, &type);
    use(&type);
    MPI_Type_free(&type);
    MPI_Type_create_indexed_block(2, 3, places, MPI_INT, &type);
    use(&type);
    MPI_Type_free(&type);
    const int global[2] = {8, 8};
    const int distributions[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    const int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, 2};
    const int processes[2] = {2, 2};
    MPI_Type_create_darray(4, 1, 2, global, distributions, arguments, processes, MPI_ORDER_FORTRAN,
                           MPI_INT, &type);
    use(&type);
    MPI_Type_free(&type);
}

/* Absolute addresses, to be used with MPI_BOTTOM. */
static void from_bottom(void)
{
    static int here;
    static double there;
    const int lengths[2] = {1, 1};
    const MPI_Datatype members[2] = {MPI_INT, MPI_DOUBLE};
    MPI_Aint places[2];
    MPI_Datatype type;
    MPI_Get_address(&here, &places[0]);
    MPI_Get_address(&there, &places[1]);
    MPI_Type_create_struct(2, lengths, places, members, &type);
    MPI_Type_commit(&type);
    MPI_Send(MPI_BOTTOM, 1, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
    (void)fprintf(stderr, "%lld;%lld;\n", (long long)places[0], (long long)places[1]);
}

/* More than fits a line of the fragment. */
static void long_list(void)
{
    int *const places = malloc(LONG_COUNT * sizeof(*places));
    for (int i = 0; i < LONG_COUNT; i++) {
        places[i] = 10 * i;
    }
    MPI_Datatype type;
    MPI_Type_create_indexed_block(LONG_COUNT, 1, places, MPI_BYTE, &type);
    use(&type);
    MPI_Type_free(&type);
    free(places);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    nested();
    others();
    long_list();
    from_bottom();
    MPI_Finalize();
    return EXIT_SUCCESS;
}
