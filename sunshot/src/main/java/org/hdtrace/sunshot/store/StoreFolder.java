// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Where the store of a project is: beside it as {@code P.hdv}, else in a cache folder. A store is written under
 * another name and renamed when it is whole, so any number of viewers may read and build at once; the last one wins, and
 * who has an older one open keeps it.
 *
 * <p>Immutable; any thread.
 */
public final class StoreFolder {
    private static final String ENDING = ".hdv";
    /** Drafts of that age belong to nobody any more. */
    private static final Duration OLD = Duration.ofDays(1);

    /** Up to that many bytes of traces are read each time, and nothing is kept of them. */
    private static final long SMALL_BYTES = 16 << 20;

    private final Path cacheFolder;

    private StoreFolder(Path cacheFolder) {
        this.cacheFolder = cacheFolder;
    }

    /** Beside projects only. */
    public static StoreFolder beside() {
        return new StoreFolder(null);
    }

    /** Beside projects, else in that folder, which is made when it is needed. */
    public static StoreFolder withCache(Path folder) {
        return new StoreFolder(folder);
    }

    /** Whether traces are read so quickly that nothing need be kept of them. */
    public static boolean isSmall(List<Path> traces) {
        return isSmall(
                traces.stream().mapToLong(trace -> trace.toFile().length()).sum());
    }

    /** As {@link #isSmall(List)} by the bytes of the traces. */
    public static boolean isSmall(long traceBytes) {
        return traceBytes <= SMALL_BYTES;
    }

    /** The places of a project's store, the best first. */
    List<Path> places(Path project) {
        String name = String.valueOf(project.getFileName());
        int dot = name.lastIndexOf('.');
        Path beside = project.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ENDING);
        return cacheFolder == null ? List.of(beside) : List.of(beside, cacheFolder.resolve(nameInCache(project)));
    }

    private static String nameInCache(Path project) {
        byte[] key = project.toAbsolutePath().normalize().toString().getBytes(StandardCharsets.UTF_8);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key), 0, 16) + ENDING;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The store that was made of these traces, empty if there is none or it is stale or damaged. */
    public Optional<StoreFile> open(Path project, List<Path> traces) {
        return open(project, traces, damage -> {});
    }

    /** As {@link #open(Path, List)}, telling somebody when it is damaged. */
    public Optional<StoreFile> open(Path project, List<Path> traces, Consumer<DamagedStore> damaged) {
        List<Path> newest = new ArrayList<>(places(project));
        // One in the cache folder was made because that beside the project could not be replaced.
        Collections.reverse(newest);
        for (Path place : newest) {
            try {
                return Optional.of(StoreFile.open(place, traces));
            } catch (IOException e) {
                DamagedStore.in(e).ifPresent(damaged);
                System.getLogger(StoreFolder.class.getName())
                        .log(System.Logger.Level.DEBUG, () -> "not used: " + place + ": " + e.getMessage());
            }
        }
        return Optional.empty();
    }

    /** A new file in the folder of a place. */
    static Path draft(Path place) throws IOException {
        Path folder = place.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        removeOldDrafts(folder, place.getFileName().toString());
        // No temporary file in Java's sense: others who may read the project may read its store.
        return Files.createFile(folder.resolve(place.getFileName() + "." + UUID.randomUUID() + ".tmp"));
    }

    private static void removeOldDrafts(Path folder, String name) throws IOException {
        FileTime oldest = FileTime.from(Instant.now().minus(OLD));
        try (DirectoryStream<Path> drafts = Files.newDirectoryStream(
                folder,
                file -> file.getFileName().toString().startsWith(name + ".")
                        && file.toString().endsWith(".tmp"))) {
            for (Path draft : drafts) {
                if (Files.getLastModifiedTime(draft).compareTo(oldest) < 0) {
                    Files.deleteIfExists(draft);
                }
            }
        }
    }

    static void commit(Path draft, Path place) throws IOException {
        Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
