/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beginnings and ends of states whose text is always the same but for id and time. */
#include "buffer.h"
#include "error.h"
#include "relation_state.h"
#include "sys.h"

#include <string.h>

static void round_up(hd__buffer *text)
{
    static const char zeros[HD__PHRASE_BLOCK] = "";
    hd__buffer_add_bytes(text, zeros, HD__PHRASE_BLOCK - text->used % HD__PHRASE_BLOCK);
}

static hd_status make(hd_relation_phrase *phrase, const char *name, hd__buffer *before,
                      hd__buffer *behind)
{
    phrase->begins = name != NULL;
    phrase->before_bytes = before->used;
    phrase->behind_bytes = behind->used;
    if (phrase->before_bytes + phrase->behind_bytes > HD__PHRASE_BYTES) {
        return hd__fail(HD_LIMIT, "relation: the text of a state is longer than %d bytes",
                        HD__PHRASE_BYTES);
    }
    round_up(before);
    round_up(behind);
    if (before->failed || behind->failed) {
        return hd__fail(HD_NOMEM, "relation: no memory for the text of a state");
    }
    memcpy(phrase->text, before->text, before->used);
    phrase->behind = before->used;
    memcpy(phrase->text + phrase->behind, behind->text, behind->used);
    return HD_OK;
}

hd_status hd_relation_phrase_create(const char *name, size_t attribute_count,
                                    const hd_relation_attribute *attributes,
                                    const hd_relation_phrase **phrase)
{
    if (phrase == NULL || (attribute_count > 0 && attributes == NULL)) {
        return hd__fail(HD_INVALID, "relation: no place for the text of a state, or no attributes");
    }
    for (size_t i = 0; i < attribute_count; i++) {
        if (attributes[i].name == NULL || attributes[i].value == NULL) {
            return hd__fail(HD_INVALID, "relation: attribute %zu has no name or no value", i);
        }
    }
    hd__buffer before = {0};
    hd__buffer behind = {0};
    hd__buffer_add(&before, name == NULL ? "<e" : "<s");
    if (name != NULL) {
        hd__buffer_add_attribute(&before, "name", name);
    }
    hd__buffer_add(&before, " t=\"");
    hd__buffer_add(&behind, "\"");
    for (size_t i = 0; i < attribute_count; i++) {
        hd__buffer_add_attribute(&behind, attributes[i].name, attributes[i].value);
    }
    hd__buffer_add(&behind, "/>\n");
    hd_relation_phrase *const made = hd__system.alloc(sizeof *made);
    const hd_status status = made == NULL
                                 ? hd__fail(HD_NOMEM, "relation: no memory for the text of a state")
                                 : make(made, name, &before, &behind);
    hd__buffer_fini(&before);
    hd__buffer_fini(&behind);
    if (status != HD_OK) {
        hd__system.release(made);
        return status;
    }
    *phrase = made;
    return HD_OK;
}

void hd_relation_phrase_destroy(const hd_relation_phrase *phrase)
{
    union { /* whoever has it can't change it */
        const hd_relation_phrase *constant;
        hd_relation_phrase *plain;
    } own = {phrase};
    hd__system.release(own.plain);
}
