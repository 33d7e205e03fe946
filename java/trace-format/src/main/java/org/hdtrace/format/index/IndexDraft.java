// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/** An index that is being written, under a name of its own. Closing it removes what was not put in its place. */
final class IndexDraft implements AutoCloseable {
    private final Path place;
    private final Path fresh;
    private final OutputStream target;

    private IndexDraft(Path place, Path fresh, OutputStream target) {
        this.place = place;
        this.fresh = fresh;
        this.target = target;
    }

    /** Begin an index that will be in that place; its folder is made when it is missing. */
    static IndexDraft create(Path place) throws IOException {
        Path fresh = place.resolveSibling(place.getFileName() + "."
                + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp");
        Path folder = fresh.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        return new IndexDraft(
                place,
                fresh,
                Channels.newOutputStream(
                        Files.newByteChannel(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)));
    }

    OutputStream target() {
        return target;
    }

    /** It is written: put it in its place, over an older one. */
    Path commit() throws IOException {
        target.close();
        Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return place;
    }

    @Override
    public void close() throws IOException {
        try {
            target.close();
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
