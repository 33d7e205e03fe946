# SPDX-License-Identifier: GPL-3.0-or-later
# How other builds find the installed library: pkg-config files and a CMake package.
include(CMakePackageConfigHelpers)

hd_install_pkg_config(hdtrace)
hd_install_pkg_config(hdtrace-compat)

set(HDTRACE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/hdtrace)
configure_package_config_file(hdtrace-config.cmake.in
    ${CMAKE_CURRENT_BINARY_DIR}/hdtrace-config.cmake INSTALL_DESTINATION ${HDTRACE_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/hdtrace-config-version.cmake
    COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hdtrace-config.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/hdtrace-config-version.cmake DESTINATION ${HDTRACE_PACKAGE_DIR})
install(TARGETS hdtrace EXPORT hdtrace-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT hdtrace-targets NAMESPACE hdtrace:: DESTINATION ${HDTRACE_PACKAGE_DIR})
