// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.Csv;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.json.JsonWriter;

/**
 * Prints findings as they come, so that any number takes the same memory. As text errors come first: up to {@value #MOST_NOTES}
 * notes wait for their end.
 */
abstract class FindingReport {
    static final int MOST_NOTES = 10_000;

    private long errors;
    private long notes;

    static FindingReport of(OutputForm form, Writer out) throws IOException {
        return switch (form) {
            case TEXT -> new Lines(out);
            case JSON -> new Json(new JsonWriter(out));
            case CSV -> new Table(out);
        };
    }

    /** Take a finding; throws {@link UncheckedIOException} when it can't be printed. */
    void add(Finding finding) {
        if (finding.severity() == Severity.ERROR) {
            errors++;
        } else {
            notes++;
        }
        try {
            print(finding);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long errors() {
        return errors;
    }

    long notes() {
        return notes;
    }

    abstract void print(Finding finding) throws IOException;

    /** All findings of that many files have been added. */
    abstract void finish(int files) throws IOException;

    private static final class Lines extends FindingReport {
        private final Writer out;
        private final List<Finding> waiting = new ArrayList<>();

        private Lines(Writer out) {
            this.out = out;
        }

        @Override
        void print(Finding finding) throws IOException {
            if (finding.severity() == Severity.ERROR) {
                out.append(finding.toString()).append('\n');
            } else if (waiting.size() < MOST_NOTES) {
                waiting.add(finding);
            }
        }

        @Override
        void finish(int files) throws IOException {
            for (Finding note : waiting) {
                out.append("note: ").append(note.toString()).append('\n');
            }
            if (notes() > MOST_NOTES) {
                out.append("note: " + (notes() - MOST_NOTES) + " more notes; --csv lists all\n");
            }
        }
    }

    private static final class Json extends FindingReport {
        private final JsonWriter json;

        private Json(JsonWriter json) throws IOException {
            this.json = json;
            json.beginObject().name("findings").beginArray();
        }

        @Override
        void print(Finding finding) throws IOException {
            Damages.writeJson(finding, json);
        }

        @Override
        void finish(int files) throws IOException {
            json.endArray();
            json.field("files", files).field("errors", errors()).field("notes", notes());
            json.endObject();
            json.finish();
        }
    }

    private static final class Table extends FindingReport {
        private final Writer out;

        private Table(Writer out) throws IOException {
            this.out = out;
            line("file", "place", "severity", "text");
        }

        private void line(Object... fields) throws IOException {
            Csv csv = new Csv();
            csv.line(fields);
            out.write(csv.toString());
        }

        @Override
        void print(Finding finding) throws IOException {
            line(finding.file(), finding.position(), Damages.severity(finding), finding.text());
        }

        @Override
        void finish(int files) {
            // The table has no more lines.
        }
    }
}
