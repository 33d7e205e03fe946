/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of hdmpi.h. */
#include <hdmpi/hdmpi.h>

#include "hdmpi_record.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 64, TEXT_SIZE = 4096 };

void hdMPI_threadLogStateStart(const char *state_name)
{
    hd__call *const call = hd__enter_recording();
    if (call != NULL) {
        call->own_states++;
        hd__begin(call, state_name);
    }
}

void hdMPI_threadLogStateEnd(void)
{
    hd__call *const call = hd__current;
    if (call != NULL && call->own_states > 0 && hd__returned(call, MPI_SUCCESS)) {
        call->own_states--;
        hd__end(call, MPI_SUCCESS);
    }
}

/* An XML name of ASCII characters, whatever the program's locale. */
static bool is_name(const char *text, size_t length)
{
    static const char characters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-.0123456789";
    return length > 0 && strspn(text, characters) >= length &&
           strchr("-.0123456789", *text) == NULL;
}

/* Read one name='value' and add it. @return what follows, NULL when that is not one */
static char *add_one(hd__call *call, char *text)
{
    char *const name = text + strspn(text, " \t\n");
    char *const equals = strchr(name, '=');
    if (equals == NULL || !is_name(name, (size_t)(equals - name)) ||
        (equals[1] != '\'' && equals[1] != '"')) {
        return NULL;
    }
    char *const value = equals + 2;
    char *const end = strchr(value, equals[1]);
    if (end == NULL || equals - name >= NAME_SIZE) {
        return NULL;
    }
    *equals = '\0';
    *end = '\0';
    hd_trace_add_text(call->trace, name, value);
    return end + 1;
}

void hdMPI_threadLogAttributes(const char *format, ...)
{
    hd__call *const call = hd__current;
    if (call == NULL || call->own_states + call->own_events == 0 || !hd__occupy(call)) {
        return;
    }
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    for (char *at = length < 0 ? NULL : text; at != NULL && *at != '\0';) {
        at = add_one(call, at);
    }
    hd__yield(call);
}

int hdMPI_threadInitTracing(void)
{
    return atomic_load(&hd__run.state) == HD__ACTIVE && hd__thread_get() != NULL;
}

static int switch_thread(bool on)
{
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return 0;
    }
    const bool changed = call->is_off == on;
    call->is_off = !on;
    hd__yield(call);
    return changed;
}

int hdMPI_threadEnableTracing(void)
{
    return switch_thread(true);
}

int hdMPI_threadDisableTracing(void)
{
    return switch_thread(false);
}

size_t hdMPI_currentToken(char *text, size_t size)
{
    const hd__call *const call = hd__current;
    return call == NULL ? 0 : hd__relation_get_text(call, text, size);
}
