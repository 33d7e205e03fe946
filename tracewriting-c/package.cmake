# SPDX-License-Identifier: GPL-3.0-or-later
# How other builds find the installed library: pkg-config files and a CMake package.
set(HDTRACE_INSTALLED_LINK xml2)
if(HDTRACE_ZSTD)
    list(APPEND HDTRACE_INSTALLED_LINK zstd)
endif()
hd_add_archive(hdtrace OBJECTS $<TARGET_OBJECTS:hdtrace-objects> EXPORT hdtrace
    LINK Threads::Threads $<BUILD_INTERFACE:PkgConfig::LIBXML2>
    LINK_INSTALLED ${HDTRACE_INSTALLED_LINK})
if(HDTRACE_ZSTD)
    target_link_libraries(hdtrace-static INTERFACE $<BUILD_INTERFACE:${HDTRACE_ZSTD}>)
endif()

hd_install_pkg_config(hdtrace)
hd_install_pkg_config(hdtrace-compat)
hd_install_package(hdtrace)
