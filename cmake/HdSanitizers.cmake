# SPDX-License-Identifier: GPL-3.0-or-later
# HD_SANITIZE applies to every target of the build, so that libraries and tests agree.

if(HD_SANITIZE)
    add_compile_options(-fsanitize=${HD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${HD_SANITIZE})
endif()
