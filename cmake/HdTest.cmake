# SPDX-License-Identifier: GPL-3.0-or-later
# hd_add_test(name SOURCES ... LINK ... [LABELS ...] [ARGUMENTS ...]): one cmocka program, one ctest entry.

# Seconds after which a test hangs: some twenty times what those of its class take on an idle machine,
# the longest of them 5, 15 and 75 s. SHORT: programs of one process; MEDIUM: what starts MPI, valgrind
# or a compiler; LONG: hundreds of runs. A sanitizer makes them several times slower.
set(HD_TIMEOUT_SHORT 100)
set(HD_TIMEOUT_MEDIUM 300)
set(HD_TIMEOUT_LONG 1500)
if(HD_SANITIZE)
    foreach(class IN ITEMS SHORT MEDIUM LONG)
        math(EXPR HD_TIMEOUT_${class} "5 * ${HD_TIMEOUT_${class}}")
    endforeach()
endif()

if(HD_BUILD_TESTS)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
endif()

function(hd_add_test name)
    if(NOT HD_BUILD_TESTS)
        return()
    endif()
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK;LABELS;ARGUMENTS" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests) # check.h
    target_link_libraries(${name} PRIVATE ${ARG_LINK} PkgConfig::CMOCKA)
    hd_warnings(${name})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    add_test(NAME ${name} COMMAND ${name} ${ARG_ARGUMENTS})
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${HD_TIMEOUT_SHORT})
endfunction()
