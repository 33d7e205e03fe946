/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_files ORDER ITERATIONS FOLDER: every record of progress.dat has its number and, where a
 * checkpoint of the same iteration exists, the diagonal of that matrix; at least one does. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Doubles as their bits, to compare them exactly. */
static uint64_t *read_doubles(FILE *file, size_t count)
{
    uint64_t *values = calloc(count, sizeof *values);
    if (values != NULL && fread(values, sizeof *values, count, file) != count) {
        free(values);
        values = NULL;
    }
    return values;
}

/* 1 the diagonals agree, 0 there is no checkpoint, -1 they differ or the size is wrong. */
static int compare_checkpoint(const char *folder, int iteration, size_t order,
                              const uint64_t *diagonal)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/checkpoint-%06d.dat", folder, iteration);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return 0;
    }
    uint64_t *matrix = read_doubles(file, order * order);
    int result = matrix != NULL && fgetc(file) == EOF ? 1 : -1;
    for (size_t i = 0; result == 1 && i < order; i++) {
        if (matrix[i * (order + 1)] != diagonal[i]) {
            result = -1;
        }
    }
    free(matrix);
    (void)fclose(file);
    return result;
}

static int check_record(FILE *file, const char *folder, int iteration, size_t order)
{
    int32_t number = 0;
    if (fread(&number, sizeof number, 1, file) != 1 || number != iteration) {
        (void)fprintf(stderr, "%s/progress.dat: record %d has the wrong number\n", folder,
                      iteration);
        return -1;
    }
    uint64_t *diagonal = read_doubles(file, order);
    const int result =
        diagonal == NULL ? -1 : compare_checkpoint(folder, iteration, order, diagonal);
    free(diagonal);
    if (result < 0) {
        (void)fprintf(stderr, "%s: iteration %d: diagonal and checkpoint differ\n", folder,
                      iteration);
    }
    return result;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        return 2;
    }
    const size_t order = (size_t)strtoul(argv[1], NULL, 10);
    const int iterations = (int)strtol(argv[2], NULL, 10);
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/progress.dat", argv[3]);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        (void)fprintf(stderr, "%s: cannot open\n", path);
        return 1;
    }
    int compared = 0;
    int result = 0;
    for (int i = 1; i <= iterations && result >= 0; i++) {
        result = check_record(file, argv[3], i, order);
        compared += result > 0 ? 1 : 0;
    }
    const int at_end = fgetc(file) == EOF;
    (void)fclose(file);
    if (!at_end || compared == 0) {
        (void)fprintf(stderr, "%s: more data than records, or no checkpoint to compare\n", path);
        return 1;
    }
    return result < 0 ? 1 : 0;
}
