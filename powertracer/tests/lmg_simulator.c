/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lmg_simulator.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define VOLTS       230.0
#define MESSAGE_MAX 1024
#define SILENCE_NS  3000000000
#define COUNTS      65536

static int64_t now_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* xorshift64* */
static uint64_t next_random(struct lmg_simulator *simulator)
{
    uint64_t x = simulator->random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    simulator->random = x;
    return (x * 0x2545F4914F6CDD1DULL) >> 16;
}

static bool send_bytes(const struct lmg_simulator *simulator, const void *data, size_t size)
{
    const char *bytes = data;
    while (size > 0) {
        const ssize_t written = write(simulator->line, bytes, size);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd line = {.fd = simulator->line, .events = POLLOUT};
            (void)poll(&line, 1, 1000);
        } else if (written < 0 && errno != EINTR) {
            return false;
        }
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    return true;
}

static bool send_text(const struct lmg_simulator *simulator, const char *text)
{
    return send_bytes(simulator, text, strlen(text));
}

/* The numbers that a list of questions asks for. */
static size_t collect(const struct lmg_simulator *simulator, const char *questions, float *numbers)
{
    size_t count = 0;
    for (const char *c = questions; *c != '\0';) {
        c += strspn(c, ";");
        const size_t letters = strspn(c, "UTRMSIP");
        const unsigned long n = strtoul(c + letters, NULL, 10);
        if (strncmp(c, "UTRMS", letters) == 0 && letters > 0) {
            numbers[count++] = (float)VOLTS;
        } else if (strncmp(c, "ITRMS", letters) == 0 && letters > 0) {
            numbers[count++] = (float)(simulator->watts * (double)n / VOLTS);
        } else if (strncmp(c, "P", letters) == 0 && letters > 0) {
            numbers[count++] = (float)(simulator->watts * (double)n);
        } else if (strncmp(c, "COUNT?", 6) == 0) {
            numbers[count++] = (float)(simulator->number % COUNTS);
        }
        c += strcspn(c, ";");
    }
    return count;
}

static size_t compose_ascii(const float *numbers, size_t count, char *message)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        char *place = message + length;
        const int added = isnan(numbers[i]) ? snprintf(place, 24, "%sNAN", i == 0 ? "" : ";")
                                            : snprintf(place, 24, "%s%.6g", i == 0 ? "" : ";",
                                                       (double)numbers[i]);
        length += (size_t)added;
    }
    message[length++] = '\n';
    return length;
}

/* One block for the first number, one for the others: blocks may follow each other. */
static size_t compose_packed(const float *numbers, size_t count, char *message)
{
    size_t length = 0;
    for (size_t i = 0; i < count;) {
        const size_t block = i == 0 ? 1 : count - 1;
        length +=
            (size_t)snprintf(message + length, 16, block * 4 > 9 ? "#2%02zu" : "#1%zu", block * 4);
        for (size_t n = 0; n < block; n++, i++) {
            uint32_t bits = 0;
            memcpy(&bits, &numbers[i], sizeof bits);
            for (int b = 0; b < 4; b++) {
                message[length++] = (char)(bits >> (8 * b) & 0xff);
            }
        }
    }
    message[length++] = '\n';
    return length;
}

static enum lmg_fault choose_fault(struct lmg_simulator *simulator)
{
    if (next_random(simulator) % 100 >= simulator->percent) {
        return LMG_FAULT_none;
    }
    for (int i = 0; i < 200; i++) {
        const unsigned kind = (unsigned)(next_random(simulator) % LMG_FAULT_KINDS);
        if (kind != LMG_FAULT_none && simulator->uses[kind]) {
            return (enum lmg_fault)kind;
        }
    }
    return LMG_FAULT_none;
}

static bool send_garbage(struct lmg_simulator *simulator)
{
    char bytes[40];
    const size_t size = 1 + next_random(simulator) % sizeof bytes;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (char)(next_random(simulator) & 0xff);
    }
    return send_bytes(simulator, bytes, size);
}

/* Send a message with a fault. */
static bool send_faulty(struct lmg_simulator *simulator, enum lmg_fault fault, char *message,
                        size_t length)
{
    /* Not the LF alone: garbage may have one in its place, and the message is whole again. */
    const size_t place = length < 2 ? 0 : next_random(simulator) % (length - 1);
    switch (fault) {
    case LMG_FAULT_split:
        return send_bytes(simulator, message, place) && sched_yield() == 0 &&
               send_bytes(simulator, message + place, length - place);
    case LMG_FAULT_garbage:
        return send_garbage(simulator) && send_bytes(simulator, message, length);
    case LMG_FAULT_twice:
        return send_bytes(simulator, message, length) && send_bytes(simulator, message, length);
    case LMG_FAULT_drop:
        return send_bytes(simulator, message, place) &&
               send_bytes(simulator, message + place + 1, length - place - 1);
    case LMG_FAULT_lose:
        return true;
    case LMG_FAULT_header:
        message[next_random(simulator) % 2] = 'x';
        break;
    case LMG_FAULT_cut:
        return send_bytes(simulator, message, place);
    case LMG_FAULT_empty:
        return send_text(simulator, "#10\n");
    case LMG_FAULT_none:
    case LMG_FAULT_nan:
    case LMG_FAULT_KINDS:
        break;
    }
    return send_bytes(simulator, message, length);
}

