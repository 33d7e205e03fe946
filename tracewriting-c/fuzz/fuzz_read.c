/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a file: the reader comes to an end, entries follow each other in the file, and all
 * that an entry gives lies inside of it. */
#include <hdtrace/read.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "violated: %s\n", what);
        abort();
    }
}

static void check_element(hd_reader *reader, size_t element)
{
    int64_t number = 0;
    const size_t count = hd_reader_get_attribute_count(reader, element);
    require(count <= HD_READ_ATTRIBUTES_MAX, "attributes are limited");
    require(hd_reader_get_name(reader, element).length <= HD_READ_NAME_BYTES_MAX, "short names");
    require(hd_reader_get_depth(reader, element) <= HD_READ_DEPTH_MAX, "depth is limited");
    require(hd_reader_get_content_text(reader, element) != NULL, "content");
    for (size_t i = 0; i < count; i++) {
        hd_slice name;
        hd_slice value;
        require(hd_reader_get_attribute(reader, element, i, &name, &value), "attribute is there");
        const char *const text = hd_reader_decode(reader, value);
        require(text != NULL && strlen(text) <= value.length, "decoding makes nothing longer");
        require(value.length > 0 || *text == '\0', "empty stays empty");
    }
    (void)hd_reader_get_int(reader, element, "id", &number);
    (void)hd_reader_get_time(reader, element, "time", &number);
    hd_slice name;
    hd_slice value;
    require(!hd_reader_get_attribute(reader, element, count, &name, &value), "no more of them");
}

static void check_entry(hd_reader *reader, const hd_entry *entry, uint64_t *last)
{
    require(entry->offset >= *last || *last == 0, "entries follow each other");
    require(entry->depth <= HD_READ_DEPTH_MAX, "depth is limited");
    require(hd_reader_get_offset(reader) >= entry->offset, "entries have a length");
    *last = entry->offset;
    for (size_t i = 0; i <= entry->data_count; i++) {
        check_element(reader, i);
    }
    require(hd_reader_get_attribute_count(reader, entry->data_count + 1) == 0, "no more elements");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ENTRIES_MAX = 100000 }; /* a few compressed bytes can be very many */
    hd_reader *reader = NULL;
    hd_entry entry;
    uint64_t last = 0;
    hd_status status = hd_reader_open_text("input", data, size, &reader);
    if (status != HD_OK) {
        require(*hd_read_error_get_text() != '\0', "a reason is told");
        return 0;
    }
    for (int i = 0; i < ENTRIES_MAX && (status = hd_reader_next(reader, &entry)) == HD_OK; i++) {
        check_entry(reader, &entry, &last);
    }
    require(status == HD_OK || hd_reader_next(reader, &entry) == status, "the end stays the end");
    require(status == HD_OK || status == HD_END || *hd_read_error_get_text() != '\0', "a reason");
    hd_reader_close(reader);
    return 0;
}
