/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pattern of the application that was traced at the highest cost in the MPIOR thesis
 * (3.2, 3.3): atoms that move, borders exchanged with neighbours at every step, energies summed up,
 * and rank 0 that dumps all atoms by prints of a few bytes.
 *
 *     prints FILE STEPS ATOMS EVERY      EVERY: steps from dump to dump
 *
 * Rank 0 tells how many prints and messages each rank made. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { NEIGHBOURS = 32, BORDER = 64, DIRECTIONS = 6 };

typedef struct atom {
    double x, y, z, fx, fy, fz;
} atom;

/* Forces of those that come next in the list stand for those that are near. */
static double interact(atom *atoms, int count)
{
    double energy = 0;
    for (int i = 0; i < count; i++) {
        atom *const one = &atoms[i];
        for (int k = 1; k <= NEIGHBOURS; k++) {
            const atom *const other = &atoms[(i + k) % count];
            const double dx = one->x - other->x, dy = one->y - other->y, dz = one->z - other->z;
            const double r2 = 1 / (dx * dx + dy * dy + dz * dz + 0.5);
            const double r6 = r2 * r2 * r2;
            one->fx += dx * r6 * (r6 - 0.5);
            one->fy += dy * r6 * (r6 - 0.5);
            one->fz += dz * r6 * (r6 - 0.5);
            energy += r6 * (r6 - 1);
        }
        one->x += 1e-6 * one->fx;
        one->y += 1e-6 * one->fy;
        one->z += 1e-6 * one->fz;
    }
    return energy;
}

static void exchange(double *borders, int rank, int ranks)
{
    const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    for (int i = 0; i < DIRECTIONS; i++) {
        MPI_Sendrecv(borders, BORDER, MPI_DOUBLE, i % 2 == 0 ? next : before, i, borders + BORDER,
                     BORDER, MPI_DOUBLE, i % 2 == 0 ? before : next, i, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

static long dump(FILE *file, const atom *atoms, int count, int step)
{
    long prints = 1;
    (void)fprintf(file, "step %d\n", step);
    for (int i = 0; i < count; i++, prints++) {
        (void)fprintf(file, "%d %g %g %g\n", i, atoms[i].x, atoms[i].y, atoms[i].z);
    }
    return prints;
}

int main(int count, char **arguments)
{
    int rank = 0, ranks = 0;
    long prints = 0;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (count != 5) {
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const int steps = (int)strtol(arguments[2], NULL, 10);
    const int number = (int)strtol(arguments[3], NULL, 10);
    const int every = (int)strtol(arguments[4], NULL, 10);
    atom *const atoms = calloc((size_t)number, sizeof *atoms);
    FILE *const file = rank == 0 ? fopen(arguments[1], "w") : NULL;
    double borders[2 * BORDER] = {0};
    for (int i = 0; i < number; i++) {
        atoms[i] = (atom){.x = sin(i), .y = cos(i), .z = i * 0.001};
    }
    for (int step = 0; step < steps; step++) {
        double energy = interact(atoms, number), sum = 0;
        exchange(borders, rank, ranks);
        MPI_Allreduce(&energy, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (file != NULL && step % every == 0) {
            (void)fprintf(file, "energy %g\n", sum);
            prints += 1 + dump(file, atoms, number, step);
        }
    }
    if (file != NULL && fclose(file) == 0) {
        (void)printf("%ld %ld\n", prints, (long)steps * (DIRECTIONS + 1));
    }
    free(atoms);
    MPI_Finalize();
    return 0;
}
