// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.io.IOException;
import java.util.List;
import org.hdtrace.format.Csv;
import org.hdtrace.format.trace.DataElement;

/**
 * The same entries as comma-separated values with a heading: what most kinds of entries have in columns of their own, the values
 * of a record with blanks between them, everything else as in the canonical line. Times are ns since the epoch.
 */
final class CsvDumpWriter implements DumpWriter {
    private final Appendable target;
    private final StringBuilder values = new StringBuilder();
    private final StringBuilder fields = new StringBuilder();
    private final StringBuilder data = new StringBuilder();
    private String kind = "";
    private String depth = "";
    private String name = "";
    private String time = "";
    private String end = "";

    /** Of a file that can't be opened nothing is written. */
    private boolean begun;

    CsvDumpWriter(Appendable target) {
        this.target = target;
    }

    @Override
    public void begin(String newKind) throws IOException {
        if (!begun) {
            begun = true;
            target.append(Csv.lineOf("kind", "depth", "name", "timeNs", "endNs", "values", "attributes", "data"));
        }
        kind = newKind;
        depth = "";
        name = "";
        time = "";
        end = "";
        values.setLength(0);
        fields.setLength(0);
        data.setLength(0);
    }

    @Override
    public void word(String field, String value) throws IOException {
        if (field.equals("name")) {
            name = value;
        } else {
            attribute(field, value);
        }
    }

    @Override
    public void number(String field, long value) throws IOException {
        if (field.equals("depth")) {
            depth = Long.toString(value);
        } else {
            attribute(field, Long.toString(value));
        }
    }

    @Override
    public void time(String field, long nanos) {
        if (field.equals("end")) {
            end = Long.toString(nanos);
        } else {
            time = Long.toString(nanos);
        }
    }

    @Override
    public void text(String field, String value) throws IOException {
        word(field, value);
    }

    @Override
    public void integerValue(long value) {
        value(Long.toString(value));
    }

    @Override
    public void realValue(double value, boolean single) {
        value(RealText.scientific(value, single ? 8 : 16));
    }

    @Override
    public void textValue(String value) throws IOException {
        value(line(writer -> writer.text("", value)));
    }

    @Override
    public void attribute(String field, String value) throws IOException {
        fields.append(fields.length() == 0 ? "" : " ").append(line(writer -> writer.attribute(field, value)));
    }

    @Override
    public void data(List<DataElement> elements) throws IOException {
        data.append(line(writer -> writer.data(elements)));
    }

    @Override
    public void end() throws IOException {
        target.append(Csv.lineOf(kind, depth, name, time, end, values, fields, data));
    }

    private void value(String text) {
        values.append(values.length() == 0 ? "" : " ").append(text);
    }

    /** A part of a canonical line. */
    @FunctionalInterface
    private interface Part {
        void write(DumpWriter writer) throws IOException;
    }

    private static String line(Part part) throws IOException {
        StringBuilder line = new StringBuilder();
        TextDumpWriter writer = new TextDumpWriter(line);
        writer.begin("");
        part.write(writer);
        writer.end();
        return line.toString().strip();
    }
}
