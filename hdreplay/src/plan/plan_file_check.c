/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_file_check.h"

#include "plan_error.h"

#include <string.h>

static bool section_fits(const struct plan_file_image *image, struct plan_section section,
                         size_t bytes)
{
    return section.offset % 8 == 0 && section.offset >= sizeof(struct plan_file_head) &&
           section.offset <= image->size && section.count <= (image->size - section.offset) / bytes;
}

static bool is_text(const struct plan_file_image *image, uint64_t text)
{
    return text < image->head->texts.count; /* the last byte of all is NUL */
}

static bool sections_fit(const struct plan_file_image *image)
{
    const struct plan_file_head *h = image->head;
    return h->rank_count <= PLAN_RANKS_MAX &&
           section_fits(image, h->cells, sizeof(struct plan_cell)) &&
           section_fits(image, h->strands, sizeof(struct plan_strand_entry)) &&
           section_fits(image, h->files, sizeof(struct plan_file_entry)) &&
           section_fits(image, h->types, sizeof(struct plan_type_entry)) &&
           section_fits(image, h->communicators, sizeof(struct plan_communicator_entry)) &&
           section_fits(image, h->hints, sizeof(struct plan_hint_entry)) &&
           section_fits(image, h->numbers, sizeof(int64_t)) && section_fits(image, h->texts, 1) &&
           h->texts.count > 0 && *plan_file_text(image, (uint32_t)h->texts.count - 1) == '\0' &&
           is_text(image, h->name);
}

static bool has_numbers(const struct plan_file_image *image, uint64_t first, uint64_t count)
{
    return first <= image->head->numbers.count && count <= image->head->numbers.count - first;
}

/* Whether a constructor gets as much as it will read. */
static bool type_is_whole(const struct plan_file_image *image, const struct plan_type_entry *type)
{
    const int64_t *numbers = plan_file_numbers(image, type->first_number);
    const int64_t integers = type->integer_count;
    const int64_t addresses = type->address_count;
    const uint32_t place = type->combiner == (uint32_t)PLAN_COMBINER_DARRAY ? 2 : 0;
    const int64_t n = integers > place ? numbers[place] : 0;
    if (n < 0 || n > UINT32_MAX) {
        return false;
    }
    const bool has_old = type->type_count >= 1;
    switch ((enum plan_combiner)type->combiner) {
    case PLAN_COMBINER_NAMED:
        return true;
    case PLAN_COMBINER_DUP:
        return has_old;
    case PLAN_COMBINER_CONTIGUOUS:
        return has_old && integers >= 1;
    case PLAN_COMBINER_VECTOR:
        return has_old && integers >= 3;
    case PLAN_COMBINER_HVECTOR:
        return has_old && integers >= 2 && addresses >= 1;
    case PLAN_COMBINER_INDEXED:
        return has_old && integers == 1 + 2 * n;
    case PLAN_COMBINER_HINDEXED:
        return has_old && integers == 1 + n && addresses == n;
    case PLAN_COMBINER_INDEXED_BLOCK:
        return has_old && integers == 2 + n;
    case PLAN_COMBINER_HINDEXED_BLOCK:
        return has_old && integers >= 2 && addresses == n;
    case PLAN_COMBINER_STRUCT:
        return integers == 1 + n && addresses == n && type->type_count == n;
    case PLAN_COMBINER_SUBARRAY:
        return has_old && integers == 2 + 3 * n;
    case PLAN_COMBINER_DARRAY:
        return has_old && integers == 4 + 4 * n;
    case PLAN_COMBINER_RESIZED:
        return has_old && addresses >= 2;
    case PLAN_COMBINER_COUNT:
        break;
    }
    return false;
}

static bool type_is_sound(const struct plan_file_image *image, uint32_t i)
{
    const struct plan_type_entry *type = plan_file_type(image, i);
    const uint64_t before = (uint64_t)type->integer_count + type->address_count;
    if (type->combiner >= PLAN_COMBINER_COUNT || !is_text(image, type->name) ||
        !has_numbers(image, type->first_number, before + type->type_count) ||
        !type_is_whole(image, type)) {
        return false;
    }
    const int64_t *old = plan_file_numbers(image, type->first_number) + before;
    for (uint32_t t = 0; t < type->type_count; t++) {
        if (old[t] < 0 || old[t] >= i) {
            return false;
        }
    }
    return true;
}

