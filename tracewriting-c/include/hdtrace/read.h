/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_READ_H
#define HDTRACE_READ_H
/** Reads what the other headers write, entry by entry, without a tree: traces (.trc, also in zstd
 * or gzip), project files (.proj), relations (.rel) and fragments (.info). In a library of its own,
 *  libhdtrace-read, that a traced program never loads.
 *
 *      hd_reader *reader;
 *      hd_entry entry;
 *      if (hd_reader_open("app_n1_0_0.trc", &reader) != HD_OK) {
 *          ... hd_read_error_get_text() ...
 *      }
 *      while ((status = hd_reader_next(reader, &entry)) == HD_OK) {
 *          if (entry.kind == HD_ENTRY_STATE && hd_reader_get_int(reader, 0, "size", &size)) {
 *              ...
 *          }
 *      }
 *      ... status is HD_END when all went well ...
 *      hd_reader_close(reader);
 *
 *  What a file is, and whether it is compressed, is told by its content. The limits of FORMATS A10
 *  hold; what goes beyond, entities other than the five of XML and numeric ones, and document types
 *  are refused with the name of the file and the byte offset. All offsets are in uncompressed text.
 *
 *  A file that was cut, by whatever, gives everything that was complete before the cut; NUL bytes
 * at its end are room that was not used. Children stand before their parents in traces; when a
 * parent is missing, its children are delivered with `parent_unknown`.
 *
 *  Thread: a reader belongs to one thread at a time. */

#include <hdtrace/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of FORMATS A10 and some that bound the memory of a reader. */
enum {
    HD_READ_DEPTH_MAX = 1024,           /**< nested states, and elements within elements */
    HD_READ_VALUE_BYTES_MAX = 1 << 20,  /**< of an attribute or a text, as written */
    HD_READ_ATTRIBUTES_MAX = 4096,      /**< of one element */
    HD_READ_NAME_BYTES_MAX = 4096,      /**< of an element or attribute */
    HD_READ_TAG_BYTES_MAX = 16 << 20,   /**< of one tag with all its attributes */
    HD_READ_DATA_MAX = 1 << 20,         /**< data elements of one entry */
    HD_READ_ENTRY_BYTES_MAX = 256 << 20 /**< of an entry with its data, or of a fragment's line */
};

/** Bytes of the file, not decoded and without NUL behind. */
typedef struct hd_slice {
    const char *at;
    size_t length;
} hd_slice;

typedef enum hd_read_kind {
    HD_READ_TRACE, /**< root `Program`: PROGRAM, then NESTED, STATE and EVENT */
    HD_READ_XML,   /**< any other root: BEGIN, TEXT, END */
    HD_READ_LINES  /**< does not begin with '<': LINE */
} hd_read_kind;

typedef enum hd_entry_kind {
    HD_ENTRY_PROGRAM, /**< the head of a trace, always first */
    HD_ENTRY_NESTED,  /**< a block begins; its states have `depth` of this entry */
    HD_ENTRY_STATE,
    HD_ENTRY_EVENT,
    HD_ENTRY_BEGIN, /**< of an element; `<x/>` is followed by an END as well */
    HD_ENTRY_END,
    HD_ENTRY_TEXT, /**< text that is more than blanks: hd_reader_get_content */
    HD_ENTRY_LINE  /**< of a fragment; its word is the name, its fields are attributes */
} hd_entry_kind;

typedef struct hd_entry {
    hd_entry_kind kind;
    unsigned depth;      /**< states around it; elements around it */
    uint64_t offset;     /**< of its first byte in the text */
    hd_slice name;       /**< of the element; of an event its name, not decoded */
    int64_t start_ns;    /**< since the epoch, on rank 0's clock where `clockOffset` tells it */
    int64_t end_ns;      /**< of an event: start_ns */
    bool has_nested;     /**< nested states stood before this state */
    bool parent_unknown; /**< the state around it is not in the file */
    bool malformed;      /**< a line that is none: no name, no fields */
    size_t data_count;   /**< elements below the state or event, at any depth */
} hd_entry;

typedef struct hd_reader hd_reader;

/** Open a file and find out what it is. A name that ends in `.trc` also finds the same trace with
 *  `.zst`, `.gz` or `.tail` behind it; frames of a `.zst` go on in the `.tail` beside it.
 *  @return HD_OK | HD_IO | HD_FORMAT (empty, or a trace's head is wrong) | HD_NOMEM */
