/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_FILE_H
#define PLAN_FILE_H
/** The compiled form of a plan: a flat file that a replay maps into memory and follows without
 *  parsing or allocating. doc/plan.md describes it; the file holds these structures as they are,
 *  little endian, without padding.
 *
 *      struct plan_file_image image;
 *      if (plan_file_open(path, true, &image, &error)) {
 *          const struct plan_strand_entry *strand = plan_file_strand(&image, 0);
 *          const struct plan_cell *cell = plan_file_cells(&image, strand);
 *          const struct plan_cell *const end = cell + strand->cell_count;
 *          for (; cell < end; cell += 1 + cell->more) {
 *              ... plan_file_more(cell)[i], i < cell->number_count ...
 *          }
 *          plan_file_close(&image);
 *      }
 *
 *  What plan_file_open has let through is consistent: every index is below its table's length, so
 *  that readers need no checks of their own.  Thread: an image may be read by many. */

#include "plan_file_calls.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define PLAN_FILE_MAGIC   "HDPLAN\r\n"
#define PLAN_FILE_NOTHING UINT32_MAX /**< no index */

enum {
    PLAN_FILE_VERSION = 4,
    PLAN_RANKS_MAX = 1 << 22, /**< a run has tables of so many */
    PLAN_CELL_NUMBERS = 16    /**< int64_t in a cell of numbers */
};

/** A part of the file: so many entries from an offset that is a multiple of 8. */
struct plan_section {
    uint64_t offset;
    uint64_t count;
};

struct plan_file_head {
    char magic[8];
    uint32_t version;
    uint32_t head_bytes; /**< of this structure */
    uint64_t file_bytes; /**< of the whole file */
    uint64_t checksum;   /**< plan_file_checksum of all behind the head, then of the head with
                          *   0 here */
    uint32_t rank_count; /**< of the recorded program */
    uint32_t rule;       /**< enum plan_rule */
    uint32_t flags;      /**< PLAN_FILE_MEET, PLAN_FILE_MPI, PLAN_FILE_POSIX */
    uint32_t reserved;
    uint64_t space_bytes;      /**< all files at their largest */
    uint64_t recorded_calls;   /**< MPI and POSIX calls of the program */
    uint64_t planned_calls;    /**< those that a replay makes */
    uint64_t left_out_failed;  /**< calls on files that had failed */
    uint64_t left_out_unknown; /**< communication that a replay cannot repeat: one-sided, ... */
    uint64_t left_out_posix;   /**< calls on terminals, pipes and devices, and such as syncfs */
    uint32_t name;             /**< of the project: text */
    uint32_t reserved_too;
    struct plan_section cells;
    struct plan_section strands;       /**< struct plan_strand_entry */
    struct plan_section files;         /**< struct plan_file_entry */
    struct plan_section types;         /**< struct plan_type_entry, old types first */
    struct plan_section communicators; /**< struct plan_communicator_entry */
    struct plan_section hints;   /**< struct plan_hint_entry: sets of them, one behind another */
    struct plan_section numbers; /**< int64_t, of types and communicators */
    struct plan_section texts;   /**< bytes; a text is the offset of its first one, ends by NUL */
};

enum {
    PLAN_FILE_MEET = 1,  /**< opens and closes order those who take part */
    PLAN_FILE_MPI = 2,   /**< it has calls of MPI */
    PLAN_FILE_POSIX = 4, /**< it has calls of POSIX or stdio */
};

/** What one thread of one rank does. */
struct plan_strand_entry {
    uint32_t rank;
    uint32_t thread;
    uint64_t first_cell;
    uint64_t cell_count;
    uint32_t file_slots;    /**< files that are open at a time */
    uint32_t request_slots; /**< requests that are under way at a time */
    int64_t start_ns;       /**< of its first call, since the epoch */
    int64_t end_ns;         /**< of its last call */
    int64_t buffer_bytes;   /**< largest amount of one call's data */
    uint32_t openings;      /**< of all threads of the rank by POSIX: slots, never used again */
    uint32_t mappings;      /**< of memory, of this thread at a time */
    uint32_t host;          /**< where it ran: text */
    uint32_t reserved;
};

