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

# hd_install_pkg_config(name): make name.pc from name.pc.in and install it. Its prefix is told from
# where the file lies, so that an installed tree may be moved.
function(hd_install_pkg_config name)
    set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    file(RELATIVE_PATH HD_PC_UP /${pc_dir} /)
    string(REGEX REPLACE "/$" "" HD_PC_UP "${HD_PC_UP}")
    configure_file(${name}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${pc_dir})
endfunction()
