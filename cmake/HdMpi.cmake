# SPDX-License-Identifier: GPL-3.0-or-later
# The MPI libraries of this machine. Each is asked for by its own name and recognized by its header, so
# that it doesn't matter which one is the system's default. Components that need one are left out
# where it is absent. Include it where MPI is used; a second include changes nothing.
#
#               MPICH           Open MPI
#   found       HD_MPI_FOUND    HD_OPENMPI_FOUND
#   target      hd_mpi          hd_openmpi          include folders and libraries
#   launcher    HD_MPIEXEC      HD_OPENMPI_MPIEXEC
#   compiler    HD_MPICC        HD_OPENMPI_MPICC
#   libmpi      HD_MPI_LIBRARY  HD_OPENMPI_LIBRARY  the library that exports the functions
#
#   HD_TEST_MPIEXEC  MPICH's launcher for tests: ranks that wait let go of their processor (tests/polite.c)
#   HD_TEST_OPENMPI_MPIEXEC  Open MPI's for tests: it has a session folder of its own
#   HD_MPI_TEST_ENVIRONMENT  what tests that start MPI programs set: MPI itself leaks at exit and is not
#                built for ThreadSanitizer, which is not what a sanitizer build is after; Open MPI
#                refuses to run as root, or with more ranks than processors, unless it is told so. No test
#                needs names of PCI devices: hwloc, which MPICH asks, has one more piece of memory for each
#                of thousands, over which AddressSanitizer takes seconds in each rank
include_guard(GLOBAL)

set(HD_MPI_TEST_ENVIRONMENT
    ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=ignore_noninstrumented_modules=1 UCX_MEM_EVENTS=n
    HWLOC_COMPONENTS=-pci OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
    CACHE INTERNAL "Environment of tests that start MPI programs")

# Words of what the compiler driver would pass on that begin with `flag`, without it.
function(hd__mpi_words result driver flag)
    execute_process(COMMAND ${driver} -show OUTPUT_VARIABLE shown ERROR_QUIET)
    separate_arguments(shown UNIX_COMMAND "${shown}")
    list(FILTER shown INCLUDE REGEX "^${flag}")
    list(TRANSFORM shown REPLACE "^${flag}" "")
    set(${result} "${shown}" PARENT_SCOPE)
endfunction()

function(hd__mpi_header_is result driver macro)
    hd__mpi_words(include_dirs ${driver} -I)
    list(TRANSFORM include_dirs PREPEND -I)
    set(probe ${CMAKE_BINARY_DIR}/CMakeFiles/mpi-probe.c)
    file(WRITE ${probe} "#include <mpi.h>\n")
    execute_process(COMMAND ${CMAKE_C_COMPILER} ${include_dirs} -E -dM ${probe}
        OUTPUT_VARIABLE macros ERROR_QUIET)
    if(macros MATCHES "#define ${macro} ")
        set(${result} TRUE PARENT_SCOPE)
    else()
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()

function(hd__mpicc_of_mpich result candidate)
    hd__mpi_header_is(fits ${candidate} MPICH_VERSION)
    set(${result} ${fits} PARENT_SCOPE)
endfunction()

function(hd__mpicc_of_openmpi result candidate)
    hd__mpi_header_is(fits ${candidate} OMPI_MAJOR_VERSION)
    set(${result} ${fits} PARENT_SCOPE)
endfunction()

function(hd__mpiexec_of_mpich result candidate)
    execute_process(COMMAND ${candidate} --version OUTPUT_VARIABLE version ERROR_QUIET)
    string(FIND "${version}" "HYDRA" at)
    if(at LESS 0)
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()

function(hd__mpiexec_of_openmpi result candidate)
    execute_process(COMMAND ${candidate} --version OUTPUT_VARIABLE version ERROR_QUIET)
    if(NOT version MATCHES "OpenRTE|Open MPI")
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()

# The target of one MPI. Not MPI::MPI_C: its options are the distribution's, not ours, and there is
# only one of it.
function(hd__add_mpi target prefix driver)
    hd__mpi_words(include_dirs ${driver} -I)
    hd__mpi_words(library_dirs ${driver} -L)
    hd__mpi_words(names ${driver} -l)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${include_dirs})
    foreach(name IN LISTS names)
        find_library(${prefix}_LIB_${name} ${name} HINTS ${library_dirs} REQUIRED)
        mark_as_advanced(${prefix}_LIB_${name})
        target_link_libraries(${target} INTERFACE ${${prefix}_LIB_${name}})
    endforeach()
    list(GET names 0 first)
    set(${prefix}_LIBRARY ${${prefix}_LIB_${first}} CACHE INTERNAL "Library of the MPI functions")
endfunction()