HD_API HD_CHECK hd_status hd_reader_open(const char *path, hd_reader **reader);

/** The same for a text in memory, plain or compressed. `name` is for messages.
 *  Ownership: the text is borrowed until the reader is closed, the name is copied. */
HD_API HD_CHECK hd_status hd_reader_open_text(const char *name, const void *text, size_t bytes,
                                              hd_reader **reader);
HD_API void hd_reader_close(hd_reader *reader);

/** Get the message of this thread's last failed call of this header: file, byte, reason. */
HD_API const char *hd_read_error_get_text(void);

HD_API hd_read_kind hd_reader_get_kind(const hd_reader *reader);

/** Step to the next entry. What the one before gave is no longer valid.
 *  @return HD_OK | HD_END (also of a cut file) | HD_FORMAT | HD_LIMIT | HD_IO | HD_NOMEM; after a
 *          failure the same again */
HD_API HD_CHECK hd_status hd_reader_next(hd_reader *reader, hd_entry *entry);

/** At the end: whether the root's end tag was there. Always true for fragments. */
HD_API bool hd_reader_is_complete(const hd_reader *reader);

/** At the end: bytes that belong to nothing complete, those behind the root's end tag included. */
HD_API uint64_t hd_reader_get_unusable_bytes(const hd_reader *reader);

/** Get the offset behind the current entry. */
HD_API uint64_t hd_reader_get_offset(const hd_reader *reader);

/* --- the current entry -------------------------------------------------------------------------
 * Element 0 is the entry itself, 1 to data_count are the elements below it in the order of their
 * start tags. An index that is too large has no attributes and an empty name. */

HD_API hd_slice hd_reader_get_name(const hd_reader *reader, size_t element);
HD_API unsigned hd_reader_get_depth(const hd_reader *reader, size_t element); /**< 0: the entry */
/** The element's first text that is more than blanks, as written; empty when it has none. */
HD_API hd_slice hd_reader_get_content(const hd_reader *reader, size_t element);

HD_API size_t hd_reader_get_attribute_count(const hd_reader *reader, size_t element);
/** False when there is no such attribute. `time` and `end` are among them. */
HD_API bool hd_reader_get_attribute(const hd_reader *reader, size_t element, size_t index,
                                    hd_slice *name, hd_slice *value);
HD_API bool hd_reader_find(const hd_reader *reader, size_t element, const char *name,
                           hd_slice *value);
/** False when it is missing or no whole number that fits. */
HD_API bool hd_reader_get_int(const hd_reader *reader, size_t element, const char *name,
                              int64_t *value);
/** False when it is missing or no time: decimal seconds, or with suffix `s` or `ms`. Not adjusted.
 */
HD_API bool hd_reader_get_time(const hd_reader *reader, size_t element, const char *name,
                               int64_t *time_ns);

/** Decode references. Valid until the next entry; NULL when out of memory. */
HD_API const char *hd_reader_decode(hd_reader *reader, hd_slice value);
/** The same for the element's first text, which may also stand as CDATA. */
HD_API const char *hd_reader_get_content_text(hd_reader *reader, size_t element);
/** Find and decode; NULL when it is missing, or out of memory. */
HD_API const char *hd_reader_get_text(hd_reader *reader, size_t element, const char *name);

HD_API bool hd_slice_equals(hd_slice slice, const char *text);

/* --- bytes -------------------------------------------------------------------------------------
 * For those who look for no entries. */

/** The text of one file from its beginning to its end, as it would be uncompressed. */
typedef struct hd_text hd_text;

/** Open a file as hd_reader_open does. One that is being written may be read again and again: each
 *  time it gives at least what it gave before.
 *  @return HD_OK | HD_IO (and errno) | HD_NOMEM */
HD_API HD_CHECK hd_status hd_text_open(const char *path, hd_text **text);

/** Read on; NUL bytes, which are room that was not used, are given like others.
 *  @return HD_OK (1 to `bytes` in *got) | HD_END (0) | HD_FORMAT (damaged frames) | HD_IO (and
 * errno) */
HD_API HD_CHECK hd_status hd_text_read(hd_text *text, void *to, size_t bytes, size_t *got);
HD_API void hd_text_close(hd_text *text);

#ifdef __cplusplus
}
#endif
#endif