static bool send_message(struct lmg_simulator *simulator)
{
    char message[MESSAGE_MAX];
    float numbers[32];
    enum lmg_fault fault = choose_fault(simulator);
    const size_t count = collect(simulator, simulator->action, numbers);
    if (fault == LMG_FAULT_nan) {
        numbers[count - 2] = NAN; /* the last is the number of the cycle */
    }
    const size_t length = simulator->is_packed ? compose_packed(numbers, count, message)
                                               : compose_ascii(numbers, count, message);
    const bool arrives = fault <= LMG_FAULT_nan;
    simulator->count[fault]++;
    if (arrives) {
        simulator->gaps += simulator->is_in_gap ? 1 : 0;
        simulator->good++;
        simulator->is_in_gap = false;
    } else {
        simulator->is_in_gap = simulator->good > 0;
    }
    simulator->number++;
    if (simulator->restart_at != 0 && simulator->number == simulator->restart_at) {
        simulator->number = 0;
        simulator->restart_at = 0;
        simulator->is_in_gap = true;
    }
    return send_faulty(simulator, fault, message, length);
}

static bool answer_questions(const struct lmg_simulator *simulator, const char *questions)
{
    char message[MESSAGE_MAX];
    float numbers[32];
    const size_t count = collect(simulator, questions, numbers);
    return send_bytes(simulator, message, compose_ascii(numbers, count, message));
}

static bool obey(struct lmg_simulator *simulator, const char *command)
{
    char text[128];
    if (strcmp(command, "*OPC?") == 0) {
        return send_text(simulator, "1\n");
    }
    if (strcmp(command, "*IDN?") == 0) {
        (void)snprintf(text, sizeof text, "%s\n", simulator->identity);
        return send_text(simulator, text);
    }
    if (strcmp(command, "ERRALL?") == 0) {
        return send_text(simulator, "0\n");
    }
    if (strncmp(command, "INIM;", 5) == 0) {
        return answer_questions(simulator, command + 5);
    }
    if (strncmp(command, "ACTN;", 5) == 0) {
        (void)snprintf(simulator->action, sizeof simulator->action, "%s", command + 5);
    } else if (strncmp(command, "CYCL ", 5) == 0) {
        simulator->cycle_s = strtod(command + 5, NULL);
    } else if (strncmp(command, "FRMT ", 5) == 0) {
        simulator->is_packed = strcmp(command + 5, "PACKED") == 0;
    } else if (strcmp(command, "CONT ON") == 0 && simulator->action[0] != '\0') {
        simulator->is_running = true;
        simulator->next_ns = now_ns();
    } else if (strcmp(command, "CONT OFF") == 0 || strcmp(command, "*RST") == 0) {
        simulator->is_running = false;
    }
    return true;
}

static bool obey_lines(struct lmg_simulator *simulator, char *input, size_t *length)
{
    char *begin = input;
    char *end = NULL;
    while ((end = memchr(begin, '\n', *length)) != NULL) {
        const size_t taken = (size_t)(end - begin) + 1;
        *end = '\0';
        begin[strcspn(begin, "\r")] = '\0';
        /* A break may be left in front of a command. */
        while (*begin != '\0' && (*begin < ' ' || *begin > '~')) {
            begin++;
        }
        if (!simulator->is_mute && !obey(simulator, begin)) {
            return false;
        }
        *length -= taken;
        begin = end + 1;
    }
    memmove(input, begin, *length);
    return true;
}

/* What is due by itself. @return false: hang up */
static bool act(struct lmg_simulator *simulator)
{
    if (simulator->babbles) {
        return send_garbage(simulator);
    }
    if (!simulator->is_running || (!simulator->is_fast && now_ns() < simulator->next_ns)) {
        return true;
    }
    const int64_t cycle_ns = (int64_t)(simulator->cycle_s * 1e9);
    simulator->next_ns += cycle_ns;
    if (simulator->messages != 0 && simulator->number >= simulator->messages) {
        return false;
    }
    if (simulator->silent_at != 0 && simulator->number == simulator->silent_at) {
        simulator->silent_at = 0;
        simulator->next_ns += SILENCE_NS;
        simulator->number += (uint64_t)(SILENCE_NS / cycle_ns);
        simulator->is_in_gap = true;
        return true;
    }
    return send_message(simulator);
}

void lmg_simulator_serve(struct lmg_simulator *simulator)
{
    char input[4096];
    size_t length = 0;
    bool was_open = false;
    for (bool goes_on = true; goes_on;) {
        const bool is_busy = simulator->is_running && simulator->is_fast;
        struct pollfd line = {.fd = simulator->line, .events = POLLIN};
        const int ready = poll(&line, 1, is_busy ? 0 : simulator->babbles ? 5 : 1);
        if (ready > 0) {
            const ssize_t got = read(simulator->line, input + length, sizeof input - length);
            /* Until somebody opens the slave of a pty its master reads EIO. */
            if (got < 0 && errno == EIO && !was_open) {
                const struct timespec moment = {.tv_nsec = 1000000};
                (void)nanosleep(&moment, NULL);
                continue;
            }
            if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) {
                return;
            }
            was_open = true;
            length += got > 0 ? (size_t)got : 0;
            goes_on = obey_lines(simulator, input, &length);
        }
        goes_on = goes_on && act(simulator);
    }
}

int lmg_simulator_open_pty(char *path, unsigned size)
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    struct termios line;
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 ||
        ptsname_r(master, path, size) != 0 || tcgetattr(master, &line) != 0) {
        return -1;
    }
    line.c_lflag = 0;
    line.c_oflag = 0;
    line.c_iflag = 0;
    return tcsetattr(master, TCSANOW, &line) == 0 ? master : -1;
}
