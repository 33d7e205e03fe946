# SPDX-License-Identifier: GPL-3.0-or-later
# MPICH, asked for by name so that another MPI set as the system's default does no harm:
#   hd_mpi       imported target with the include folder and libraries
#   HD_MPIEXEC   the launcher that belongs to it
#   HD_MPI_FOUND whether both were found; components that need MPI are left out otherwise
# Include it where MPI is used; a second include changes nothing.
#   HD_MPI_TEST_ENVIRONMENT  what tests that start MPI programs set: MPI itself leaks at exit and is not
#                built for ThreadSanitizer, which is not what a sanitizer build is after
include_guard(GLOBAL)

set(HD_MPI_TEST_ENVIRONMENT
    ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=ignore_noninstrumented_modules=1 UCX_MEM_EVENTS=n
    CACHE INTERNAL "Environment of tests that start MPI programs")

find_program(HD_MPICC NAMES mpicc.mpich mpicc DOC "Compiler driver of MPICH")
find_program(HD_MPIEXEC NAMES mpiexec.mpich mpiexec.hydra mpiexec DOC "Launcher of MPICH")

# In the cache, so that every folder sees it however often the file is included.
set(HD_MPI_FOUND FALSE CACHE INTERNAL "MPICH was found")
if(HD_MPICC AND HD_MPIEXEC)
    set(MPI_C_COMPILER ${HD_MPICC})
    set(MPIEXEC_EXECUTABLE ${HD_MPIEXEC})
    set(MPI_CXX_SKIP_MPICXX TRUE)
    find_package(MPI QUIET COMPONENTS C)
    if(MPI_C_FOUND)
        set(HD_MPI_FOUND TRUE CACHE INTERNAL "MPICH was found")
        add_library(hd_mpi INTERFACE IMPORTED GLOBAL)
        # Not MPI::MPI_C itself: its compile and link options are the distribution's, not ours.
        target_include_directories(hd_mpi SYSTEM INTERFACE ${MPI_C_INCLUDE_DIRS})
        target_link_libraries(hd_mpi INTERFACE ${MPI_C_LIBRARIES})
    endif()
endif()
if(NOT HD_MPI_FOUND)
    message(STATUS "MPICH was not found: what needs MPI is not built (Debian: libmpich-dev mpich)")
endif()
