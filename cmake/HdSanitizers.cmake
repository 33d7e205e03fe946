# SPDX-License-Identifier: GPL-3.0-or-later
# HD_SANITIZE applies to every target of the build, so that libraries and tests agree.
#
#   HD_SANITIZER_RUNTIME  gcc's library of it, which comes before everything that a test preloads; else empty

set(HD_SANITIZER_RUNTIME "")
if(HD_SANITIZE)
    add_compile_options(-fsanitize=${HD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${HD_SANITIZE})
    if(CMAKE_C_COMPILER_ID STREQUAL GNU)
        set(library libasan.so)
        if(HD_SANITIZE STREQUAL "thread")
            set(library libtsan.so)
        endif()
        execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=${library}
            OUTPUT_VARIABLE HD_SANITIZER_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE)
    endif()
endif()
