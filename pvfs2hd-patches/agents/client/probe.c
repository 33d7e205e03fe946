/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the library's functions only those are called whose arguments are the same in all releases;
 * what they fill has room to spare. */
#include "probe.h"

#include "token.h"

#include <string.h>

typedef int get_file_system(int32_t *id);
typedef int make_credential(void *credential);
typedef void drop_credential(void *credential);
typedef int32_t add_hint(const hdpvfs_hint **hints, const char *name, int length,
                         const void *value);
typedef void free_hints(const hdpvfs_hint *hints);
typedef int32_t get_state(int32_t id, const void *credential, void *state,
                          const hdpvfs_hint *hints);

static struct {
    get_file_system *get_file_system;
    make_credential *make_credential;
    drop_credential *drop_credential; /* NULL: there is nothing to drop */
    add_hint *add_hint;
    free_hints *free_hints;
    get_state *get_state;
} library;

/* What an old server may answer, more than the present ones need. */
enum { CREDENTIAL_BYTES = 1024, STATE_BYTES = 4096 };

/* POSIX: pointers to functions have the form of others. */
static void find(const hdpvfs_object *object, const char *name, void *function)
{
    size_t size = 0;
    void *const code = hdpvfs_object_get(object, name, &size);
    memcpy(function, &code, sizeof code);
}

void hdpvfs_probe_install(const hdpvfs_object *object)
{
    find(object, "PVFS_util_get_default_fsid", &library.get_file_system);
    find(object, "PVFS_util_gen_credential_defaults", &library.make_credential);
    if (library.make_credential == NULL) { /* releases before 2.9; it gives nothing back */
        find(object, "PVFS_util_gen_credentials", &library.make_credential);
    }
    find(object, "PINT_cleanup_credential", &library.drop_credential);
    find(object, "PVFS_hint_add", &library.add_hint);
    find(object, "PVFS_hint_free", &library.free_hints);
    find(object, "PVFS_sys_statfs", &library.get_state);
}

static int32_t ask(int32_t file_system, const hdpvfs_hint *hints)
{
    _Alignas(16) char credential[CREDENTIAL_BYTES] = "";
    _Alignas(16) char state[STATE_BYTES] = "";
    (void)library.make_credential(credential); /* a bad one is refused with and without the hint */
    const int32_t error = library.get_state(file_system, credential, state, hints);
    if (library.drop_credential != NULL) {
        library.drop_credential(credential);
    }
    return error;
}

hdpvfs_answer hdpvfs_probe(const char *text)
{
    int32_t file_system = 0;
    const hdpvfs_hint *hints = NULL;
    if (library.get_file_system == NULL || library.make_credential == NULL ||
        library.add_hint == NULL || library.free_hints == NULL || library.get_state == NULL) {
        return HDPVFS_CANT_ASK;
    }
    if (library.get_file_system(&file_system) != 0) {
        return HDPVFS_ASK_LATER;
    }
    if (library.add_hint(&hints, HDPVFS_TOKEN_HINT, (int)strlen(text) + 1, text) < 0) {
        return HDPVFS_CANT_ASK;
    }
    const int32_t with = ask(file_system, hints);
    library.free_hints(hints);
    if (with == 0) {
        return HDPVFS_IS_TAKEN;
    }
    return ask(file_system, NULL) == 0 ? HDPVFS_IS_REFUSED : HDPVFS_NO_ANSWER;
}
