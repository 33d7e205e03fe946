// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.relation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.format.Samples;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Attributes;
import org.junit.jupiter.api.Test;

class RelationTest {
    private static final long ADJUSTMENT = 1_300_000_000L;
    private static final Attributes HEADER = Attributes.of(
            "version",
            "1",
            "hostID",
            "n'1",
            "localToken",
            "4711",
            "topologyNumber",
            "0",
            "timeAdjustment",
            "" + ADJUSTMENT);

    @Provide
    Arbitrary<List<RelationEvent>> events() {
        Arbitrary<Long> tokens = Arbitraries.longs();
        Arbitrary<Long> times = Samples.times(ADJUSTMENT * 1_000_000_000L);
        Arbitrary<ParentLink> parent = Combinators.combine(Arbitraries.of(ParentLink.Kind.class), Samples.values())
                .as(ParentLink::new);
        return Arbitraries.oneOf(
                        Combinators.combine(tokens, times, parent.list().ofMaxSize(3))
                                .as(RelationEvent.Token::new),
                        Combinators.combine(
                                        tokens,
                                        times,
                                        Samples.values(),
                                        Samples.attributes(),
                                        Samples.data().list().ofMaxSize(2))
                                .as(RelationEvent.Begin::new),
                        Combinators.combine(
                                        tokens,
                                        times,
                                        Samples.attributes(),
                                        Samples.data().list().ofMaxSize(2))
                                .as(RelationEvent.Finish::new),
                        Combinators.combine(tokens, times).as(RelationEvent.Destroy::new))
                .map(event -> (RelationEvent) event)
                .list()
                .ofMaxSize(8);
    }

    @Property(tries = 200)
    void readsWhatWasWritten(@ForAll("events") List<RelationEvent> events) throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.rel");
            boolean anyToken = write(file, events);
            assertEquals(anyToken, Files.exists(file));
            if (anyToken) {
                assertEquals(events, read(file));
            }
        }
    }

    @Property(tries = 8)
    void deliversAPrefixWhereverTheFileIsCut(@ForAll("events") List<RelationEvent> events) throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.rel");
            if (!write(file, events)) {
                return;
            }
            byte[] whole = Files.readAllBytes(file);
            for (int length = 1; length < whole.length; length++) {
                List<RelationEvent> part = read(files.write("cut.rel", Arrays.copyOf(whole, length)));
                assertEquals(events.subList(0, part.size()), part);
            }
        }
    }

    @Test
    void readsTheOneLineFilesOfTheOriginal() throws Exception {
        List<RelationEvent> events = read(
                "<relation version=\"1\" hostID=\"n1\" localToken=\"4711\" topologyNumber=\"2\" timeAdjustment=\"10\">"
                        + "<rel t=\"18446744073709551615\" time=\"0.1\" r=\"h:1:2:3\"/><s name=\"io\" t=\"0\" time=\"0.2\" size=\"7\"/>"
                        + "<e t=\"0\" time=\"0.9\" size=\"8\"><x v='3'/></e><un t=\"0\" time=\"1\"/></relation>\n");
        RelationEvent.Token token = (RelationEvent.Token) events.get(0);
        assertEquals("18446744073709551615", Long.toUnsignedString(token.token()));
        assertEquals(10_100_000_000L, token.timeNanos());
        assertEquals(
                new ParentLink(ParentLink.Kind.REMOTE, "h:1:2:3"),
                token.parents().get(0));
        assertEquals("8", ((RelationEvent.Finish) events.get(2)).attributes().get("size"));
        assertEquals("x", ((RelationEvent.Finish) events.get(2)).data().get(0).name());
        assertEquals(4, events.size());
    }

    @Test
    void readsSeveralParentsHoweverTheTokenIsClosed() throws Exception {
        String head = "<relation hostID='n1' localToken='7' topologyNumber='2'>";
        for (String end : List.of("</rel>", "<rel/>", "")) {
            List<RelationEvent> events = read(
                    head + "<rel t='5' time='1'><p p='2:3'/><p p='2:4'></p>" + end + "<un t='5' time='2'/></relation>");
            assertEquals(2, events.size(), end);
            assertEquals(2, ((RelationEvent.Token) events.get(0)).parents().size());
            assertEquals(new RelationEvent.Destroy(5, 2_000_000_000L), events.get(1));
        }
    }

    @Test
    void completesTheNamesOfParents() {
        RelationHeader header =
                new RelationHeader(Attributes.of("hostID", "n1", "localToken", "7", "topologyNumber", "2"), 0);
        assertEquals("n1:7:2:9", header.globalToken(9));
        assertEquals("a:1:2:3", new ParentLink(ParentLink.Kind.REMOTE, "a:1:2:3").globalToken(header));
        assertEquals("n1:8:2:3", new ParentLink(ParentLink.Kind.HOST, "8:2:3").globalToken(header));
        assertEquals("n1:7:4:3", new ParentLink(ParentLink.Kind.PROCESS, "4:3").globalToken(header));
        assertEquals("n1:7:2:3", new ParentLink(ParentLink.Kind.FILE, "3").globalToken(header));
    }

    @Test
    void writesNothingOfAnEventWhoseTimeIsTooFarFromTheAdjustment() throws Exception {
        long adjustment = ADJUSTMENT * 1_000_000_000L;
        RelationEvent token = new RelationEvent.Token(0, adjustment, List.of());
        // The last time differs by the one number that no time may be.
        long[] far = {Long.MIN_VALUE, -Long.MAX_VALUE, adjustment + Long.MIN_VALUE};
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.rel");
            try (RelationWriter writer = RelationWriter.create(file, HEADER)) {
                for (long time : far) {
                    IllegalArgumentException e =
                            assertThrows(IllegalArgumentException.class, () -> writer.token(time, List.of()));
                    assertEquals(
                            "time=" + time + " ns is too far from timeAdjustment=" + adjustment + " ns",
                            e.getMessage());
                    assertThrows(IllegalArgumentException.class, () -> writer.begin(0, time, "a", Attributes.none()));
                    assertThrows(
                            IllegalArgumentException.class, () -> writer.finish(0, time, Attributes.none(), List.of()));
                    assertThrows(IllegalArgumentException.class, () -> writer.destroy(0, time));
                }
                assertEquals(0, writer.token(adjustment, List.of()));
                writer.destroy(0, adjustment + Long.MIN_VALUE + 1);
            }
            assertEquals(List.of(token, new RelationEvent.Destroy(0, adjustment + Long.MIN_VALUE + 1)), read(file));
        }
    }

    private static boolean write(Path file, List<RelationEvent> events) throws IOException {
        boolean anyToken = false;
        try (RelationWriter writer = RelationWriter.create(file, HEADER)) {
            for (RelationEvent event : events) {
                writer.write(event);
                anyToken |= event instanceof RelationEvent.Token;
            }
        }
        return anyToken;
    }

    private static List<RelationEvent> read(String text) throws IOException, TraceFormatException {
        try (TestFiles files = new TestFiles()) {
            return read(files.write("a.rel", text));
        }
    }

    private static List<RelationEvent> read(Path file) throws TraceFormatException {
        List<RelationEvent> events = new ArrayList<>();
        try (RelationReader reader = RelationReader.open(file)) {
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                events.add(event);
            }
            assertTrue(reader.unusableBytes() >= 0);
            assertFalse(reader.isComplete() && reader.unusableBytes() > 0);
        }
        return events;
    }
}
