# SPDX-License-Identifier: GPL-3.0-or-later
# A file as a C string, byte by byte: cmake -DFROM=FILE -DTO=HEADER -DNAME=VARIABLE -P quote.cmake
file(READ ${FROM} content HEX)
string(REGEX REPLACE "(..)" "0x\\1," content "${content}")
file(WRITE ${TO} "static const char ${NAME}[] = {${content}0};\n")