# A launcher that preloads it, behind what the test itself preloads, and behind a sanitizer's runtime,
# which must come first. It has the name of the true one, by which it's known as MPICH's.
function(hd__add_polite_launcher)
    add_library(hd_polite SHARED ${CMAKE_SOURCE_DIR}/tests/polite.c)
    target_link_libraries(hd_polite PRIVATE ${CMAKE_DL_LIBS})
    hd_warnings(hd_polite)
    get_filename_component(name ${HD_MPIEXEC} NAME)
    set(HD_TEST_MPIEXEC ${CMAKE_BINARY_DIR}/tests/${name} CACHE INTERNAL "Launcher of MPICH for tests")
    set(first "\${LD_PRELOAD:+\$LD_PRELOAD:}")
    if(HD_SANITIZER_RUNTIME)
        set(first "\${LD_PRELOAD:-${HD_SANITIZER_RUNTIME}}:")
    endif()
    hd__write_launcher(${HD_TEST_MPIEXEC}
        "exec \"@HD_MPIEXEC@\" -genv LD_PRELOAD \"@first@@CMAKE_LIBRARY_OUTPUT_DIRECTORY@/libhd_polite.so\" \"$@\"\n")
endfunction()

# Launchers of Open MPI that run side by side share a session folder, which one removes while another
# begins in it (open-mpi/ompi issue 7049), unless each is told of a folder of its own. Those of
# launchers that have ended are removed by the next one.
function(hd__add_lonely_launcher)
    get_filename_component(name ${HD_OPENMPI_MPIEXEC} NAME)
    set(HD_TEST_OPENMPI_MPIEXEC ${CMAKE_BINARY_DIR}/tests/openmpi/${name} CACHE INTERNAL
        "Launcher of Open MPI for tests")
    hd__write_launcher(${HD_TEST_OPENMPI_MPIEXEC}
        "sessions=\"@CMAKE_BINARY_DIR@/sessions\"\nfolder=$sessions/$$\n"
        "for old in \"$sessions\"/*\; do kill -0 \"\${old##*/}\" 2>/dev/null || rm -rf \"$old\"\; done\n"
        "mkdir -p \"$folder\"\n"
        "OMPI_MCA_orte_tmpdir_base=$folder exec \"@HD_OPENMPI_MPIEXEC@\" \"$@\"\n")
endfunction()

function(hd__write_launcher file)
    string(CONCAT text "#!/bin/sh\n" ${ARGN})
    string(CONFIGURE "${text}" text @ONLY)
    file(CONFIGURE OUTPUT ${file} @ONLY CONTENT "${text}")
    file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE)
endfunction()

find_program(HD_MPICC NAMES mpicc.mpich mpicc VALIDATOR hd__mpicc_of_mpich
    DOC "Compiler driver of MPICH")
find_program(HD_MPIEXEC NAMES mpiexec.mpich mpiexec.hydra mpiexec VALIDATOR hd__mpiexec_of_mpich
    DOC "Launcher of MPICH")
find_program(HD_OPENMPI_MPICC NAMES mpicc.openmpi mpicc VALIDATOR hd__mpicc_of_openmpi
    DOC "Compiler driver of Open MPI")
find_program(HD_OPENMPI_MPIEXEC NAMES mpiexec.openmpi orterun mpiexec
    VALIDATOR hd__mpiexec_of_openmpi DOC "Launcher of Open MPI")

# In the cache, so that every folder sees it however often the file is included.
set(HD_MPI_FOUND FALSE CACHE INTERNAL "MPICH was found")
if(HD_MPICC AND HD_MPIEXEC)
    set(HD_MPI_FOUND TRUE CACHE INTERNAL "MPICH was found")
    hd__add_mpi(hd_mpi HD_MPI ${HD_MPICC})
    set(HD_TEST_MPIEXEC ${HD_MPIEXEC} CACHE INTERNAL "Launcher of MPICH for tests")
    if(HD_BUILD_TESTS AND (HD_SANITIZER_RUNTIME OR NOT HD_SANITIZE))
        hd__add_polite_launcher()
    endif()
else()
    message(STATUS "MPICH was not found: what needs MPI is not built (Debian: libmpich-dev mpich)")
endif()
set(HD_OPENMPI_FOUND FALSE CACHE INTERNAL "Open MPI was found")
if(HD_OPENMPI_MPICC AND HD_OPENMPI_MPIEXEC)
    set(HD_OPENMPI_FOUND TRUE CACHE INTERNAL "Open MPI was found")
    hd__add_mpi(hd_openmpi HD_OPENMPI ${HD_OPENMPI_MPICC})
    hd__add_lonely_launcher()
else()
    message(STATUS "Open MPI was not found: nothing is built for it "
        "(Debian: libopenmpi-dev openmpi-bin)")
endif()