static bool tables_are_sound(const struct plan_file_image *image)
{
    const struct plan_file_head *h = image->head;
    bool ok = true;
    for (uint32_t i = 0; i < h->files.count; i++) {
        const struct plan_file_entry *file = plan_file_file(image, i);
        ok = ok && is_text(image, file->name) && file->initial_bytes >= 0 &&
             file->largest_bytes >= 0;
    }
    for (uint32_t i = 0; i < h->hints.count; i++) {
        const struct plan_hint_entry *hint = plan_file_hints(image, i);
        ok = ok && is_text(image, hint->key) && is_text(image, hint->value);
    }
    for (uint32_t i = 0; ok && i < h->communicators.count; i++) {
        const struct plan_communicator_entry *one = plan_file_communicator(image, i);
        ok = is_text(image, one->name) && has_numbers(image, one->first_number, one->member_count);
        for (uint32_t m = 0; ok && m < one->member_count; m++) {
            const int64_t rank = plan_file_numbers(image, one->first_number)[m];
            ok = rank >= 0 && rank < h->rank_count;
        }
    }
    for (uint32_t i = 0; ok && i < h->types.count; i++) {
        ok = type_is_sound(image, i);
    }
    return ok;
}

static bool has_hints(const struct plan_file_image *image, int64_t first, int64_t count)
{
    const int64_t all = (int64_t)image->head->hints.count;
    return first >= 0 && count >= 0 && first <= all && count <= all - first;
}

static bool open_is_sound(const struct plan_file_image *image, const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    return cell->number_count == PLAN_OPEN_NUMBERS && n[PLAN_OPEN_FILE] >= 0 &&
           n[PLAN_OPEN_FILE] < (int64_t)image->head->files.count &&
           cell->communicator < image->head->communicators.count &&
           has_hints(image, n[PLAN_OPEN_HINT_FIRST], n[PLAN_OPEN_HINT_COUNT]) &&
           has_hints(image, n[PLAN_OPEN_EFFECTIVE_FIRST], n[PLAN_OPEN_EFFECTIVE_COUNT]);
}

static bool view_is_sound(const struct plan_file_image *image, const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    return cell->number_count == PLAN_VIEW_NUMBERS && n[PLAN_VIEW_FILETYPE] >= 0 &&
           n[PLAN_VIEW_FILETYPE] < (int64_t)image->head->types.count &&
           cell->type < image->head->types.count && n[PLAN_VIEW_REPRESENTATION] >= 0 &&
           is_text(image, (uint64_t)n[PLAN_VIEW_REPRESENTATION]) &&
           has_hints(image, n[PLAN_VIEW_HINT_FIRST], n[PLAN_VIEW_HINT_COUNT]);
}

static bool posix_open_is_sound(const struct plan_file_image *image, const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    return cell->number_count == PLAN_POSIX_OPEN_NUMBERS && n[PLAN_POSIX_OPEN_FILE] >= 0 &&
           n[PLAN_POSIX_OPEN_FILE] < (int64_t)image->head->files.count &&
           n[PLAN_POSIX_OPEN_HOW] > 0 && n[PLAN_POSIX_OPEN_HOW] <= PLAN_HOW_ALL &&
           (n[PLAN_POSIX_OPEN_HOW] & (PLAN_HOW_READ | PLAN_HOW_WRITE)) != 0;
}

/* So many numbers, the first of them an index below a limit. */
static bool numbers_are_below(const struct plan_cell *cell, int64_t count, uint64_t limit)
{
    const int64_t *n = plan_file_more(cell);
    return cell->number_count == count && n[0] >= 0 && (uint64_t)n[0] < limit;
}

static bool requests_are_sound(const struct plan_strand_entry *strand, const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    for (uint32_t i = 0; i < cell->number_count; i++) {
        if (n[i] < 0 || n[i] >= strand->request_slots) {
            return false;
        }
    }
    return true;
}

