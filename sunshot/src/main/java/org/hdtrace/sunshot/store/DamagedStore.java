// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/** A store file is not as it was written. Whatever is read of it is right until then; it can be made anew from the traces. */
public final class DamagedStore extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int MOST_CAUSES = 20;

    private final transient Path file;
    private final transient Object key;

    /**
     * Damage at a byte.
     *
     * @param key tells the file from another one of the same name; null where the file system has none
     */
    DamagedStore(Path file, Object key, long place) {
        super(file + ": byte " + place + ": is damaged");
        this.file = file;
        this.key = key;
    }

    /** What tells a file from others that get its name; null where the file system has none. */
    static Object keyOf(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /** The damage that is at the bottom of a problem, if it is one. */
    public static Optional<DamagedStore> in(Throwable problem) {
        Throwable cause = problem;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof DamagedStore damage) {
                return Optional.of(damage);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    /**
     * Removes the file, so that it is made anew; not one that has replaced it. Where that is not allowed, a cache folder gets one that is
     * preferred to it.
     */
    public void removeFile() {
        try {
            if (Objects.equals(key, keyOf(file))) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.getLogger(DamagedStore.class.getName())
                    .log(System.Logger.Level.DEBUG, () -> "can't be removed: " + file);
        }
    }
}
