# SPDX-License-Identifier: GPL-3.0-or-later
# Fortran programs, and other profiling libraries beside ours.

# hdmpi_run(NAME LIBRARY CASE RANKS PROGRAM [PRELOAD lib:lib] [ENV ...] [ARGUMENTS ...])
function(hdmpi_run name library case ranks program)
    cmake_parse_arguments(ARG "" "PRELOAD" "ARGUMENTS;ENV" ${ARGN})
    hdmpi_mpi(${library})
    set(options "")
    if(ARG_PRELOAD)
        list(APPEND options --preload ${ARG_PRELOAD})
    endif()
    foreach(entry IN LISTS ARG_ENV)
        list(APPEND options --env ${entry})
    endforeach()
    add_test(NAME ${name}
        COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/run_case.py
            --mpiexec ${mpiexec} --mpi ${mpi} --ranks ${ranks} --case ${case}
            --limit ${HDMPI_RUN_SECONDS} ${options}
            --dir ${CMAKE_CURRENT_BINARY_DIR}/${name} -- ${program} ${ARG_ARGUMENTS})
    set_tests_properties(${name} PROPERTIES
            LABELS mpi TIMEOUT ${HD_TIMEOUT_MEDIUM} PROCESSORS 2 ENVIRONMENT
        "${HD_MPI_TEST_ENVIRONMENT};PYTHONDONTWRITEBYTECODE=1")
endfunction()