static bool indices_are_sound(const struct plan_file_image *image,
                              const struct plan_strand_entry *strand, const struct plan_cell *cell)
{
    const struct plan_file_head *h = image->head;
    const uint64_t files = plan_call_names_file(cell->call) ? h->files.count
                           : plan_call_is_posix(cell->call) ? strand->openings
                                                            : strand->file_slots;
    const bool is_told = !plan_call_is_posix(cell->call) || (h->flags & PLAN_FILE_POSIX) != 0;
    const bool maps = cell->call >= PLAN_CALL_POSIX_MAP && cell->call <= PLAN_CALL_POSIX_MSYNC;
    uint32_t members = 0;
    if (cell->communicator != PLAN_FILE_NOTHING) {
        if (cell->communicator >= h->communicators.count) {
            return false;
        }
        members = plan_file_communicator(image, cell->communicator)->member_count;
    }
    return is_told && (cell->file == PLAN_FILE_NOTHING || cell->file < files) &&
           (cell->type == PLAN_FILE_NOTHING || cell->type < h->types.count) &&
           (cell->request == PLAN_FILE_NOTHING ||
            cell->request < (maps ? strand->mappings : strand->request_slots)) &&
           (cell->peer == PLAN_FILE_NOTHING || plan_call_is_io(cell->call) ||
            cell->peer < members) &&
           (cell->peer_in == PLAN_FILE_NOTHING || cell->peer_in < members) && cell->tag >= 0 &&
           cell->tag_in >= 0;
}

static bool posix_is_whole(const struct plan_cell *cell)
{
    if (plan_call_transfers(cell->call)) {
        return cell->bytes >= 0;
    }
    switch (cell->call) {
    case PLAN_CALL_POSIX_SEEK:
    case PLAN_CALL_POSIX_FSEEK:
        return cell->peer <= PLAN_SEEK_END;
    case PLAN_CALL_POSIX_MAP:
    case PLAN_CALL_POSIX_UNMAP:
    case PLAN_CALL_POSIX_MSYNC:
        return cell->request != PLAN_FILE_NOTHING && cell->count >= 0 && cell->offset >= 0;
    case PLAN_CALL_POSIX_RESIZE:
    case PLAN_CALL_POSIX_TRUNCATE:
    case PLAN_CALL_POSIX_ALLOCATE:
        return cell->offset >= 0 && cell->count >= 0;
    default:
        return true;
    }
}

/* Whether a call has what it needs. */
static bool is_whole(const struct plan_cell *cell)
{
    const bool has_file = cell->file != PLAN_FILE_NOTHING;
    const bool has_request = cell->request != PLAN_FILE_NOTHING;
    if (cell->call <= PLAN_CALL_FILE_IWRITE_SHARED) {
        const bool is_nonblocking = strncmp(plan_file_call_name(cell->call), "File_i", 6) == 0;
        return has_file && cell->type != PLAN_FILE_NOTHING && cell->count >= 0 &&
               is_nonblocking == has_request;
    }
    if (plan_call_is_posix(cell->call)) {
        return has_file && posix_is_whole(cell);
    }
    if (cell->call < PLAN_CALL_SEND) {
        return has_file;
    }
    if (cell->call == PLAN_CALL_WAIT || cell->call == PLAN_CALL_TEST ||
        cell->call == PLAN_CALL_FINALIZE) {
        return true;
    }
    const enum plan_file_call call = cell->call;
    const bool is_later = (cell->flags & PLAN_CELL_NONBLOCKING) != 0 || call == PLAN_CALL_ISEND ||
                          call == PLAN_CALL_ISSEND || call == PLAN_CALL_IRECV;
    const bool receives = call == PLAN_CALL_RECV || call == PLAN_CALL_IRECV;
    const bool has_peer = (call <= PLAN_CALL_SENDRECV && !receives) || call == PLAN_CALL_BCAST ||
                          call == PLAN_CALL_GATHER || call == PLAN_CALL_SCATTER ||
                          call == PLAN_CALL_REDUCE;
    return cell->communicator != PLAN_FILE_NOTHING && cell->count >= 0 && cell->count_in >= 0 &&
           (!is_later || has_request) && (!has_peer || cell->peer != PLAN_FILE_NOTHING) &&
           ((!receives && call != PLAN_CALL_SENDRECV) || cell->peer_in != PLAN_FILE_NOTHING);
}

