/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "token.h"

#include "reference.h"

#include <stdlib.h>
#include <string.h>

/* Place in the text while a token is taken. */
typedef struct cursor {
    const char *at;
    const char *end;
    hd__token *token;
} cursor;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool more(const cursor *c)
{
    c->token->kind = HD__TOKEN_MORE;
    return false;
}

static bool bad(const cursor *c, hd_status status, const char *at, const char *reason)
{
    *c->token = (hd__token){.kind = HD__TOKEN_BAD, .status = status, .fault = at, .reason = reason};
    return false;
}

static bool skip_blanks(cursor *c)
{
    while (c->at < c->end && is_blank(*c->at)) {
        c->at++;
    }
    return c->at < c->end || more(c);
}

/* --- names ------------------------------------------------------------------------------------ */

/* Bit 0: may begin a name, bit 1: may go on in it. Bytes of other alphabets are taken as they are.
 */
static unsigned name_class(char c)
{
    static const char ascii[] = "0000000000000000"
                                "0000000000000000"
                                "0000000000000220"  /* - . */
                                "2222222222300000"  /* digits : */
                                "0333333333333333"  /* A */
                                "3333333333300003"  /* Z _ */
                                "0333333333333333"  /* a */
                                "3333333333300000"; /* z */
    const unsigned char byte = (unsigned char)c;
    return byte < 0x80 ? (unsigned)ascii[byte] : 3U;
}

static bool take_name(cursor *c, hd_slice *name)
{
    const char *const first = c->at;
    while (c->at < c->end && (name_class(*c->at) & 2U) != 0) {
        c->at++;
    }
    if (c->at - first > HD_READ_NAME_BYTES_MAX) {
        return bad(c, HD_LIMIT, first, "name longer than 4096 bytes");
    }
    if (c->at == c->end) {
        return more(c);
    }
    if (c->at == first || (name_class(*first) & 1U) == 0) {
        return bad(c, HD_FORMAT, first, "no name where one must stand");
    }
    *name = (hd_slice){first, (size_t)(c->at - first)};
    return true;
}

/* --- references ------------------------------------------------------------------------------- */

static bool is_character(uint32_t code)
{
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code > 0 && code <= 0x10FFFF && !surrogate;
}

/* Length of the reference at `text`, which begins with '&'; 0 when it is none. */
static size_t read_reference(const char *text, const char *end, uint32_t *code)
{
    const size_t length = hd__read_reference(text, end, code);
    return length > 0 && is_character(*code) ? length : 0;
}

/* The first '&' that begins no allowed reference, or NULL. */
static const char *find_bad_reference(const char *text, const char *end)
{
    const char *at = text;
    while (at < end && (at = memchr(at, '&', (size_t)(end - at))) != NULL) {
        uint32_t code = 0;
        const size_t length = read_reference(at, end, &code);
        if (length == 0) {
            return at;
        }
        at += length;
    }
    return NULL;
}

char *hd__decode(char *to, hd_slice value)
{
    const char *const end = value.at + value.length;
    for (const char *at = value.at; at < end;) {
        const char *reference = memchr(at, '&', (size_t)(end - at));
        const size_t plain = (size_t)((reference == NULL ? end : reference) - at);
        memcpy(to, at, plain);
        to += plain;
        at += plain;
        if (reference != NULL) {
            uint32_t code = 0;
            const size_t length = read_reference(at, end, &code);
            to = hd__put_character(to, length == 0 ? '&' : code);
            at += length == 0 ? 1 : length;
        }
    }
    return to;
}

/* --- attributes ------------------------------------------------------------------------------- */

bool hd__attributes_add(hd__attributes *list, hd__attribute attribute)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity * 2 + 64;
        hd__attribute *const items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = attribute;
    return true;
}

static bool equal(hd_slice a, hd_slice b)
{
    return a.length == b.length && *a.at == *b.at && memcmp(a.at, b.at, a.length) == 0;
}

static bool is_repeated(const hd__attributes *list, size_t first, hd_slice name)
{
    for (size_t i = first; i < list->count; i++) {
        if (equal(list->items[i].name, name)) {
            return true;
        }
    }
    return false;
}

static bool take_value(cursor *c, hd_slice *value)
{
    const char quote = *c->at;
    if (quote != '\'' && quote != '"') {
        return bad(c, HD_FORMAT, c->at, "attribute value without quotes");
    }
    const char *const first = ++c->at;
    const char *reference = NULL;
    for (; c->at < c->end && *c->at != quote; c->at++) {
        if (*c->at == '<') {
            return bad(c, HD_FORMAT, c->at, "'<' in an attribute value");
        }
        reference = reference == NULL && *c->at == '&' ? c->at : reference;
    }
    if (c->at - first > HD_READ_VALUE_BYTES_MAX) {
        return bad(c, HD_LIMIT, first, "attribute value longer than 1 MiB");
    }
    if (c->at == c->end) {
        return more(c);
    }
    reference = reference == NULL ? NULL : find_bad_reference(reference, c->at);
    if (reference != NULL) {
        return bad(c, HD_FORMAT, reference, "entity that is not predefined, or '&' for itself");
    }
    *value = (hd_slice){first, (size_t)(c->at - first)};
    c->at++;
    return true;
}