struct plan_file_entry {
    uint32_t name; /**< as recorded: text */
    uint32_t flags;
    int64_t initial_bytes; /**< a replay begins with it so large: what it was, and what is read
                            *   before it is written; 0 without PLAN_FILE_EXISTS: there is none */
    int64_t recorded_initial_bytes; /**< -1: not told */
    int64_t largest_bytes;
};

enum {
    PLAN_FILE_EXISTS = 1, /**< it is there before the run */
    PLAN_FILE_WRITTEN = 2
};

/** A datatype by what made it. Its hash is equal for equal types of all ranks and all plans. */
struct plan_type_entry {
    uint64_t hash;
    uint32_t combiner;     /**< enum plan_combiner */
    uint32_t name;         /**< text; of a named type MPI's name for it */
    uint32_t first_number; /**< integers, then addresses, then types by their index, as
                            *   MPI_Type_get_contents orders them */
    uint32_t integer_count;
    uint32_t address_count;
    uint32_t type_count;
};

struct plan_communicator_entry {
    uint32_t name;
    uint32_t first_number; /**< world ranks, by rank in it */
    uint32_t member_count;
    uint32_t reserved;
};

struct plan_hint_entry {
    uint32_t key;
    uint32_t value;
};

/** One call, 128 bytes. `more` cells of 16 numbers follow it. Which fields mean something depends
 *  on the call: see doc/plan.md. */
struct plan_cell {
    uint16_t call; /**< enum plan_file_call */
    uint16_t flags;
    uint32_t more;         /**< cells of numbers behind this one */
    uint64_t index;        /**< of the recorded call: n-th of its trace's program, from 0 */
    int64_t think_ns;      /**< from the end of the recorded call before to this one's start, but
                            *   for MPI calls that were left out between them */
    int64_t think_cpu_ns;  /**< processor time of the thread meanwhile, -1: not recorded */
    int64_t left_out_ns;   /**< time inside of the calls that were left out since */
    int64_t duration_ns;   /**< of the recorded call */
    int64_t count;         /**< elements of the type; of messages bytes sent */
    int64_t count_in;      /**< of messages bytes received */
    int64_t offset;        /**< of explicit offsets in the view's units; of views, sizes and seeks
                            *   what the call was given; of other transfers by MPI the byte of the
                            *   file where the recorded one began, -1: not told */
    int64_t bytes;         /**< the call was to move */
    int64_t moved;         /**< really moved, -1: not recorded */
    uint32_t file;         /**< slot; plan_call_names_file: index of a file */
    uint32_t communicator; /**< index */
    uint32_t type;         /**< index; of views the etype */
    uint32_t request;      /**< slot */
    uint32_t peer;         /**< to whom, or the root: rank in the communicator */
    uint32_t peer_in;      /**< from whom */
    int32_t tag;
    int32_t tag_in;
    uint32_t number_count; /**< numbers that the cells behind hold */
    uint32_t reserved;
};

enum {
    PLAN_CELL_FLAG = 1,        /**< atomicity is on */
    PLAN_CELL_NONBLOCKING = 2, /**< a collective with a request */
    PLAN_CELL_POLL = 4,        /**< the recorded test completed nothing */
    PLAN_CELL_SHARED = 8       /**< on an opening that several threads use: at its offset */
};

/** How POSIX opens a file: whatever numbers a system has for it. */
enum plan_how {
    PLAN_HOW_READ = 1,
    PLAN_HOW_WRITE = 2,
    PLAN_HOW_CREATE = 4,
    PLAN_HOW_EXCLUSIVE = 8,
    PLAN_HOW_EMPTY = 16,
    PLAN_HOW_APPEND = 32,
    PLAN_HOW_SYNC = 64,
    PLAN_HOW_DATASYNC = 128,
    PLAN_HOW_DIRECT = 256,
    PLAN_HOW_ALL = 511
};

/** Numbers behind PLAN_CALL_POSIX_OPEN and PLAN_CALL_POSIX_FOPEN. */
enum plan_posix_open_number {
    PLAN_POSIX_OPEN_FILE, /**< index of the file */
    PLAN_POSIX_OPEN_HOW,  /**< sum of enum plan_how */
    PLAN_POSIX_OPEN_NUMBERS
};

