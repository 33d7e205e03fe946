/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a configuration. */
#include "power_parser.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPEN_LIMIT_S 10.0
#define LARGEST_FILE ((size_t)1024 * 1024)

static char *trim(char *text)
{
    char *begin = text + strspn(text, " \t\r");
    size_t length = strlen(begin);
    while (length > 0 && strchr(" \t\r", begin[length - 1]) != NULL) {
        begin[--length] = '\0';
    }
    return begin;
}

/* A comment begins with # or ;, at the line's beginning or, with #, after a blank. */
static void cut_comment(char *line)
{
    const size_t blanks = strspn(line, " \t");
    if (line[blanks] == ';' || line[blanks] == '#') {
        line[blanks] = '\0';
    }
    for (char *c = line; *c != '\0'; c++) {
        if (c[0] == '#' && c > line && (c[-1] == ' ' || c[-1] == '\t')) {
            *c = '\0';
            return;
        }
    }
}

static hd_status parse_line(struct hd_power_parser *parser, char *line)
{
    cut_comment(line);
    char *content = trim(line);
    const size_t length = strlen(content);
    char *equals = strchr(content, '=');
    if (length == 0) {
        return HD_OK;
    }
    if (content[0] == '[') {
        return content[length - 1] == ']'
                   ? hd__power_begin_section(parser, content + 1, length - 2)
                   : hd__power_complain(parser, "'%.60s' is not a section as [Trace]", content);
    }
    if (equals == NULL) {
        return hd__power_complain(parser, "'%.60s' is not KEY=VALUE", content);
    }
    *equals = '\0';
    return hd__power_set_key(parser, trim(content), trim(equals + 1));
}

hd_status hd__power_config_parse(struct hd_power_config *config, const char *path, const char *text)
{
    struct hd_power_parser parser = {.config = config};
    *config = (struct hd_power_config){.path = strdup(path), .limit_s = OPEN_LIMIT_S};
    char *copy = strdup(text);
    hd_status status = config->path == NULL || copy == NULL ? hd__power_no_memory(config) : HD_OK;
    for (char *line = copy; status == HD_OK && line != NULL;) {
        char *end = strchr(line, '\n');
        parser.line++;
        if (end != NULL) {
            *end++ = '\0';
        }
        status = parse_line(&parser, line);
        line = end;
    }
    free(copy);
    return status;
}

hd_status hd__power_config_read(struct hd_power_config *config, const char *path)
{
    char *text = malloc(LARGEST_FILE);
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    int cause = errno;
    size_t length = 0;
    ssize_t got = descriptor < 0 || text == NULL ? -1 : 1;
    while (got > 0 && length < LARGEST_FILE - 1) {
        got = read(descriptor, text + length, LARGEST_FILE - 1 - length);
        cause = errno;
        length += got > 0 ? (size_t)got : 0;
    }
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    if (got < 0 || memchr(text, '\0', length) != NULL) {
        char words[80] = "not a text";
        *config = (struct hd_power_config){0};
        if (got < 0 && strerror_r(cause, words, sizeof words) != 0) {
            (void)snprintf(words, sizeof words, "error %d", cause);
        }
        (void)snprintf(config->message, sizeof config->message, "%.240s: %s", path, words);
        free(text);
        return HD_FORMAT;
    }
    text[length] = '\0';
    const hd_status status = hd__power_config_parse(config, path, text);
    free(text);
    return status;
}