static bool take_attribute(cursor *c, hd__attributes *list, size_t first)
{
    hd__attribute attribute;
    const char *const begin = c->at;
    if (!take_name(c, &attribute.name) || !skip_blanks(c)) {
        return false;
    }
    if (*c->at != '=') {
        return bad(c, HD_FORMAT, c->at, "attribute without value");
    }
    c->at++;
    if (!skip_blanks(c) || !take_value(c, &attribute.value)) {
        return false;
    }
    if (list->count - first == HD_READ_ATTRIBUTES_MAX) {
        return bad(c, HD_LIMIT, begin, "element with more than 4096 attributes");
    }
    if (is_repeated(list, first, attribute.name)) {
        return bad(c, HD_FORMAT, begin, "attribute twice in one element");
    }
    return hd__attributes_add(list, attribute) || bad(c, HD_NOMEM, begin, "no memory");
}

/* --- tokens ----------------------------------------------------------------------------------- */

static bool take_start(cursor *c, hd__attributes *list)
{
    const char *const begin = c->at;
    const size_t first = list->count;
    c->at++;
    if (!take_name(c, &c->token->name)) {
        return false;
    }
    for (;;) {
        const bool blank = is_blank(*c->at);
        if (!skip_blanks(c)) {
            return c->end - begin > HD_READ_TAG_BYTES_MAX
                       ? bad(c, HD_LIMIT, begin, "tag longer than 16 MiB")
                       : false;
        }
        if (*c->at == '>' || *c->at == '/') {
            break;
        }
        if (!blank) {
            return bad(c, HD_FORMAT, c->at, "attributes without a blank between them");
        }
        if (c->at - begin > HD_READ_TAG_BYTES_MAX) {
            return bad(c, HD_LIMIT, begin, "tag longer than 16 MiB");
        }
        if (!take_attribute(c, list, first) || (c->at == c->end && !more(c))) {
            return false;
        }
    }
    c->token->is_empty = *c->at == '/';
    if (c->token->is_empty && ++c->at == c->end) {
        return more(c);
    }
    if (*c->at != '>') {
        return bad(c, HD_FORMAT, c->at, "'/' that does not end the tag");
    }
    c->at++;
    return true;
}

static bool take_end(cursor *c)
{
    c->at += 2;
    if (!take_name(c, &c->token->name) || !skip_blanks(c)) {
        return false;
    }
    if (*c->at != '>') {
        return bad(c, HD_FORMAT, c->at, "end tag with more than a name");
    }
    c->at++;
    return true;
}

static bool take_text(cursor *c)
{
    const char *const begin = c->at;
    const char *const stop = memchr(c->at, '<', (size_t)(c->end - c->at));
    if ((stop == NULL ? c->end : stop) - begin > HD_READ_VALUE_BYTES_MAX) {
        return bad(c, HD_LIMIT, begin, "text longer than 1 MiB");
    }
    if (stop == NULL) {
        return more(c);
    }
    const char *const fault = find_bad_reference(begin, stop);
    if (fault != NULL) {
        return bad(c, HD_FORMAT, fault, "entity that is not predefined, or '&' for itself");
    }
    c->token->name = (hd_slice){begin, (size_t)(stop - begin)};
    c->token->is_blank = true;
    for (const char *at = begin; at < stop && c->token->is_blank; at++) {
        c->token->is_blank = is_blank(*at);
    }
    c->at = stop;
    return true;
}

/* Go behind `stop`, from `skip` bytes on. The bytes in between are at *inner. */
static bool take_until(cursor *c, size_t skip, const char *stop, hd_slice *inner)
{
    const size_t length = strlen(stop);
    const char *at = (size_t)(c->end - c->at) < skip ? c->end : c->at + skip;
    const char *const first = at;
    for (; (size_t)(c->end - at) >= length; at++) {
        at = memchr(at, *stop, (size_t)(c->end - at) - length + 1);
        if (at == NULL) {
            break;
        }
        if (memcmp(at, stop, length) == 0) {
            *inner = (hd_slice){first, (size_t)(at - first)};
            c->at = at + length;
            return true;
        }
    }
    return c->end - c->at > HD_READ_TAG_BYTES_MAX
               ? bad(c, HD_LIMIT, c->at, "comment or text longer than 16 MiB")
               : more(c);
}

static bool starts_with(const cursor *c, const char *text)
{
    const size_t rest = (size_t)(c->end - c->at);
    const size_t length = strlen(text);
    return memcmp(c->at, text, rest < length ? rest : length) == 0;
}

/* "<!" and "<?": what begins like one of them may need more bytes to tell. */
static bool take_special(cursor *c)
{
    static const char data[] = "<![CDATA[";
    hd_slice inner = {NULL, 0};
    c->token->kind = HD__TOKEN_SKIP;
    if (starts_with(c, "<?")) {
        return take_until(c, 2, "?>", &inner);
    }
    if (starts_with(c, "<!--")) {
        return take_until(c, 4, "-->", &inner);
    }
    if (!starts_with(c, data)) {
        return bad(c, HD_FORMAT, c->at, "document type, or something else that is refused");
    }
    if (!take_until(c, sizeof data - 1, "]]>", &inner)) {
        return false;
    }
    c->token->kind = HD__TOKEN_TEXT;
    c->token->name = inner;
    c->token->is_verbatim = true;
    return true;
}

void hd__token_take(hd__token *token, const char *at, const char *end, hd__attributes *attributes)
{
    *token = (hd__token){.kind = HD__TOKEN_TEXT};
    cursor c = {at, end, token};
    if (*at != '<') {
        (void)take_text(&c);
    } else if (end - at < 2) {
        (void)more(&c);
    } else if (at[1] == '/') {
        token->kind = HD__TOKEN_END;
        (void)take_end(&c);
    } else if (at[1] == '!' || at[1] == '?') {
        (void)take_special(&c);
    } else {
        token->kind = HD__TOKEN_START;
        (void)take_start(&c, attributes);
    }
    token->end = c.at;
}
