// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.hdtrace.format.TraceFormatException;

/**
 * Where the projects of a simulation go, by application. They are written to hidden folders while it runs and take their
 * places together; when the process is asked to end before that, nothing of them stays.
 */
final class OutputFolders implements AutoCloseable {
    /** What may fail because a file can't be written. */
    @FunctionalInterface
    interface Writing<T> {
        T run() throws IOException, TraceFormatException, UsageException;
    }

    private final Map<String, OutputFolder> folders = new LinkedHashMap<>();
    private final Thread cleaner = new Thread(this::cleanUp);
    private boolean guarded;
    /** The process has been asked to end: nothing is made any more, and soon all is removed. */
    private volatile boolean cleaning;

    private OutputFolders() {}

    /** Without any folder. */
    static OutputFolders none() {
        return new OutputFolders();
    }

    /**
     * A folder for each application, below that folder when there are several; nothing is changed yet.
     *
     * @param inputs folders whose projects are simulated
     * @throws UsageException when nothing can or should be written there
     */
    static OutputFolders check(Path path, Set<String> aliases, Collection<Path> inputs, boolean force)
            throws UsageException, IOException {
        OutputFolders all = new OutputFolders();
        for (String alias : aliases) {
            Path folder = aliases.size() > 1 ? path.resolve(alias) : path;
            all.folders.put(alias, OutputFolder.check(folder, inputs, force));
        }
        if (aliases.size() > 1) {
            // Nothing is written right there, but a recording doesn't get others into its folder either.
            OutputFolder.check(path, inputs, force);
        }
        return all;
    }

    boolean isEmpty() {
        return folders.isEmpty();
    }

    /** The applications with a folder. */
    Set<String> aliases() {
        return folders.keySet();
    }

    /** The hidden folders by application, which are made. */
    synchronized Map<String, Path> stages() throws IOException {
        try {
            Runtime.getRuntime().addShutdownHook(cleaner);
        } catch (IllegalStateException e) {
            cleaning = true;
            throw e;
        }
        guarded = true;
        Map<String, Path> stages = new LinkedHashMap<>();
        for (Map.Entry<String, OutputFolder> entry : folders.entrySet()) {
            stages.put(entry.getKey(), entry.getValue().stage());
        }
        return stages;
    }

    /**
     * Do something; failures name files by the places that they were to have. When the process has been asked to end, what
     * fails does so because the folders are gone: nobody is told, and this doesn't return.
     */
    <T> T inPlace(Writing<T> writing) throws IOException, TraceFormatException, UsageException {
        try {
            return named(writing);
        } catch (IOException | TraceFormatException | UsageException | RuntimeException e) {
            while (cleaning) {
                LockSupport.park(this);
            }
            throw e;
        }
    }

    private <T> T named(Writing<T> writing) throws IOException, TraceFormatException, UsageException {
        try {
            return writing.run();
        } catch (FileSystemException e) {
            throw inPlace(e);
        } catch (UncheckedIOException e) {
            throw e.getCause() instanceof FileSystemException cause ? inPlace(cause) : e.getCause();
        }
    }

    /**
     * Put the projects into their places; not any more when the process has been asked to end.
     *
     * @param projects the project files in the hidden folders
     * @return those in their places
     */
    synchronized Map<String, Path> publish(Map<String, Path> projects) throws IOException {
        if (cleaning) {
            throw new IllegalStateException("the process ends");
        }
        Map<String, Path> published = new LinkedHashMap<>();
        for (Map.Entry<String, Path> entry : projects.entrySet()) {
            published.put(entry.getKey(), folders.get(entry.getKey()).publish(entry.getValue()));
        }
        return published;
    }

    @Override
    public void close() throws IOException {
        if (guarded) {
            try {
                Runtime.getRuntime().removeShutdownHook(cleaner);
            } catch (IllegalStateException e) {
                // The process ends: the cleaner does it.
                return;
            }
        }
        closeAll();
    }

    private FileSystemException inPlace(FileSystemException e) {
        FileSystemException named = e;
        for (OutputFolder folder : folders.values()) {
            named = folder.inPlace(named);
        }
        return named;
    }

    private synchronized void closeAll() throws IOException {
        for (OutputFolder folder : List.copyOf(folders.values())) {
            folder.close();
        }
    }

    /** While the simulation may still write. */
    private void cleanUp() {
        cleaning = true;
        try {
            closeAll();
        } catch (IOException e) {
            System.getLogger(OutputFolders.class.getName())
                    .log(System.Logger.Level.WARNING, "a folder could not be removed", e);
        }
    }
}
