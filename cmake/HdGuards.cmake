# SPDX-License-Identifier: GPL-3.0-or-later
# Guards: what a library exports and imports, whether its headers stand alone, whom its sources
# include. They are tests with the label `guard`; instrumented builds skip them, because sanitizers
# and coverage import functions of their own.
#
#   hd_add_guards(hdtrace
#       PREFIXES hd_ hdT_            # every exported name begins with one of them, none with hd__
#       HEADERS include/hdtrace      # folders of public headers, from the current source folder
#       SOURCES src include          # folders whose includes are checked; default: HEADERS and src
#       MAY_INCLUDE hdtrace libxml   # families beside libc and pthreads, see check-includes.sh
#       MAY_IMPORT fprintf stderr)   # exceptions from the forbidden imports
set(HD_GUARDS_DIR ${CMAKE_CURRENT_LIST_DIR}/guards)

if(HD_BUILD_TESTS AND NOT HD_SANITIZE AND NOT CMAKE_C_FLAGS MATCHES "--coverage")
    set(HD_GUARDS ON)
    find_program(HD_NM nm REQUIRED)
    find_program(HD_CXX NAMES c++ g++ clang++ clang++-14)
    add_test(NAME guards-bite COMMAND ${HD_GUARDS_DIR}/test-guards.sh
        ${CMAKE_C_COMPILER} "${HD_CXX}" ${HD_NM})
    set_tests_properties(guards-bite PROPERTIES LABELS guard TIMEOUT ${HD_TIMEOUT_SHORT})
else()
    set(HD_GUARDS OFF)
endif()

function(hd_add_guard target name)
    add_test(NAME guard-${target}-${name} COMMAND ${HD_GUARDS_DIR}/check-${name}.sh ${ARGN})
    set_tests_properties(guard-${target}-${name} PROPERTIES LABELS guard TIMEOUT ${HD_TIMEOUT_SHORT})
endfunction()

function(hd_add_guards target)
    if(NOT HD_GUARDS)
        return()
    endif()
    cmake_parse_arguments(ARG "" "" "PREFIXES;HEADERS;SOURCES;MAY_INCLUDE;MAY_IMPORT" ${ARGN})
    if(NOT ARG_SOURCES)
        set(ARG_SOURCES ${ARG_HEADERS} src)
    endif()
    list(TRANSFORM ARG_HEADERS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    list(TRANSFORM ARG_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    list(JOIN ARG_MAY_INCLUDE "," families)
    hd_add_guard(${target} exports ${HD_NM} $<TARGET_FILE:${target}> ${ARG_PREFIXES})
    hd_add_guard(${target} imports ${HD_NM} $<TARGET_FILE:${target}> ${ARG_MAY_IMPORT})
    hd_add_guard(${target} headers ${CMAKE_C_COMPILER} "${HD_CXX}"
        "$<JOIN:$<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>,:>" ${ARG_HEADERS})
    hd_add_guard(${target} includes "${families}" ${ARG_SOURCES})
endfunction()