/** Numbers behind PLAN_CALL_POSIX_COPY: where the bytes go. */
enum plan_copy_number {
    PLAN_COPY_TO, /**< slot */
    PLAN_COPY_OFFSET,
    PLAN_COPY_NUMBERS
};

/** Numbers behind PLAN_CALL_FILE_OPEN. */
enum plan_open_number {
    PLAN_OPEN_FILE, /**< index of the file */
    PLAN_OPEN_MODE, /**< sum of enum plan_mode */
    PLAN_OPEN_HINT_FIRST,
    PLAN_OPEN_HINT_COUNT,
    PLAN_OPEN_EFFECTIVE_FIRST, /**< what the MPI of the recording made of them */
    PLAN_OPEN_EFFECTIVE_COUNT,
    PLAN_OPEN_NUMBERS
};

/** Numbers behind PLAN_CALL_FILE_SET_VIEW and, its first two, PLAN_CALL_FILE_SET_INFO. */
enum plan_view_number {
    PLAN_VIEW_HINT_FIRST,
    PLAN_VIEW_HINT_COUNT,
    PLAN_VIEW_FILETYPE,
    PLAN_VIEW_REPRESENTATION, /**< text */
    PLAN_VIEW_NUMBERS
};

/** How a file is opened, whatever numbers an MPI has for it. */
enum plan_mode {
    PLAN_MODE_CREATE = 1,
    PLAN_MODE_RDONLY = 2,
    PLAN_MODE_WRONLY = 4,
    PLAN_MODE_RDWR = 8,
    PLAN_MODE_DELETE_ON_CLOSE = 16,
    PLAN_MODE_UNIQUE_OPEN = 32,
    PLAN_MODE_EXCL = 64,
    PLAN_MODE_APPEND = 128,
    PLAN_MODE_SEQUENTIAL = 256
};

/** Offsets of `Seek`: where they count from, in `peer`. */
enum plan_whence { PLAN_SEEK_SET, PLAN_SEEK_CUR, PLAN_SEEK_END };

/** A plan in memory. */
struct plan_file_image {
    void *mapping;
    const char *bytes; /**< the same, to read */
    uint64_t size;
    const struct plan_file_head *head;
};

/** Map a file and check it: form, checksum, every index.
 *  @param checksum false: another process of the same run has computed it
 *  @return FALSE and an error that names file and cause; *image is untouched then */
gboolean plan_file_open(const char *path, bool checksum, struct plan_file_image *image,
                        GError **error);
void plan_file_close(struct plan_file_image *image);

/** Get the name of a call, as traces have it; NULL behind the last one. */
const char *plan_file_call_name(unsigned call);

/** Get the name of a bit of enum plan_mode, as traces have it; NULL behind the last one. */
const char *plan_file_mode_name(unsigned bit);

/** Get the call of a name of `length` bytes, PLAN_CALL_COUNT when there is none. */
enum plan_file_call plan_file_call_find(const char *name, size_t length);

/** Add bytes, a multiple of 8 of them, to a checksum that begins with PLAN_FILE_CHECKSUM_START. */
uint64_t plan_file_checksum(uint64_t checksum, const void *bytes, size_t count);
#define PLAN_FILE_CHECKSUM_START UINT64_C(0x9ae16a3b2f90404f)

const char *plan_file_text(const struct plan_file_image *image, uint32_t text);
const struct plan_strand_entry *plan_file_strand(const struct plan_file_image *image, uint32_t i);
const struct plan_file_entry *plan_file_file(const struct plan_file_image *image, uint32_t i);
const struct plan_type_entry *plan_file_type(const struct plan_file_image *image, uint32_t i);
const struct plan_communicator_entry *plan_file_communicator(const struct plan_file_image *image,
                                                             uint32_t i);
const struct plan_hint_entry *plan_file_hints(const struct plan_file_image *image, uint32_t first);
const int64_t *plan_file_numbers(const struct plan_file_image *image, uint32_t first);
const struct plan_cell *plan_file_cells(const struct plan_file_image *image,
                                        const struct plan_strand_entry *strand);

/** Numbers that belong to a cell. */
static inline const int64_t *plan_file_more(const struct plan_cell *cell)
{
    return (const int64_t *)(const void *)(cell + 1);
}

#endif
