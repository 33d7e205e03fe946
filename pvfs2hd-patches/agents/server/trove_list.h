/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_TROVE_LIST_H
#define HDPVFS_TROVE_LIST_H
/* The functions of the storage layer, in the order of their tables: name, number of arguments, and
 * which of them point to the id that is given out and to the hints (0: it has none). All arguments
 * are integers or pointers, so that they are handed on as words whatever they are. The second
 * argument is the handle, where `handle` says so. */

#define HDPVFS_BSTREAM_LIST(X)                                                                     \
    X(read_at, 11, 9, 10, 1)                                                                       \
    X(write_at, 11, 9, 10, 1)                                                                      \
    X(resize, 9, 7, 8, 1)                                                                          \
    X(validate, 8, 6, 7, 1)                                                                        \
    X(read_list, 15, 13, 14, 1)                                                                    \
    X(write_list, 15, 13, 14, 1)                                                                   \
    X(flush, 7, 5, 6, 1)

#define HDPVFS_KEYVAL_LIST(X)                                                                      \
    X(read, 10, 8, 9, 1)                                                                           \
    X(write, 10, 8, 9, 1)                                                                          \
    X(remove, 10, 8, 9, 1)                                                                         \
    X(remove_list, 12, 10, 11, 1)                                                                  \
    X(validate, 8, 6, 7, 1)                                                                        \
    X(iterate, 12, 10, 11, 1)                                                                      \
    X(iterate_keys, 11, 9, 10, 1)                                                                  \
    X(read_list, 12, 10, 11, 1)                                                                    \
    X(write_list, 11, 9, 10, 1)                                                                    \
    X(flush, 7, 5, 6, 1)                                                                           \
    X(get_handle_info, 8, 6, 7, 1)

#define HDPVFS_DSPACE_LIST(X)                                                                      \
    X(create, 10, 8, 9, 0)                                                                         \
    X(create_list, 11, 9, 10, 0)                                                                   \
    X(remove, 7, 5, 6, 1)                                                                          \
    X(remove_list, 8, 7, 0, 0)                                                                     \
    X(iterate_handles, 9, 8, 0, 0)                                                                 \
    X(verify, 8, 6, 7, 1)                                                                          \
    X(getattr, 8, 6, 7, 1)                                                                         \
    X(getattr_list, 10, 8, 9, 0)                                                                   \
    X(setattr, 8, 6, 7, 1)

/* Behind them in the table: cancel, test, testsome, testcontext. */
enum { HDPVFS_DSPACE_TEST = 10, HDPVFS_DSPACE_TEST_SOME = 11, HDPVFS_DSPACE_TEST_CONTEXT = 12 };

typedef int hdpvfs_dspace_test(int32_t collection, int64_t id, int64_t context, int *count,
                               void *tag, void **user, int32_t *error, int idle_ms);
typedef int hdpvfs_dspace_test_some(int32_t collection, int64_t context, int64_t *ids, int *count,
                                    int *indices, void *tags, void **users, int32_t *errors,
                                    int idle_ms);
typedef int hdpvfs_dspace_test_context(int32_t collection, int64_t *ids, int *count,
                                       int32_t *errors, void **users, int idle_ms, int64_t context);

#endif
