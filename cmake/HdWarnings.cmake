# SPDX-License-Identifier: GPL-3.0-or-later
# hd_warnings(target): the warning set of the project, clean on gcc 12 and clang 14.

set(HD_WARNINGS_COMMON
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wmissing-prototypes
    -Wstrict-prototypes -Wold-style-definition -Wundef -Wvla -Wformat=2 -Wcast-qual
    -Wwrite-strings -Wpointer-arith -Winit-self -Wimplicit-fallthrough -Wswitch-enum)
set(HD_WARNINGS_GNU
    -Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wjump-misses-init -Wnull-dereference
    -Wsuggest-attribute=format)
set(HD_WARNINGS_Clang -Wthread-safety -Wcomma -Wassign-enum)

function(hd_warnings target)
    target_compile_options(${target} PRIVATE
        ${HD_WARNINGS_COMMON} ${HD_WARNINGS_${CMAKE_C_COMPILER_ID}}
        $<$<BOOL:${HD_WERROR}>:-Werror>)
endfunction()
