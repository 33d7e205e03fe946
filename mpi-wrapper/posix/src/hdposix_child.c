/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Children: those that borrow our memory, and all that have our descriptors, whose positions they
 * move as well. fork is told by pthread_atfork (hdposix_session.c). */
#include "hdposix.h"
#include "hdposix_session.h"

#include <spawn.h>

#if defined(__x86_64__)
/* vfork returns twice into one frame, so that none of ours may stand there. */
__asm__(".pushsection .text\n"
        ".globl vfork\n"
        ".type vfork,@function\n"
        "vfork:\n"
        "    movq hdp__vforked@gottpoff(%rip), %rax\n"
        "    movl $1, %fs:(%rax)\n"
        "    jmp __vfork@PLT\n"
        ".size vfork,.-vfork\n"
        ".popsection\n");

bool hdp__is_borrowed(void)
{
    if (__builtin_expect(hdp__vforked == 0, 1)) {
        return false;
    }
    if (getpid() != hdp__run.pid) {
        return true;
    }
    hdp__vforked = 0; /* the parent goes on */
    hdp__share_descriptors();
    return false;
}
#else
bool hdp__is_borrowed(void)
{
    return getpid() != hdp__run.pid;
}
#endif

void hdp__share_descriptors(void)
{
    atomic_fetch_add_explicit(&hdp__run.children, 1, memory_order_relaxed);
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are reserved
 */
HDP_EXPORT int system(const char *command)
{
    hdp__share_descriptors();
    return HDP_REAL(system)(command);
}

HDP_EXPORT int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                           const posix_spawnattr_t *attributes, char *const *arguments,
                           char *const *environment)
{
    hdp__share_descriptors();
    return HDP_REAL(posix_spawn)(pid, path, actions, attributes, arguments, environment);
}

HDP_EXPORT int posix_spawnp(pid_t *pid, const char *name, const posix_spawn_file_actions_t *actions,
                            const posix_spawnattr_t *attributes, char *const *arguments,
                            char *const *environment)
{
    hdp__share_descriptors();
    return HDP_REAL(posix_spawnp)(pid, name, actions, attributes, arguments, environment);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
