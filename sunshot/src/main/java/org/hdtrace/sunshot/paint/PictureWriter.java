// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import javax.imageio.ImageIO;

/** Writes a picture into a file, whose name decides the format. The file appears only when it is complete. */
public final class PictureWriter {
    private PictureWriter() {}

    /** Formats that can be written. */
    public enum Format {
        PNG,
        SVG,
        PDF;

        /** As users are told. */
        public static final String NAMES = ".png, .svg or .pdf";

        /**
         * The format that a file name asks for.
         *
         * @throws IllegalArgumentException if it is none of these
         */
        public static Format of(Path file) {
            String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
            for (Format format : values()) {
                if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
                    return format;
                }
            }
            throw new IllegalArgumentException(file + ": the name must end in " + NAMES);
        }
    }

    /** Writes the picture; an existing file is replaced. */
    public static void write(Drawing picture, Path file) throws IOException {
        write(picture, file, 1);
    }

    /** As {@link #write(Drawing, Path)}; images have so many times its pixels, the other formats have none. */
    public static void write(Drawing picture, Path file, double scale) throws IOException {
        Format format = Format.of(file);
        Path folder = file.toAbsolutePath().getParent();
        Path temporary = temporaryFor(file, folder);
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(temporary))) {
                switch (format) {
                    case PNG -> ImageIO.write(picture.toImage(scale), "png", out);
                    case SVG -> out.write(SvgPage.of(picture).getBytes(StandardCharsets.UTF_8));
                    case PDF -> PdfPage.write(picture, out);
                }
            }
            makeReadable(temporary);
            try {
                Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
            } catch (FileSystemException e) {
                throw named(file, e);
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Tries to write beside a picture, before it is made.
     *
     * @throws IOException if nothing can be written there
     */
    public static void checkFolder(Path file) throws IOException {
        Files.deleteIfExists(temporaryFor(file, file.toAbsolutePath().getParent()));
    }

    /** A file beside the picture; who may not write there hears of the picture, not of this file. */
    private static Path temporaryFor(Path file, Path folder) throws IOException {
        try {
            return Files.createTempFile(folder, ".sunshot", ".tmp");
        } catch (FileSystemException e) {
            throw named(file, e);
        }
    }

    private static FileSystemException named(Path file, FileSystemException problem) {
        String reason = problem.getReason();
        FileSystemException named = problem instanceof AccessDeniedException
                ? new AccessDeniedException(file.toString())
                : new FileSystemException(
                        file.toString(), null, reason == null ? "nothing can be written there" : reason);
        named.initCause(problem);
        return named;
    }

    /** Temporary files are private; a picture is as readable as any other file of the user. */
    private static void makeReadable(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
    }
}
