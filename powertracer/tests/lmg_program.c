/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulated LMG meter as a program: it prints the path of its line, or listens on a TCP port,
 * and serves one user after the other until it is killed.
 *
 *   lmg-simulator [pty | tcp PORT] [watts W] [silent-at N] [faults PERCENT] [mute] [identity TEXT]
 */
#include "lmg_simulator.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int listen_on(uint16_t *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(*port)};
    socklen_t length = sizeof address;
    const int yes = 1;
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(listener, (const struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, 5) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) != 0) {
        perror("lmg-simulator");
        _exit(1);
    }
    *port = ntohs(address.sin_port);
    return listener;
}

/* The port that takes a break and answers `0 ok`. */
static void *serve_breaks(void *argument)
{
    const int listener = *(const int *)argument;
    char text[16];
    for (;;) {
        const int line = accept(listener, NULL, NULL);
        if (read(line, text, sizeof text) > 0 && strncmp(text, "break", 5) == 0) {
            (void)!write(line, "0 ok\n", 5);
        }
        (void)close(line);
    }
    return NULL;
}

static void serve_tcp(struct lmg_simulator *simulator)
{
    uint16_t port = 0;
    uint16_t break_port = 0;
    static int breaks;
    pthread_t thread;
    const int listener = listen_on(&port);
    breaks = listen_on(&break_port);
    if (pthread_create(&thread, NULL, serve_breaks, &breaks) != 0) {
        _exit(1);
    }
    printf("127.0.0.1:%u %u\n", port, break_port);
    (void)fflush(stdout);
    for (;;) {
        simulator->line = accept(listener, NULL, NULL);
        simulator->is_running = false;
        lmg_simulator_serve(simulator);
        (void)close(simulator->line);
    }
}

static void serve_pty(struct lmg_simulator *simulator)
{
    char path[64];
    simulator->line = lmg_simulator_open_pty(path, sizeof path);
    if (simulator->line < 0) {
        perror("lmg-simulator");
        _exit(1);
    }
    printf("%s\n", path);
    (void)fflush(stdout);
    for (;;) {
        simulator->is_running = false;
        lmg_simulator_serve(simulator);
    }
}

int main(int argc, char **argv)
{
    struct lmg_simulator simulator = {
        .identity = "\"ZES ZIMMER Electronic Systems GmbH, LMG450, 1234, 5.6\"",
        .watts = 217.5,
        .random = 7};
    bool is_tcp = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(word, "tcp") == 0) {
            is_tcp = true;
        } else if (strcmp(word, "mute") == 0) {
            simulator.is_mute = true;
        } else if (strcmp(word, "watts") == 0) {
            simulator.watts = strtod(value, NULL);
        } else if (strcmp(word, "silent-at") == 0) {
            simulator.silent_at = strtoull(value, NULL, 10);
        } else if (strcmp(word, "messages") == 0) {
            simulator.messages = strtoull(value, NULL, 10);
        } else if (strcmp(word, "identity") == 0) {
            simulator.identity = value;
        } else if (strcmp(word, "faults") == 0) {
            simulator.percent = (unsigned)strtoul(value, NULL, 10);
            memset(&simulator.uses[1], true, LMG_FAULT_KINDS - 1);
        }
    }
    (void)signal(SIGPIPE, SIG_IGN);
    if (is_tcp) {
        serve_tcp(&simulator);
    } else {
        serve_pty(&simulator);
    }
    return 0;
}
