# SPDX-License-Identifier: GPL-3.0-or-later
# hd_add_library(name VERSION_SCRIPT-free public library), hd_add_program(name): targets with the
# project's flags, installed with their headers.
#
#   hd_add_library(hdtrace SOURCES src/a.c ... LINK lib ... INCLUDE include)
#   hd_add_program(hdtrace-merge SOURCES src/main.c LINK hdtrace)

function(hd_add_library name)
    cmake_parse_arguments(ARG "" "INCLUDE" "SOURCES;LINK;PUBLIC_LINK" ${ARGN})
    add_library(${name} SHARED ${ARG_SOURCES})
    target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L)
    target_include_directories(${name} PUBLIC
        $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/${ARG_INCLUDE}>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${name} PRIVATE ${ARG_LINK} PUBLIC ${ARG_PUBLIC_LINK})
    set_target_properties(${name} PROPERTIES
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
        INSTALL_RPATH "$ORIGIN")
    hd_warnings(${name})
    install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(DIRECTORY ${ARG_INCLUDE}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endfunction()

function(hd_add_program name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L)
    target_link_libraries(${name} PRIVATE ${ARG_LINK})
    set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    hd_warnings(${name})
    install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
