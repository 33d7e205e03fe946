// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.nio.file.Path;

/** Where the viewer keeps what belongs to a user: {@code hdtrace} in the configuration folder of the XDG rules. */
final class UserFolder {
    private UserFolder() {}

    static Path resolve(String name) {
        String configured = System.getenv("XDG_CONFIG_HOME");
        Path folder = configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".config")
                : Path.of(configured);
        return folder.resolve("hdtrace").resolve(name);
    }
}
