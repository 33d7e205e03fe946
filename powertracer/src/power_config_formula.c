/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of channels, DEVICE or DEVICE:CHANNEL joined by `+` and `-`, and relations SUM <= SUM. Signs
 * stand between blanks: names may have a `-` themselves. */
#include "power_parser.h"

#include <stdlib.h>
#include <string.h>

/* Find the next sign, or the text's end. @param length gets the sign's length, 0 at the end */
static const char *find_sign(const char *text, size_t *length)
{
    for (const char *c = text + strspn(text, " \t"); *c != '\0'; c += strspn(c, " \t")) {
        *length = strcspn(c, " \t");
        if ((*length == 1 && (*c == '+' || *c == '-')) ||
            (*length == 2 && strncmp(c, "<=", 2) == 0)) {
            return c;
        }
        c += *length;
    }
    *length = 0;
    return text + strlen(text);
}

/* The device whose name a term begins with, the longest one. @return the name's length, 0: none */
static size_t find_device(const struct hd_power_config *config, const char *word, size_t length,
                          size_t *device, bool *is_ambiguous)
{
    size_t longest = 0;
    for (size_t i = 0; i < config->device_count; i++) {
        const char *name = config->devices[i].name;
        const size_t size = strlen(name);
        if (size > 0 && size <= length && size >= longest && strncmp(name, word, size) == 0 &&
            (size == length || word[size] == ':')) {
            *is_ambiguous = size == longest;
            longest = size;
            *device = i;
        }
    }
    return longest;
}

static hd_status add_term(struct hd_power_parser *parser, struct hd_power_formula_config *formula,
                          const char *word, size_t length)
{
    struct hd_power_term_config *term = &formula->terms[formula->term_count];
    const int shown = (int)(length > 60 ? 60 : length);
    bool is_ambiguous = false;
    if (length == 0) {
        return hd__power_complain(parser, "'%.80s' has a sign with no channel beside it",
                                  formula->text);
    }
    const size_t name = find_device(parser->config, word, length, &term->device, &is_ambiguous);
    if (name == 0) {
        return hd__power_complain(parser, "'%.*s' is no device, and no DEVICE:CHANNEL", shown,
                                  word);
    }
    if (is_ambiguous) {
        return hd__power_complain(parser, "'%.*s': several devices have this name", shown, word);
    }
    const bool is_lmg = hd__power_needs_channels(parser->config->devices[term->device].driver);
    if (name + 1 == length || (name == length && is_lmg)) {
        return hd__power_complain(parser, "'%.*s' names no channel of the device", shown, word);
    }
    if (is_lmg && (length != name + 2 || !hd__power_is_lmg_channel(word[name + 1]))) {
        return hd__power_complain(parser, "'%.*s' is not DEVICE:CHANNEL with a number from 1 to %d",
                                  shown, word, HD_POWER_LMG_CHANNELS);
    }
    term->channel = name == length ? NULL : strndup(word + name + 1, length - name - 1);
    formula->term_count++;
    return name < length && term->channel == NULL ? hd__power_no_memory(parser->config) : HD_OK;
}

static hd_status parse(struct hd_power_parser *parser, struct hd_power_formula_config *formula)
{
    size_t sign = 0;
    bool is_minus = false;
    bool is_right = false;
    for (const char *c = formula->text;;) {
        const char *word = c + strspn(c, " \t");
        c = find_sign(word, &sign);
        size_t length = (size_t)(c - word);
        while (length > 0 && strchr(" \t", word[length - 1]) != NULL) {
            length--;
        }
        if (formula->term_count == HD_POWER_TERMS) {
            return hd__power_complain(parser, "more than %d channels", HD_POWER_TERMS);
        }
        formula->terms[formula->term_count] =
            (struct hd_power_term_config){.is_minus = is_minus, .is_right = is_right};
        const hd_status status = add_term(parser, formula, word, length);
        if (status != HD_OK || sign == 0) {
            formula->is_relation = is_right;
            return status;
        }
        if (sign == 2 && is_right) {
            return hd__power_complain(parser, "'%.80s' has more than one <=", formula->text);
        }
        is_minus = *c == '-';
        is_right = is_right || sign == 2;
        c += sign;
    }
}

/* What is of hosts that are not the same is never measured together. */
static hd_status check_hosts(struct hd_power_parser *parser,
                             const struct hd_power_formula_config *formula)
{
    const struct hd_power_device_config *first = NULL;
    for (size_t i = 0; i < formula->term_count; i++) {
        const struct hd_power_device_config *device =
            &parser->config->devices[formula->terms[i].device];
        if (device->host != NULL && first != NULL &&
            !hd__power_is_same_host(device->host, first->host)) {
            return hd__power_complain(parser, "'%.40s' and '%.40s' are attached to different hosts",
                                      first->name, device->name);
        }
        first = device->host != NULL ? device : first;
    }
    return HD_OK;
}

hd_status hd__power_check_sum(struct hd_power_parser *parser, struct hd_power_trace_config *trace)
{
    struct hd_power_formula_config *formula = &trace->formula;
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    parser->line = trace->line;
    if (formula->name == NULL) {
        return hd__power_complain(parser, "a trace with 'sum=' needs 'name=' for its values");
    }
    const size_t length = strlen(formula->name);
    if (length == 0 || length >= HD_METER_LABEL_SIZE || strspn(formula->name, letters) != length) {
        return hd__power_complain(parser,
                                  "name='%.60s' is not up to %d letters, digits, '_', '-' and '.'",
                                  formula->name, HD_METER_LABEL_SIZE - 1);
    }
    if (trace->channels != NULL || trace->has_device) {
        return hd__power_complain(parser, "a trace with 'sum=' has no 'device=' and 'channel='");
    }
    parser->line = formula->line;
    const hd_status status = parse(parser, formula);
    if (status == HD_OK && formula->is_relation) {
        return hd__power_complain(parser, "sum='%.80s' has a <=, which is for [Check]",
                                  formula->text);
    }
    return status == HD_OK ? check_hosts(parser, formula) : status;
}

hd_status hd__power_check_relation(struct hd_power_parser *parser,
                                   struct hd_power_formula_config *formula)
{
    parser->line = formula->line;
    if (formula->text == NULL) {
        return hd__power_complain(parser, "a [Check] needs 'relation='");
    }
    const hd_status status = parse(parser, formula);
    if (status == HD_OK && !formula->is_relation) {
        return hd__power_complain(parser, "relation='%.80s' is not SUM <= SUM", formula->text);
    }
    return status == HD_OK ? check_hosts(parser, formula) : status;
}

void hd__power_formula_free(struct hd_power_formula_config *formula)
{
    for (size_t i = 0; i < formula->term_count; i++) {
        free(formula->terms[i].channel);
    }
    free(formula->text);
    free(formula->name);
    *formula = (struct hd_power_formula_config){0};
}