static bool cell_is_sound(const struct plan_file_image *image,
                          const struct plan_strand_entry *strand, const struct plan_cell *cell,
                          uint64_t left)
{
    if (cell->call >= PLAN_CALL_COUNT || cell->more >= left ||
        cell->number_count > (uint64_t)cell->more * PLAN_CELL_NUMBERS ||
        !indices_are_sound(image, strand, cell) || !is_whole(cell)) {
        return false;
    }
    switch (cell->call) {
    case PLAN_CALL_FILE_OPEN:
        return open_is_sound(image, cell);
    case PLAN_CALL_FILE_SET_VIEW:
        return view_is_sound(image, cell);
    case PLAN_CALL_FILE_SET_INFO:
        return cell->number_count == 2 &&
               has_hints(image, plan_file_more(cell)[0], plan_file_more(cell)[1]);
    case PLAN_CALL_WAIT:
    case PLAN_CALL_TEST:
        return requests_are_sound(strand, cell);
    case PLAN_CALL_POSIX_OPEN:
    case PLAN_CALL_POSIX_FOPEN:
        return posix_open_is_sound(image, cell);
    case PLAN_CALL_POSIX_COPY:
        return numbers_are_below(cell, PLAN_COPY_NUMBERS, strand->openings);
    case PLAN_CALL_POSIX_DUP:
        return numbers_are_below(cell, 1, strand->openings);
    case PLAN_CALL_POSIX_RENAME:
        return numbers_are_below(cell, 1, image->head->files.count);
    default:
        return true;
    }
}

/* @return the number of the first bad cell, or -1 */
static gboolean strand_is_sound(const struct plan_file_image *image, const char *path, uint32_t i,
                                GError **error)
{
    const struct plan_strand_entry *strand = plan_file_strand(image, i);
    const uint64_t all = image->head->cells.count;
    if (strand->first_cell > all || strand->cell_count > all - strand->first_cell ||
        strand->rank >= image->head->rank_count || strand->buffer_bytes < 0 ||
        strand->file_slots > strand->cell_count || strand->request_slots > strand->cell_count ||
        strand->openings > all || strand->mappings > strand->cell_count ||
        !is_text(image, strand->host)) {
        return plan_fail(error, "%s: trace %u of the plan is damaged", path, i);
    }
    const struct plan_cell *cells = plan_file_cells(image, strand);
    for (uint64_t c = 0; c < strand->cell_count; c += 1 + cells[c].more) {
        if (!cell_is_sound(image, strand, &cells[c], strand->cell_count - c)) {
            return plan_fail(error, "%s: cell %" G_GUINT64_FORMAT " of trace %u is damaged", path,
                             c, i);
        }
    }
    return TRUE;
}

static uint64_t checksum_of(const struct plan_file_image *image)
{
    struct plan_file_head head = *image->head;
    head.checksum = 0;
    const uint64_t body = plan_file_checksum(PLAN_FILE_CHECKSUM_START, image->bytes + sizeof head,
                                             image->size - sizeof head);
    return plan_file_checksum(body, &head, sizeof head);
}

gboolean plan_file_check(const struct plan_file_image *image, const char *path, bool checksum,
                         GError **error)
{
    const struct plan_file_head *head = image->head;
    if (memcmp(head->magic, PLAN_FILE_MAGIC, sizeof head->magic) != 0) {
        return plan_fail(error, "%s: not a plan (hdreplay plan P -o PLAN makes one)", path);
    }
    if (head->version != PLAN_FILE_VERSION || head->head_bytes != sizeof *head) {
        return plan_fail(error, "%s: a plan of version %u; this program knows %d", path,
                         head->version, PLAN_FILE_VERSION);
    }
    if (head->file_bytes != image->size) {
        return plan_fail(
            error, "%s: %" G_GUINT64_FORMAT " bytes of %" G_GUINT64_FORMAT ": the plan is cut",
            path, image->size, head->file_bytes);
    }
    if (checksum && checksum_of(image) != head->checksum) {
        return plan_fail(error, "%s: the plan is damaged: its checksum is another", path);
    }
    if (!sections_fit(image) || !tables_are_sound(image)) {
        return plan_fail(error, "%s: the plan is damaged: its tables", path);
    }
    for (uint32_t i = 0; i < head->strands.count; i++) {
        if (!strand_is_sound(image, path, i, error)) {
            return FALSE;
        }
    }
    return TRUE;
}
