# SPDX-License-Identifier: GPL-3.0-or-later
# How other builds find the installed library: pkg-config files and a CMake package.
include(CMakePackageConfigHelpers)

# The way from the .pc file up to the prefix, so that an installed tree may be moved.
file(RELATIVE_PATH HDTRACE_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(name IN ITEMS hdtrace hdtrace-compat)
    configure_file(${name}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

set(HDTRACE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/hdtrace)
configure_package_config_file(hdtrace-config.cmake.in
    ${CMAKE_CURRENT_BINARY_DIR}/hdtrace-config.cmake INSTALL_DESTINATION ${HDTRACE_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/hdtrace-config-version.cmake
    COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hdtrace-config.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/hdtrace-config-version.cmake DESTINATION ${HDTRACE_PACKAGE_DIR})
install(TARGETS hdtrace EXPORT hdtrace-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT hdtrace-targets NAMESPACE hdtrace:: DESTINATION ${HDTRACE_PACKAGE_DIR})
