// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    @Test
    void writesNestedObjectsAndArrays() {
        String text = json(json -> json.beginObject()
                .field("a", 1)
                .name("b")
                .beginArray()
                .value("x")
                .value(true)
                .nullValue()
                .beginArray()
                .endArray()
                .beginObject()
                .endObject()
                .endArray()
                .field("c", (String) null)
                .endObject());
        assertEquals("{\"a\":1,\"b\":[\"x\",true,null,[],{}],\"c\":null}\n", text);
    }

    @Test
    void keepsCommasRightBeyondTheFirstEightLevels() {
        String text = json(json -> {
            for (int i = 0; i < 20; i++) {
                json.beginArray().value(i);
            }
            for (int i = 0; i < 20; i++) {
                json.endArray();
            }
        });
        assertEquals("[0,[1,[2,", text.substring(0, 9));
        assertEquals("[19" + "]".repeat(20) + "\n", text.substring(text.indexOf("[19")));
    }

    @Test
    void escapesQuotesControlsAndLoneSurrogatesOnly() {
        assertEquals("\"\\\"\\\\\\n\\r\\t\\u0000\\u001f\\u007f\"\n", json(j -> j.value("\"\\\n\r\t\0\u001f\u007f")));
        assertEquals("\"<&'/äß€\ud83d\ude00\"\n", json(j -> j.value("<&'/äß€\ud83d\ude00")));
        assertEquals("\"a\\ud83d\"\n", json(j -> j.value("a\ud83d")));
        assertEquals("\"\\ude00\\ud83db\"\n", json(j -> j.value("\ude00\ud83db")));
    }

    @Test
    void writesNumbersExactly() {
        assertEquals("-9223372036854775808\n", json(j -> j.value(Long.MIN_VALUE)));
        assertEquals("0.1\n", json(j -> j.value(0.1)));
        assertEquals("1.0E10\n", json(j -> j.value(1e10)));
        assertEquals("-0.0\n", json(j -> j.value(-0.0)));
        assertEquals("[null,null]\n", json(j -> j.beginArray()
                .value(Double.NaN)
                .value(Double.NEGATIVE_INFINITY)
                .endArray()));
    }

    @Test
    void putsLineBreaksOnlyWhereAsked() {
        assertEquals(
                "[1,\n2\n]\n",
                json(j ->
                        j.beginArray().value(1).lineBreak().value(2).lineBreak().endArray()));
        assertEquals(
                "{\"a\":1,\n\"b\":2}\n",
                json(j ->
                        j.beginObject().field("a", 1).lineBreak().field("b", 2).endObject()));
    }

    @Test
    void refusesWhatWouldNotBeJson() {
        assertBroken(j -> j.name("a"));
        assertBroken(j -> j.beginObject().value(1));
        assertBroken(j -> j.beginObject().name("a").name("b"));
        assertBroken(j -> j.beginObject().name("a").endObject());
        assertBroken(j -> j.beginArray().name("a"));
        assertBroken(j -> j.beginArray().endObject());
        assertBroken(j -> j.endArray());
        assertBroken(j -> j.value(1).value(2));
        assertBroken(j -> j.beginArray().finish());
        assertBroken(JsonWriter::finish);
    }

    @Test
    void handsOnFailuresOfTheTarget() {
        IOException cause = new IOException("full");
        Writer full = new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
                throw cause;
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        UncheckedIOException thrown = assertThrows(UncheckedIOException.class, () -> new JsonWriter(full).value(1));
        assertSame(cause, thrown.getCause());
    }

    private static String json(Consumer<JsonWriter> writing) {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text);
        writing.accept(json);
        json.finish();
        return text.toString();
    }

    private static void assertBroken(Consumer<JsonWriter> writing) {
        assertThrows(IllegalStateException.class, () -> writing.accept(new JsonWriter(new StringBuilder())));
    }
}