# hdmpi_tool(NAME SOURCE LIBRARY): another profiling library, for the MPI of ours
function(hdmpi_tool name source library)
    hdmpi_mpi(${library})
    add_library(${name} MODULE programs/${source})
    set_target_properties(${name} PROPERTIES C_VISIBILITY_PRESET default
        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_link_libraries(${name} PRIVATE ${mpi})
    target_compile_options(${name} PRIVATE -Wno-missing-prototypes)
endfunction()

# A profiling library before and behind ours. A sanitizer's runtime has to be loaded first of all.
if(NOT HD_SANITIZE)
    hdmpi_programs(stack)
    foreach(library IN LISTS HDMPI_LIBRARIES)
        set(tool ${library}-counting-tool)
        hdmpi_tool(${tool} counting_tool.c ${library})
        # Called by a jump ours would come back to the program and not to the tool.
        target_compile_options(${tool} PRIVATE -fno-optimize-sibling-calls)
        set(first $<TARGET_FILE:${library}>:$<TARGET_FILE:${tool}>)
        set(second $<TARGET_FILE:${tool}>:$<TARGET_FILE:${library}>)
        set(plain $<TARGET_FILE:${library}-stack-plain>)
        hdmpi_run(${library}.stack.first ${library} stacked 2 ${plain} PRELOAD ${first})
        hdmpi_run(${library}.stack.second ${library} stacked 2 ${plain} PRELOAD ${second})
        hdmpi_run(${library}.stack.linked ${library} stacked 2 $<TARGET_FILE:${library}-stack-linked>
            PRELOAD $<TARGET_FILE:${tool}>)
        if(NOT library STREQUAL hdmpi)
            continue()
        endif()
        hdmpi_run(${library}.stack.disabled ${library} stacked_disabled 2 ${plain}
            PRELOAD ${first} ENV HDTRACE_ENABLED=0)
        hdmpi_run(${library}.stack.off_first ${library} not_stacked_before 2 ${plain}
            PRELOAD ${first} ENV HDTRACE_STACK=0)
        hdmpi_run(${library}.stack.off_second ${library} not_stacked_behind 2 ${plain}
            PRELOAD ${second} ENV HDTRACE_STACK=0)
    endforeach()
endif()

# Handles that MPI gives away again while the wrapper is still in a call about them.
if(NOT HD_SANITIZE)
    hdmpi_programs(reuse)
    foreach(library IN LISTS HDMPI_LIBRARIES)
        set(tool ${library}-reuse-tool)
        hdmpi_tool(${tool} reuse_tool.c ${library})
        foreach(way IN ITEMS linked plain)
            set_target_properties(${library}-reuse-${way} PROPERTIES ENABLE_EXPORTS ON
                C_VISIBILITY_PRESET default)
        endforeach()
        set(which Grequest_complete Cancel Wait none)
        if(library STREQUAL hdmpi-openmpi) # has these from malloc, which keeps them for a thread
            list(REMOVE_ITEM which Wait)
        endif()
        foreach(late IN LISTS which)
            hdmpi_run(${library}.reuse.${late} ${library} reuse_${late} 1
                $<TARGET_FILE:${library}-reuse-plain> ARGUMENTS ${late}
                PRELOAD $<TARGET_FILE:${library}>:$<TARGET_FILE:${tool}>)
        endforeach()
    endforeach()
endif()

# An open that fails at one rank only, as neither MPI library does it by itself.
if(NOT HD_SANITIZE)
    hdmpi_programs(partial)
    foreach(library IN LISTS HDMPI_LIBRARIES)
        set(tool ${library}-partial-tool)
        hdmpi_tool(${tool} partial_tool.c ${library})
        foreach(ranks IN ITEMS all some)
            set(chosen "")
            if(ranks STREQUAL some)
                set(chosen ENV HDTRACE_RANKS=0,2)
            endif()
            hdmpi_run(${library}.partial.${ranks} ${library} partial_${ranks} 3
                $<TARGET_FILE:${library}-partial-plain>
                PRELOAD $<TARGET_FILE:${library}>:$<TARGET_FILE:${tool}> ${chosen} ARGUMENTS @DIR@/data)
        endforeach()
    endforeach()
endif()

# A program's own states, in C.
hdmpi_programs(own)
hdmpi_case(own own 1)

# The drivers of the MPI libraries, because CMake knows at most one of them.
find_program(HD_GFORTRAN gfortran)
find_program(HD_MPIFORT mpifort.mpich)
find_program(HD_OPENMPI_MPIFORT mpifort.openmpi)

# hdmpi_fortran(LIBRARY DRIVER): each binding linked with ours, and preloaded into the same program.
function(hdmpi_fortran library driver)
    foreach(binding IN ITEMS mpifh mpi f08)
        string(TOUPPER HD_${binding} macro)
        foreach(way IN ITEMS linked plain)
            set(program ${CMAKE_BINARY_DIR}/tests/${library}-fortran-${binding}-${way})
            set(ours "")
            if(way STREQUAL linked)
                set(ours -Wl,--no-as-needed $<TARGET_FILE:${library}> $<TARGET_FILE:hdtrace>
                    -Wl,-rpath,$<TARGET_FILE_DIR:${library}>)
            endif()
            set(modules ${CMAKE_CURRENT_BINARY_DIR}/modules/${library}-${binding}-${way})
            file(MAKE_DIRECTORY ${modules})
            # The callbacks' arguments are MPI's; where there are no interfaces for choice buffers, the
            # compiler compares calls of one function with each other.
            set(warnings -fallow-argument-mismatch -w)
            if(binding STREQUAL f08)
                set(warnings -Wall -Wno-unused-dummy-argument)
            endif()
            add_custom_command(OUTPUT ${program}
                COMMAND ${driver} -g ${warnings} -D${macro} -J ${modules}
                    ${CMAKE_CURRENT_SOURCE_DIR}/programs/fortran.F90 -o ${program} ${ours}
                DEPENDS programs/fortran.F90 ${library}
                COMMENT "Building ${library}-fortran-${binding}-${way}" VERBATIM)
            add_custom_target(${library}-fortran-${binding}-${way} ALL DEPENDS ${program})
        endforeach()
        set(name ${library}.fortran.${binding})
        set(program ${CMAKE_BINARY_DIR}/tests/${library}-fortran-${binding})
        set(file "@DIR@/fortran data.out")
        hdmpi_run(${name}.linked ${library} fortran 2 ${program}-linked ARGUMENTS ${file})
        hdmpi_run(${name}.preloaded ${library} fortran 2 ${program}-plain
            PRELOAD $<TARGET_FILE:${library}> ARGUMENTS ${file})
    endforeach()
    hdmpi_run(${library}.fortran.local ${library} fortran_local 2 ${program}-plain
        PRELOAD $<TARGET_FILE:${library}> ENV HDTRACE_LOCAL=1 ARGUMENTS ${file})
    hdmpi_run(${library}.fortran.stacked ${library} fortran_stacked 2 ${program}-plain
        PRELOAD $<TARGET_FILE:${library}>:$<TARGET_FILE:${library}-counting-tool> ARGUMENTS ${file})
endfunction()

if(HD_SANITIZE)
    message(STATUS "The Fortran programs are not built with sanitizers")
elseif(NOT HD_GFORTRAN)
    message(STATUS "The tests of Fortran are left out: there is no gfortran (Debian: gfortran)")
    add_test(NAME hdmpi.fortran COMMAND ${CMAKE_COMMAND} -E echo
        "skipped: there is no gfortran (Debian: gfortran; or: hdtrace test --install-only)")
    set_tests_properties(hdmpi.fortran PROPERTIES LABELS mpi SKIP_REGULAR_EXPRESSION "^skipped: ")
else()
    if(HD_MPI_FOUND AND HD_MPIFORT)
        hdmpi_fortran(hdmpi ${HD_MPIFORT})
    endif()
    if(HD_OPENMPI_FOUND AND HD_OPENMPI_MPIFORT)
        hdmpi_fortran(hdmpi-openmpi ${HD_OPENMPI_MPIFORT})
    endif()
endif()

# hdmpi_cxx(LIBRARY DRIVER)
function(hdmpi_cxx library driver)
    set(program ${CMAKE_BINARY_DIR}/tests/${library}-cxx)
    add_custom_command(OUTPUT ${program}
        COMMAND ${driver} -g -Wall ${ARGN} ${CMAKE_CURRENT_SOURCE_DIR}/programs/cxx.cpp -o ${program}
        DEPENDS programs/cxx.cpp COMMENT "Building ${library}-cxx" VERBATIM)
    add_custom_target(${library}-cxx ALL DEPENDS ${program})
    hdmpi_run(${library}.cxx.preloaded ${library} cxx 2 ${program} PRELOAD $<TARGET_FILE:${library}>)
endfunction()

find_program(HD_CXX NAMES c++ g++ clang++ clang++-14)
find_program(HD_MPICXX mpicxx.mpich)
find_program(HD_OPENMPI_MPICXX mpicxx.openmpi)
if(HD_CXX AND NOT HD_SANITIZE)
    if(HD_MPI_FOUND AND HD_MPICXX)
        hdmpi_cxx(hdmpi ${HD_MPICXX})
    endif()
    if(HD_OPENMPI_FOUND AND HD_OPENMPI_MPICXX)
        hdmpi_cxx(hdmpi-openmpi ${HD_OPENMPI_MPICXX} -lmpi_cxx)
    endif()
endif()

# Places of calls. The programs are built by the test, with several kinds of debug information.
if(TARGET hdtrace-source AND NOT HD_SANITIZE)
    foreach(library IN LISTS HDMPI_LIBRARIES)
        hdmpi_mpi(${library})
        set(mpicc ${HD_MPICC})
        if(library STREQUAL hdmpi-openmpi)
            set(mpicc ${HD_OPENMPI_MPICC})
        endif()
        add_test(NAME ${library}.source
            COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/source_test.py
                --mpicc ${mpicc} --mpiexec ${mpiexec} --mpi ${mpi}
                --library $<TARGET_FILE:${library}> --tool $<TARGET_FILE:hdtrace-source>
                --merge $<TARGET_FILE:hdtrace-merge>
                --dir ${CMAKE_CURRENT_BINARY_DIR}/${library}-source)
        set_tests_properties(${library}.source PROPERTIES
            LABELS mpi TIMEOUT ${HD_TIMEOUT_MEDIUM} PROCESSORS 2
            ENVIRONMENT "${HD_MPI_TEST_ENVIRONMENT};PYTHONDONTWRITEBYTECODE=1")
    endforeach()
endif()

# Installed, and used by pkg-config and as a CMake package, shared and as an archive.
if(NOT HD_SANITIZE)
    foreach(library IN LISTS HDMPI_LIBRARIES)
        hdmpi_mpi(${library})
        set(mpicc ${HD_MPICC})
        set(mpifort ${HD_MPIFORT})
        if(library STREQUAL hdmpi-openmpi)
            set(mpicc ${HD_OPENMPI_MPICC})
            set(mpifort ${HD_OPENMPI_MPIFORT})
        endif()
        if(NOT HD_GFORTRAN OR NOT mpifort)
            set(mpifort "")
        endif()
        add_test(NAME ${library}.package
            COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/package_test.sh ${CMAKE_COMMAND}
                ${PROJECT_BINARY_DIR} ${library} ${mpicc} ${mpiexec} "${mpifort}")
        set_tests_properties(${library}.package PROPERTIES
            LABELS mpi TIMEOUT ${HD_TIMEOUT_MEDIUM} PROCESSORS 2
            ENVIRONMENT "${HD_MPI_TEST_ENVIRONMENT}")
    endforeach()
endif()
