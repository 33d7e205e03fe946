/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of the path map: what a name is before it is made plain. */
#include "safe_name.h"

#include "plan/plan_error.h"

#include <stdbool.h>
#include <string.h>

/* A glob as an expression with a group for each thing that stands for something. */
static char *expression_of(const char *glob)
{
    GString *text = g_string_new(NULL);
    for (const char *at = glob; *at != '\0'; at++) {
        const char *end = *at == '[' ? strchr(at + 1, ']') : NULL;
        if (at[0] == '*' && at[1] == '*') {
            g_string_append(text, "(.*)");
            at++;
        } else if (*at == '*') {
            g_string_append(text, "([^/]*)");
        } else if (*at == '?') {
            g_string_append(text, "([^/])");
        } else if (end != NULL) {
            const bool negates = at[1] == '!';
            g_string_append_printf(text, "([%s%.*s])", negates ? "^/" : "",
                                   (int)(end - at - 1 - negates), at + 1 + negates);
            at = end;
        } else {
            g_autofree char *plain = g_regex_escape_string(at, 1);
            g_string_append(text, plain);
        }
    }
    return g_string_free(text, FALSE);
}

static gboolean parse_expression(const char *text, const char *from, struct safe_rule *rule,
                                 GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *whole = g_strconcat("\\A(?:", from, ")\\z", NULL);
    rule->expression =
        g_regex_new(whole, (GRegexCompileFlags)(G_REGEX_RAW | G_REGEX_DOLLAR_ENDONLY), 0, &cause);
    if (rule->expression != NULL) {
        return TRUE;
    }
    safe_rule_clear(rule);
    return plan_fail(error, "--map %s: %s", text, cause->message);
}

/* Digits of groups, of which prefixes have none, not even {0}, `rank` or `host`, and the brace that
 * ends them. */
static gboolean target_is_sound(const struct safe_rule *rule, const char *to)
{
    const int groups = rule->expression == NULL ? -1 : g_regex_get_capture_count(rule->expression);
    for (const char *at = strchr(to, '{'); at != NULL; at = strchr(at + 1, '{')) {
        const bool is_group = g_ascii_isdigit(at[1]) && at[2] == '}' && at[1] - '0' <= groups;
        if (!is_group && strncmp(at, "{rank}", 6) != 0 && strncmp(at, "{host}", 6) != 0) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean safe_rule_parse(const char *text, struct safe_rule *rule, GError **error)
{
    const bool is_glob = g_str_has_prefix(text, "glob:");
    const bool is_expression = g_str_has_prefix(text, "re:");
    const char *from = text + (is_glob ? strlen("glob:") : is_expression ? strlen("re:") : 0);
    const char *equals = is_glob || is_expression ? strrchr(from, '=') : strchr(from, '=');
    if (equals == NULL || equals == from) {
        return plan_fail(error, "--map %s: a rule is FROM=TO", text);
    }
    while (!is_glob && !is_expression && strncmp(from, "./", 2) == 0 && from + 2 < equals) {
        from += 2; /* names of a plan are without it */
    }
    const char *to = equals + 1;
    *rule = (struct safe_rule){g_strndup(from, (gsize)(equals - from)), g_strdup(to), NULL, FALSE};
    g_autofree char *expression = is_glob ? expression_of(rule->from) : g_strdup(rule->from);
    if ((is_glob || is_expression) && !parse_expression(text, expression, rule, error)) {
        return FALSE;
    }
    rule->varies = strstr(to, "{rank}") != NULL || strstr(to, "{host}") != NULL;
    if (!target_is_sound(rule, to)) {
        safe_rule_clear(rule);
        return plan_fail(error, "--map %s: what is in braces is {rank}, {host} or {N} of a group",
                         text);
    }
    return TRUE;
}

void safe_rule_clear(gpointer rule)
{
    struct safe_rule *one = rule;
    g_clear_pointer(&one->from, g_free);
    g_clear_pointer(&one->to, g_free);
    g_clear_pointer(&one->expression, g_regex_unref);
}

/* Where the rest of the name begins behind the rule's part; NULL: the rule does not fit. */
static const char *rest_behind(const char *name, const char *from)
{
    const size_t length = strlen(from);
    if (strncmp(name, from, length) != 0) {
        return NULL;
    }
    const char last = from[length - 1];
    const char next = name[length];
    return last == '/' || last == ':' || next == '/' || next == '\0' ? name + length : NULL;
}

static char *fill_in(const struct safe_rule *rule, const GMatchInfo *match,
                     const struct safe_user *user)
{
    GString *text = g_string_new(NULL);
    const char *at = rule->to;
    while (*at != '\0') {
        if (strncmp(at, "{rank}", 6) == 0) {
            g_string_append_printf(text, "%u", user->rank);
            at += 6;
        } else if (strncmp(at, "{host}", 6) == 0) {
            g_string_append(text, user->host);
            at += 6;
        } else if (match != NULL && at[0] == '{' && g_ascii_isdigit(at[1]) && at[2] == '}') {
            g_autofree char *group = g_match_info_fetch(match, at[1] - '0');
            g_string_append(text, group == NULL ? "" : group);
            at += 3;
        } else {
            g_string_append_c(text, *at++);
        }
    }
    return g_string_free(text, FALSE);
}

/* @return NULL: it does not fit, or an error: the expression takes too long */
static char *apply_rule(const struct safe_rule *rule, const char *name,
                        const struct safe_user *user, GError **error)
{
    if (rule->expression == NULL) {
        const char *rest = rest_behind(name, rule->from);
        g_autofree char *to = rest == NULL ? NULL : fill_in(rule, NULL, user);
        return to == NULL ? NULL : g_strconcat(to, "/", rest, NULL);
    }
    g_autoptr(GMatchInfo) match = NULL;
    const gboolean fits = g_regex_match_full(rule->expression, name, -1, 0, 0, &match, error);
    return fits ? fill_in(rule, match, user) : NULL;
}

char *safe_rules_apply(const char *name, const GArray *rules, const struct safe_user *user,
                       gboolean *varies, GError **error)
{
    GError *cause = NULL;
    for (guint i = 0; rules != NULL && i < rules->len; i++) {
        const struct safe_rule *rule = &g_array_index(rules, struct safe_rule, i);
        char *mapped = apply_rule(rule, name, user, &cause);
        if (cause != NULL) {
            g_autofree char *shown = g_strescape(name, NULL);
            plan_fail(error, "file %s: refused: rule %s: %s", shown, rule->from, cause->message);
            g_error_free(cause);
            return NULL;
        }
        if (mapped != NULL) {
            *varies = rule->varies;
            return mapped;
        }
    }
    return g_strdup(name);
}
