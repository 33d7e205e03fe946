/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that do known I/O, each to a file of its own and all to one: the argument is a folder.
 * The last one is still there when the process ends. */
#include "expect.h"

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 4, WRITES = 200 };

static int common;
static int gate[2];
static sem_t is_waiting;

static void *work(void *argument)
{
    const long number = *(const long *)argument;
    char name[32], data[64];
    memset(data, 'a' + (int)number, sizeof data);
    (void)snprintf(name, sizeof name, "threads-%ld.dat", number);
    const int own = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (int i = 0; i < WRITES; i++) {
        expect(write(own, data, 10 + (size_t)number) == 10 + number, "write");
        expect(pwrite(common, data, 64, (number * WRITES + i) * 64) == 64, "pwrite");
    }
    expect(close(own) == 0, "close");
    return NULL;
}

static void *wait_for_ever(void *unused)
{
    char data = 0;
    (void)unused;
    (void)sem_post(&is_waiting);
    expect(read(gate[0], &data, 1) == -2, "this read never ends");
    return NULL;
}

int main(int count, char **arguments)
{
    static long numbers[THREADS] = {0, 1, 2, 3};
    pthread_t threads[THREADS], last;
    if (count != 2 || chdir(arguments[1]) != 0 || pipe(gate) != 0 ||
        sem_init(&is_waiting, 0, 0) != 0) {
        return 2;
    }
    common = open("threads.dat", O_RDWR | O_CREAT | O_TRUNC, 0600);
    for (int i = 0; i < THREADS; i++) {
        expect(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0, "pthread_create");
    }
    for (int i = 0; i < THREADS; i++) {
        expect(pthread_join(threads[i], NULL) == 0, "pthread_join");
    }
    expect(pthread_create(&last, NULL, wait_for_ever, NULL) == 0, "pthread_create");
    (void)sem_wait(&is_waiting);
    return failures > 0;
}
