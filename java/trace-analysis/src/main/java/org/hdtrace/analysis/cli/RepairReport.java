// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Locale;
import org.hdtrace.analysis.repair.Repair;
import org.hdtrace.analysis.repair.Repairer;
import org.hdtrace.format.Csv;
import org.hdtrace.format.Finding;
import org.hdtrace.format.json.JsonWriter;

/**
 * Prints repairs as they come, so that any number takes the same memory, and nothing before the first one. Its methods throw
 * {@link UncheckedIOException} when that fails.
 */
abstract class RepairReport implements Repairer.Report {
    private final Session session;
    private long repairs;
    private long lost;
    private long left;

    private RepairReport(Session session) {
        this.session = session;
    }

    static RepairReport of(OutputForm form, Session session) {
        return switch (form) {
            case TEXT -> new Lines(session);
            case JSON -> new Json(session);
            case CSV -> new Table(session);
        };
    }

    @Override
    public void repaired(Repair repair) {
        repairs++;
        lost += repair.kind() == Repair.Kind.LOST ? 1 : 0;
        show(() -> print(repair));
    }

    @Override
    public void left(Finding finding) {
        left++;
        show(() -> print(finding));
    }

    @FunctionalInterface
    private interface Printing {
        void run() throws IOException;
    }

    /** Not while another thread shows its progress. */
    private void show(Printing printing) {
        synchronized (session) {
            session.clearProgress();
            try {
                printing.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    boolean isValid() {
        return left == 0;
    }

    /** One line about all. */
    String summary() {
        return repairs + " repairs, " + lost + " of them with losses; the new project is "
                + (left == 0 ? "valid" : "not valid: " + left + " findings");
    }

    abstract void print(Repair repair) throws IOException;

    abstract void print(Finding finding) throws IOException;

    /** Everything was told. */
    abstract void finish() throws IOException;

    private static String kind(Repair repair) {
        return repair.kind().name().toLowerCase(Locale.ROOT);
    }

    private static String name(Finding finding) {
        return String.valueOf(finding.file().getFileName());
    }

    private static final class Lines extends RepairReport {
        private final Writer out;

        private Lines(Session session) {
            super(session);
            this.out = session.out();
        }

        @Override
        void print(Repair repair) throws IOException {
            String lost = repair.kind() == Repair.Kind.LOST ? "lost: " : "";
            out.append(lost).append(repair.toString()).append('\n');
        }

        @Override
        void print(Finding finding) throws IOException {
            out.append("left: ").append(finding.toString()).append('\n');
        }

        @Override
        void finish() {
            // Each line stands for itself.
        }
    }

    private static final class Json extends RepairReport {
        private final JsonWriter json;
        private boolean begun;
        private boolean inFindings;

        private Json(Session session) {
            super(session);
            this.json = new JsonWriter(session.out());
        }

        @Override
        void print(Repair repair) {
            begin();
            json.lineBreak().beginObject();
            json.field("file", repair.file()).field("place", repair.position());
            json.field("kind", kind(repair)).field("text", repair.text());
            json.endObject();
        }

        @Override
        void print(Finding finding) {
            beginFindings();
            json.lineBreak().beginObject();
            json.field("file", name(finding)).field("place", finding.position()).field("text", finding.text());
            json.endObject();
        }

        @Override
        void finish() {
            beginFindings();
            json.endArray().field("valid", isValid()).endObject();
            json.finish();
        }

        private void begin() {
            if (!begun) {
                begun = true;
                json.beginObject().name("repairs").beginArray();
            }
        }

        private void beginFindings() {
            begin();
            if (!inFindings) {
                inFindings = true;
                json.endArray().name("findings").beginArray();
            }
        }
    }

    private static final class Table extends RepairReport {
        private final Writer out;
        private boolean begun;

        private Table(Session session) {
            super(session);
            this.out = session.out();
        }

        @Override
        void print(Repair repair) throws IOException {
            begin();
            out.write(Csv.lineOf(repair.file(), repair.position(), kind(repair), repair.text()));
        }

        @Override
        void print(Finding finding) throws IOException {
            begin();
            out.write(Csv.lineOf(name(finding), finding.position(), "left", finding.text()));
        }

        @Override
        void finish() throws IOException {
            begin();
        }

        private void begin() throws IOException {
            if (!begun) {
                begun = true;
                out.write(Csv.lineOf("file", "place", "kind", "text"));
            }
        }
    }
}
