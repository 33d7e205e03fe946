/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ---- POSIX and stdio ---------------------------------------------------------------------------
 */

static int posix_flags(long long how)
{
    static const int flags[] = {0,        0,      O_CREAT, O_EXCL,  O_TRUNC,
                                O_APPEND, O_SYNC, O_DSYNC, O_DIRECT};
    int sum = (how & 3) == 3 ? O_RDWR : (how & 2) != 0 ? O_WRONLY : O_RDONLY;
    for (int i = 0; i < 9; i++) {
        sum |= (how >> i & 1) != 0 ? flags[i] : 0;
    }
    return sum;
}

static const char *posix_mode(long long how)
{
    return (how & 2) == 0   ? "r"
           : (how & 1) == 0 ? ((how & 32) != 0 ? "a" : "w")
                            : ((how & 32) != 0 ? "a+" : "r+");
}

static FILE *stream_of(const struct call *c)
{
    if (streams[c->file] == NULL) {
        const int flags = fcntl(fds[c->file], F_GETFL);
        check_system(c, flags);
        const long long how = ((flags & O_ACCMODE) != O_WRONLY ? 1 : 0) |
                              ((flags & O_ACCMODE) != O_RDONLY ? 2 : 0) |
                              ((flags & O_APPEND) != 0 ? 32 : 0);
        streams[c->file] = fdopen(fds[c->file], posix_mode(how));
        check_system(c, streams[c->file] == NULL ? -1 : 0);
    }
    return streams[c->file];
}

static void use_posix(const struct call *c)
{
    const long long *const n = &numbers[c->first];
    const size_t bytes = (size_t)c->bytes;
    char path[PATH_BYTES], other[PATH_BYTES];
    long long result = 0;
    switch (c->what) {
    case C_open:
    case C_fopen:
        path_of(path, n[0]);
        fds[c->file] = open(path, posix_flags(n[1]) | O_CLOEXEC, 0600);
        result = fds[c->file];
        if (result >= 0 && c->what == C_fopen) {
            streams[c->file] = fdopen(fds[c->file], posix_mode(n[1]));
            result = streams[c->file] == NULL ? -1 : 0;
        }
        break;
    case C_fdopen:
        (void)stream_of(c);
        break;
    case C_close:
    case C_fclose:
        result = streams[c->file] != NULL ? fclose(streams[c->file]) : close(fds[c->file]);
        streams[c->file] = NULL;
        break;
    case C_read:
        result = read(fds[c->file], in_data, bytes);
        break;
    case C_write:
        result = write(fds[c->file], out_data, bytes);
        break;
    case C_pread:
        result = pread(fds[c->file], in_data, bytes, c->offset);
        break;
    case C_pwrite:
        result = pwrite(fds[c->file], out_data, bytes, c->offset);
        break;
    case C_fread:
        result =
            fread(in_data, 1, bytes, stream_of(c)) < bytes && ferror(streams[c->file]) ? -1 : 0;
        break;
    case C_fwrite:
        result = fwrite(out_data, 1, bytes, stream_of(c)) < bytes ? -1 : 0;
        break;
    case C_lseek:
        result = lseek(fds[c->file], c->offset,
                       c->peer == 0   ? SEEK_SET
                       : c->peer == 1 ? SEEK_CUR
                                      : SEEK_END);
        break;
    case C_fseek:
        result = fseeko(stream_of(c), c->offset,
                        c->peer == 0   ? SEEK_SET
                        : c->peer == 1 ? SEEK_CUR
                                       : SEEK_END);
        break;
    case C_fflush:
        result = fflush(stream_of(c));
        break;
    case C_fsync:
        result = fsync(fds[c->file]);
        break;
    case C_fdatasync:
        result = fdatasync(fds[c->file]);
        break;
    case C_ftruncate:
        result = ftruncate(fds[c->file], c->count);
        break;
    case C_fallocate:
        errno = c->count == 0 ? 0 : posix_fallocate(fds[c->file], c->offset, c->count);
        result = errno == 0 ? 0 : -1;
        break;
    case C_dup:
        fds[n[0]] = fcntl(fds[c->file], F_DUPFD_CLOEXEC, 0);
        result = fds[n[0]];
        break;
    case C_truncate:
        path_of(path, c->file);
        result = truncate(path, c->count);
        break;
    case C_unlink:
        path_of(path, c->file);
        result = unlink(path);
        break;
    case C_rename:
        path_of(path, c->file);
        path_of(other, n[0]);
        result = rename(path, other);
        break;
    default:
        give_up(c, "not a call of this program");
    }
    check_system(c, result);
}
