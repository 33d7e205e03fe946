# SPDX-License-Identifier: GPL-3.0-or-later
# Files, one behind another, as a C string, byte by byte; the licence line of the first one counts for all:
# cmake "-DFROM=FILE|FILE..." -DTO=HEADER -DNAME=VARIABLE -P quote.cmake
string(REPLACE "|" ";" files "${FROM}")
set(all "")
foreach(file IN LISTS files)
    file(READ ${file} content)
    if(NOT all STREQUAL "")
        string(REGEX REPLACE "^[^\n]*SPDX[^\n]*\n" "\n" content "${content}")
    endif()
    string(HEX "${content}" content)
    string(APPEND all "${content}")
endforeach()
string(REGEX REPLACE "(..)" "0x\\1," all "${all}")
file(WRITE ${TO} "static const char ${NAME}[] = {${all}0};\n")
