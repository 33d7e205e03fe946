/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE /* CLOCK_MONOTONIC_COARSE */
#include "control.h"

#include "config.h"
#include "say.h"
#include "session.h"
#include "switch_signal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SECOND_NS = 1000000000, TEXT_BYTES = 600 };

static bool is_time(void)
{
    static _Atomic int64_t looked_ns; /* the thread that moves it on is the one that looks */
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    const int64_t now_ns = (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec;
    int64_t last_ns = atomic_load_explicit(&looked_ns, memory_order_relaxed);
    return now_ns - last_ns >= SECOND_NS &&
           atomic_compare_exchange_strong(&looked_ns, &last_ns, now_ns);
}

/* Words end at blanks; the text is changed. @return NULL: there is no further one */
static char *take_word(char **text)
{
    static const char blanks[] = " \t\r\n";
    char *const word = *text + strspn(*text, blanks);
    char *const end = word + strcspn(word, blanks);
    *text = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word == end ? NULL : word;
}

/* What the file says holds once: after it the signal may say something else. */
static bool is_new(const char *text)
{
    static char obeyed[TEXT_BYTES];
    const bool differs = strcmp(text, obeyed) != 0;
    (void)snprintf(obeyed, sizeof obeyed, "%s", text);
    return differs;
}

static void obey(char *text)
{
    static atomic_bool told;
    char *const word = take_word(&text);
    if (word == NULL) {
        return; /* says nothing: it stays as it is */
    }
    if (strcmp(word, "on") == 0) {
        if (!hdpvfs_session_is_wanted()) {
            hdpvfs_session_want(take_word(&text));
        }
    } else if (strcmp(word, "off") == 0) {
        hdpvfs_session_end();
    } else if (!atomic_exchange(&told, true)) {
        hdpvfs_say("HDTRACE_CONTROL: %s says neither on nor off", hdpvfs_config_now.control);
    }
}

static void look_at_file(const char *path)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file >= 0) {
        char text[TEXT_BYTES] = "";
        const ssize_t size = read(file, text, sizeof text - 1);
        (void)close(file);
        text[size < 0 ? 0 : size] = '\0';
        if (is_new(text)) {
            obey(text);
        }
    }
}

static void turn(void)
{
    if (hdpvfs_session_is_wanted()) {
        hdpvfs_session_end();
    } else {
        hdpvfs_session_want(NULL);
    }
}

void hdpvfs_control_look(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const char *const path = hdpvfs_config_now.control;
    const bool looks = (path != NULL || hdpvfs_config_now.signal != NULL) && is_time();
    if (!looks && !hdpvfs_signal_is_new()) {
        return;
    }
    if (pthread_mutex_trylock(&lock) != 0) {
        return; /* another thread does it */
    }
    const int saved = errno;
    if (hdpvfs_signal_take()) {
        turn();
    }
    if (looks) {
        hdpvfs_signal_check();
    }
    if (looks && path != NULL) {
        look_at_file(path);
    }
    (void)pthread_mutex_unlock(&lock);
    errno = saved;
}

void hdpvfs_control_begin(void)
{
    const bool waits = hdpvfs_signal_init(hdpvfs_config_now.signal);
    if (hdpvfs_config_now.control != NULL) {
        hdpvfs_control_look();
    } else if (!waits) {
        hdpvfs_session_want(NULL);
    }
}
