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

# hd_add_archive(hdtrace OBJECTS $<TARGET_OBJECTS:...> LINK ... EXPORT hdtrace): the same objects as
# libhdtrace.a, target hdtrace-static, for programs that carry the library in themselves. They are one
# object, in which hidden names are local: those of two libraries may be the same. What a user
# of it links as well is named once for this build and once, as plain libraries, for others.
# EXPORT: the CMake package that both forms belong to.
function(hd_add_archive name)
    cmake_parse_arguments(ARG "" "EXPORT" "OBJECTS;LINK;LINK_INSTALLED" ${ARGN})
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}-static.o)
    add_custom_command(OUTPUT ${object}
        COMMAND ${CMAKE_LINKER} -r -o ${object} ${ARG_OBJECTS}
        COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${object}
        DEPENDS ${ARG_OBJECTS} COMMAND_EXPAND_LISTS VERBATIM
        COMMENT "Joining the objects of lib${name}.a")
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    add_library(${name}-static STATIC ${object})
    set_target_properties(${name}-static PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE C)
    target_include_directories(${name}-static INTERFACE
        $<BUILD_INTERFACE:$<TARGET_PROPERTY:${name},INTERFACE_INCLUDE_DIRECTORIES>>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${name}-static INTERFACE ${ARG_LINK})
    foreach(library IN LISTS ARG_LINK_INSTALLED)
        target_link_libraries(${name}-static INTERFACE $<INSTALL_INTERFACE:${library}>)
    endforeach()
    install(TARGETS ${name} ${name}-static EXPORT ${ARG_EXPORT}-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# hd_install_package(hdtrace): the CMake package of hdtrace-config.cmake.in and the targets exported
# for it, hdtrace::NAME.
function(hd_install_package name)
    include(CMakePackageConfigHelpers)
    set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/${name})
    set(made ${CMAKE_CURRENT_BINARY_DIR}/${name}-config)
    configure_package_config_file(${name}-config.cmake.in ${made}.cmake INSTALL_DESTINATION ${folder})
    write_basic_package_version_file(${made}-version.cmake COMPATIBILITY SameMajorVersion)
    install(FILES ${made}.cmake ${made}-version.cmake DESTINATION ${folder})
    install(EXPORT ${name}-targets NAMESPACE ${name}:: DESTINATION ${folder})
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
