# SPDX-License-Identifier: GPL-3.0-or-later
# A program made from the table that calls every function which can be called on two ranks.
foreach(library IN LISTS HDMPI_LIBRARIES)
    hdmpi_mpi(${library})
    string(REPLACE hd_mpi mpich family ${mpi})
    string(REPLACE hd_openmpi openmpi family ${family})
    set(calls ${CMAKE_CURRENT_BINARY_DIR}/${library}-smoke.c)
    get_target_property(prototypes ${library} HDMPI_PROTOTYPES)
    get_target_property(definitions ${library} COMPILE_DEFINITIONS)
    list(FILTER definitions INCLUDE REGEX "^OMPI_")
    add_custom_command(
        OUTPUT ${calls} ${calls}.list
        COMMAND Python3::Interpreter ${HDMPI_GENERATOR} ${HDMPI_TABLE} --prototypes ${prototypes}
            --smoke ${CMAKE_CURRENT_SOURCE_DIR}/smoke/arguments.def ${family} ${calls}
        DEPENDS ${HDMPI_TABLE} ${HDMPI_GENERATOR_PARTS} ${prototypes} smoke/arguments.def
        COMMENT "Making the calls of ${library}'s smoke test" VERBATIM)
    foreach(way IN ITEMS linked plain)
        set(target ${library}-smoke-${way})
        add_executable(${target} smoke/frame.c ${calls})
        target_include_directories(${target} PRIVATE smoke)
        target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L ${definitions})
        # Functions that MPI deprecated are called too; some constants look like short arrays.
        target_compile_options(${target} PRIVATE -Wno-deprecated-declarations
            -Wno-stringop-overflow -Wno-stringop-overread -Wno-unknown-warning-option)
        set_target_properties(${target} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
        hd_warnings(${target})
        target_link_libraries(${target} PRIVATE ${mpi} ${CMAKE_DL_LIBS})
    endforeach()
    target_link_libraries(${library}-smoke-linked PRIVATE ${library})
    target_link_options(${library}-smoke-linked PRIVATE -Wl,--no-as-needed)
    set(names ${library}.smoke.linked)
    hdmpi_run(${library}.smoke.linked ${library} smoke 2 $<TARGET_FILE:${library}-smoke-linked>
        ENV HDTRACE_LOCAL=1 ARGUMENTS @DIR@/file)
    if(NOT HD_SANITIZE)
        list(APPEND names ${library}.smoke.preloaded)
        hdmpi_run(${library}.smoke.preloaded ${library} smoke 2 $<TARGET_FILE:${library}-smoke-plain>
            PRELOAD $<TARGET_FILE:${library}> ENV HDTRACE_LOCAL=1 ARGUMENTS @DIR@/file)
    endif()
    set_property(TEST ${names} APPEND PROPERTY ENVIRONMENT
        HDMPI_SCHEMA=${HDMPI_SCHEMA} HDMPI_CALLS=${calls}.list)
endforeach()
