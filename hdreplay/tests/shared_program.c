/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that share a descriptor and a stream, which the first thread opens and closes. The
 * argument is a folder. */
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 200, BYTES = 64 };

static int file = -1;
static FILE *messages;

static void *work(void *argument)
{
    const intptr_t number = (intptr_t)argument;
    char data[BYTES];
    intptr_t failures = 0;
    memset(data, 'a' + (int)number, sizeof data);
    for (int i = 0; i < ROUNDS; i++) {
        const off_t place = (off_t)(number * ROUNDS + i) * BYTES;
        failures += pwrite(file, data, sizeof data, place) != BYTES;
        if (i % 20 == 0) {
            failures += fprintf(messages, "%d %d\n", (int)number, i) < 0;
        }
    }
    return (void *)failures; // NOLINT(performance-no-int-to-ptr)
}

int main(int count, char **arguments)
{
    pthread_t threads[THREADS];
    bool failed = count != 2 || chdir(arguments[1]) != 0;
    file = open("shared.dat", O_RDWR | O_CREAT, 0600);
    messages = fopen("messages.txt", "w");
    if (failed || file < 0 || messages == NULL) {
        return 2;
    }
    for (intptr_t i = 0; i < THREADS; i++) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr)
        failed = pthread_create(&threads[i], NULL, work, (void *)i) != 0 || failed;
    }
    for (int i = 0; i < THREADS; i++) {
        void *failures = NULL;
        failed = pthread_join(threads[i], &failures) != 0 || failures != NULL || failed;
    }
    failed = fclose(messages) != 0 || failed;
    return close(file) != 0 || failed;
}
