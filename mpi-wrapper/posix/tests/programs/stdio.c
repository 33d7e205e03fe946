/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known I/O by streams: the argument is a folder. */
#include "expect.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_all(void)
{
    char data[80];
    memset(data, 'y', sizeof data);
    FILE *const file = fopen("stdio.dat", "w+");
    expect(fprintf(file, "%d %s\n", 42, "abc") == 7, "fprintf");
    expect(fputs("hello\n", file) >= 0, "fputs");
    expect(fputc('x', file) == 'x' && putc('\n', file) == '\n', "fputc, putc");
    expect(fwrite(data, 10, 7, file) == 7, "fwrite");
    expect(fflush(file) == 0, "fflush");
    expect(fclose(file) == 0, "fclose");
}

static void read_all(void)
{
    char text[80], word[9];
    int number = 0;
    char *line = NULL;
    size_t size = 0;
    FILE *const file = fopen("stdio.dat", "r");
    expect(fgets(text, 50, file) != NULL && strcmp(text, "42 abc\n") == 0, "fgets");
    const int first = fgetc(file);
    expect(first == 'h' && ungetc(first, file) == 'h', "fgetc, ungetc");
    expect(fgets(text, 50, file) != NULL && strcmp(text, "hello\n") == 0, "fgets again");
    expect(getdelim(&line, &size, '\n', file) == 2 && line[0] == 'x', "getdelim");
    expect(fread(text, 7, 11, file) == 10, "fread up to the end");
    expect(fseek(file, -85, SEEK_CUR) == 0 && ftell(file) == 0, "fseek");
    /* NOLINTNEXTLINE(cert-err34-c): what it reads is known */
    expect(fscanf(file, "%d %8s", &number, word) == 2 && number == 42, "fscanf");
    expect(fclose(file) == 0, "fclose");
    free(line);
}

int main(int count, char **arguments)
{
    if (count != 2 || chdir(arguments[1]) != 0) {
        return 2;
    }
    write_all();
    read_all();
    FILE *const file = fopen("stdio.dat", "a");
    expect(fputs("end", file) >= 0 && fclose(file) == 0, "append");
    expect(fopen("missing/stdio.dat", "r") == NULL, "fopen what is missing");
    expect(printf("%s\n", "to the terminal") == 16, "printf");
    return failures > 0;
}
