// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.util.List;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.Finding;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * The same entries as an array of objects: {@code kind}, the fields by name, {@code values} of a record, {@code
 * attributes}, {@code data}. Times are ns since the epoch.
 */
final class JsonDumpWriter implements DumpWriter {
    private enum Part {
        FIELDS,
        VALUES,
        ATTRIBUTES
    }

    private final JsonWriter json;
    private Part part = Part.FIELDS;
    /** Of a file that can't be opened nothing is written. */
    private boolean begun;

    private boolean inEntry;

    JsonDumpWriter(JsonWriter json) {
        this.json = json;
    }

    @Override
    public void begin(String kind) {
        beginArray();
        json.lineBreak().beginObject().field("kind", kind);
        inEntry = true;
        part = Part.FIELDS;
    }

    /** All entries are written. */
    void finish() {
        beginArray();
        json.lineBreak().endArray();
    }

    /** The file can't be read further: end what was begun; of a file of which nothing was written there is nothing to end. */
    void finish(Finding finding) {
        if (begun) {
            end();
            begin("finding");
            json.field("place", finding.position()).field("severity", Damages.severity(finding));
            json.field("text", finding.text());
            end();
            finish();
        }
    }

    private void beginArray() {
        if (!begun) {
            begun = true;
            json.beginArray();
        }
    }

    @Override
    public void word(String name, String value) {
        json.field(name, value);
    }

    @Override
    public void number(String name, long value) {
        json.field(name, value);
    }

    @Override
    public void time(String name, long nanos) {
        json.field(name + "Ns", nanos);
    }

    @Override
    public void text(String name, String value) {
        json.field(name, value);
    }

    @Override
    public void integerValue(long value) {
        enter(Part.VALUES);
        json.value(value);
    }

    @Override
    public void realValue(double value, boolean single) {
        enter(Part.VALUES);
        json.value(value);
    }

    @Override
    public void textValue(String value) {
        enter(Part.VALUES);
        json.value(value);
    }

    @Override
    public void attribute(String name, String value) {
        enter(Part.ATTRIBUTES);
        json.field(name, value);
    }

    @Override
    public void data(List<DataElement> elements) {
        if (!elements.isEmpty()) {
            enter(Part.FIELDS);
            json.name("data");
            array(elements);
        }
    }

    @Override
    public void end() {
        if (inEntry) {
            enter(Part.FIELDS);
            json.endObject();
            inEntry = false;
        }
    }

    /** Close the part that is open and open the other. */
    private void enter(Part next) {
        if (part == next) {
            return;
        }
        if (part == Part.VALUES) {
            json.endArray();
        } else if (part == Part.ATTRIBUTES) {
            json.endObject();
        }
        part = next;
        if (part == Part.VALUES) {
            json.name("values").beginArray();
        } else if (part == Part.ATTRIBUTES) {
            json.name("attributes").beginObject();
        }
    }

    private void array(List<DataElement> elements) {
        json.beginArray();
        elements.forEach(this::element);
        json.endArray();
    }

    private void element(DataElement element) {
        json.beginObject().field("name", element.name());
        Attributes attributes = element.attributes();
        json.name("attributes").beginObject();
        attributes.forEach((name, value) -> json.field(name, value));
        json.endObject();
        if (!element.text().isBlank()) {
            json.field("text", element.text().strip());
        }
        if (!element.children().isEmpty()) {
            json.name("children");
            array(element.children());
        }
        json.endObject();
    }
}
