/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checkpoints and progress information as in the HDTrace paper, section 6: explicit offsets and no
 * file view, so that the access in the file is contiguous, and a derived datatype that picks the
 * diagonal out of the matrix in memory. */
#include "pd_output.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define PATH_SIZE 4096

static void fail(const char *path, const char *what, int code)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    (void)fprintf(stderr, "partdiff: %s: %s: %s\n", path, what, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check(int code, const char *path, const char *what)
{
    if (code != MPI_SUCCESS) {
        fail(path, what, code);
    }
}

static void progress_path(const char *folder, char *path)
{
    (void)snprintf(path, PATH_SIZE, "%s/progress.dat", folder);
}

static void checkpoint_path(const char *folder, int iteration, char *path)
{
    (void)snprintf(path, PATH_SIZE, "%s/checkpoint-%06d.dat", folder, iteration);
}

/* With a prefix as in "pvfs2:/folder" ROMIO alone knows the file system. */
static bool has_prefix(const char *folder)
{
    const size_t length = strspn(folder, "abcdefghijklmnopqrstuvwxyz0123456789");
    return length > 1 && folder[length] == ':';
}

static void remove_one(const char *folder, const char *path)
{
    if (has_prefix(folder)) {
        (void)MPI_File_delete(path, MPI_INFO_NULL);
    } else {
        (void)remove(path);
    }
}

/* Files are opened with "create" and not cut, so one left by a longer run would keep its end. */
static void remove_old_files(const struct pd_options *options)
{
    char path[PATH_SIZE];
    progress_path(options->output, path);
    remove_one(options->output, path);
    const int every = options->checkpoint_every;
    for (int i = 1; every > 0 && i <= options->iterations / every; i++) {
        checkpoint_path(options->output, i * every, path);
        remove_one(options->output, path);
    }
}

/* Only rank 0 touches the folder; the others learn how it went. */
static bool prepare_folder(const struct pd_options *options, int rank)
{
    int ready = 1;
    if (rank == 0) {
        struct stat info;
        if (strlen(options->output) > PATH_SIZE - 64) {
            ready = 0;
            errno = ENAMETOOLONG;
        } else if (has_prefix(options->output)) {
            ready = 1; /* opening tells */
        } else if (stat(options->output, &info) == 0 && !S_ISDIR(info.st_mode)) {
            ready = 0;
            errno = ENOTDIR;
        } else if (mkdir(options->output, 0777) != 0 && errno != EEXIST) {
            ready = 0;
        }
        if (ready != 0) {
            remove_old_files(options);
        } else {
            char text[128] = "";
            (void)strerror_r(errno, text, sizeof text);
            (void)fprintf(stderr, "partdiff: %s: cannot use the folder: %s\n", options->output,
                          text);
        }
    }
    MPI_Bcast(&ready, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return ready != 0;
}

static MPI_Info make_hints(const struct pd_options *options)
{
    MPI_Info hints = MPI_INFO_NULL;
    if (options->hint_count > 0) {
        MPI_Info_create(&hints);
    }
    for (int i = 0; i < options->hint_count; i++) {
        char key[PD_HINT_KEY_MAX + 1];
        const char *const equals = strchr(options->hints[i], '=');
        (void)snprintf(key, sizeof key, "%.*s", (int)(equals - options->hints[i]),
                       options->hints[i]);
        MPI_Info_set(hints, key, equals + 1);
    }
    return hints;
}

bool pd_output_open(struct pd_output *output, const struct pd_grid *grid,
                    const struct pd_options *options)
{
    *output = (struct pd_output){.folder = options->output,
                                 .hints = MPI_INFO_NULL,
                                 .progress = MPI_FILE_NULL,
                                 .diagonal = MPI_DATATYPE_NULL};
    if (output->folder == NULL) {
        return true;
    }
    if (!prepare_folder(options, grid->rank)) {
        output->folder = NULL;
        return false;
    }
    output->hints = make_hints(options);
    char path[PATH_SIZE];
    progress_path(output->folder, path);
    check(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, output->hints,
                        &output->progress),
          path, "cannot open");
    MPI_Type_vector(grid->row_count, 1, grid->order + 1, MPI_DOUBLE, &output->diagonal);
    MPI_Type_commit(&output->diagonal);
    return true;
}

void pd_output_write_progress(struct pd_output *output, const struct pd_grid *grid, int iteration)
{
    if (output->folder == NULL) {
        return;
    }
    const MPI_Offset value_size = (MPI_Offset)sizeof(double);
    const MPI_Offset header_size = (MPI_Offset)sizeof(int32_t);
    const MPI_Offset record =
        (MPI_Offset)(iteration - 1) * (header_size + grid->order * value_size);
    if (grid->rank == 0) {
        const int32_t number = iteration;
        check(
            MPI_File_write_at(output->progress, record, &number, 1, MPI_INT32_T, MPI_STATUS_IGNORE),
            output->folder, "cannot write progress.dat");
    }
    const double *first = pd_grid_row(grid, grid->values, 0) + grid->first_row;
    check(MPI_File_write_at(output->progress, record + header_size + grid->first_row * value_size,
                            first, 1, output->diagonal, MPI_STATUS_IGNORE),
          output->folder, "cannot write progress.dat");
}

void pd_output_write_checkpoint(const struct pd_output *output, const struct pd_grid *grid,
                                int iteration)
{
    char path[PATH_SIZE];
    checkpoint_path(output->folder, iteration, path);
    MPI_File file = MPI_FILE_NULL;
    check(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, output->hints,
                        &file),
          path, "cannot open");
    const MPI_Offset offset =
        (MPI_Offset)grid->first_row * grid->order * (MPI_Offset)sizeof(double);
    check(MPI_File_write_at(file, offset, pd_grid_row(grid, grid->values, 0),
                            grid->row_count * grid->order, MPI_DOUBLE, MPI_STATUS_IGNORE),
          path, "cannot write");
    check(MPI_File_close(&file), path, "cannot close");
}

void pd_output_close(struct pd_output *output)
{
    if (output->folder == NULL) {
        return;
    }
    check(MPI_File_close(&output->progress), output->folder, "cannot close progress.dat");
    MPI_Type_free(&output->diagonal);
    if (output->hints != MPI_INFO_NULL) {
        MPI_Info_free(&output->hints);
    }
}
