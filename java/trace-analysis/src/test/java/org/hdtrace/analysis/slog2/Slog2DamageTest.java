// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files of SLOG-2 are refused with file, place and cause, and take no more than a file of their size may. */
class Slog2DamageTest {
    private static final Object[] NONE = {};

    @TempDir
    Path folder;

    private Slog2Sample sample = new Slog2Sample();

    private String fault(byte[] bytes) throws Exception {
        Path file = Files.write(folder.resolve("damaged.slog2"), bytes);
        Path target = folder.resolve("never");
        TraceFormatException e =
                assertThrows(TraceFormatException.class, () -> new Slog2Importer().run(file, target, share -> {}));
        assertEquals(file, e.file());
        assertFalse(Files.exists(target));
        return e.getMessage().replace(file.toString(), "FILE");
    }

    private byte[] small() {
        int work = sample.category("work", Slog2Sample.STATE, "n", "d");
        sample.state(work, 0, 0.0, 0.1, 1);
        sample.state(work, 0, 0.2, 0.9, 2);
        sample.map("Process View", List.of("world_rank"), new int[] {0, 0});
        return sample.bytes(0, 0.25);
    }

    @Test
    void anyCutIsOneErrorWithFileAndPlace() throws Exception {
        byte[] whole = small();
        for (int length = 0; length < whole.length; length++) {
            String fault = fault(Arrays.copyOf(whole, length));
            assertTrue(fault.matches("FILE: byte [0-9]+: .+"), fault);
        }
        assertEquals("FILE: byte 0: the head: this is no file of SLOG-2", fault(new byte[0]));
        String cut = fault(Arrays.copyOf(whole, whole.length - 1));
        assertTrue(cut.contains("the directory of the tree: "), cut);
        assertTrue(cut.endsWith("are beyond the end of the file at " + (whole.length - 1)), cut);
    }

    /** Arrows, composites, states that overlap and several nodes, so that a change may hit what each of them is read by. */
    private byte[] rich() {
        int work = sample.category("work", Slog2Sample.STATE, "n", "d");
        int whole = sample.category("whole", Slog2Sample.STATE, "file", "s");
        int message = sample.category("message", Slog2Sample.ARROW, "tag", "d", "size", "d");
        int mark = sample.category("mark", Slog2Sample.EVENT);
        sample.map("Thread View", List.of("world_rank", "thread"), new int[] {0, 0, 0}, new int[] {1, 1, 0});
        sample.state(work, 0, 0.0, 0.1, 1);
        sample.state(work, 0, 0.2, 0.9, 2);
        sample.state(work, 0, 0.3, 1.1, 3);
        sample.arrow(message, 0, 0.05, 1, 0.6, 7, 100);
        sample.event(mark, 1, 0.4);
        byte[] first = Slog2Sample.primitive(work, new Object[] {4}, 1.0, 1, 1.2, 1);
        byte[] second = Slog2Sample.primitive(work, new Object[] {5}, 1.2, 1, 1.4, 1);
        sample.composite(whole, 1.0, 1.4, new Object[] {"a.dat"}, first, second);
        return sample.bytes(0, 0.25);
    }

    /** Whatever a byte is changed to, there is a project or one clear error, and nothing takes memory without bounds. */
    @Test
    void anyChangedByteIsReadOrRefused() throws Exception {
        byte[] whole = rich();
        Random random = new Random(3);
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= (byte) (1 << random.nextInt(8));
            // Each of the seven may become an arrow, which is a message and a call on either side.
            check(changed, at, 7 * 3);
        }
    }

    /** Numbers of the directory are changed for others of it, which are more likely to be taken for good than any. */
    @Test
    void anyDirectoryOfOtherPlacesIsReadOrRefused() throws Exception {
        Random random = new Random(5);
        for (int run = 0; run < 100; run++) {
            sample = new Slog2Sample();
            sample.directory = nodes -> {
                byte[] from = nodes.get(random.nextInt(nodes.size()));
                byte[] to = nodes.get(random.nextInt(nodes.size()));
                int at = random.nextInt(from.length);
                System.arraycopy(from, at, to, at, 1 + random.nextInt(from.length - at));
                return nodes;
            };
            // Two of the states are calls that the arrow is of.
            check(rich(), run, 7 + 2);
        }
    }

    private void check(byte[] bytes, int number, int most) throws Exception {
        Path file = Files.write(folder.resolve("changed.slog2"), bytes);
        Path target = folder.resolve("changed" + number);
        try {
            ImportSummary summary = new Slog2Importer().run(file, target, share -> {});
            assertTrue(Files.exists(target));
            assertTrue(summary.states() + summary.events() + summary.messages() <= most, "no entry comes twice");
        } catch (TraceFormatException e) {
            assertTrue(e.getMessage().matches(".*changed.slog2: byte [0-9]+: .+"), e.getMessage());
            assertFalse(Files.exists(target));
        }
    }

    @Test
    void aDirectoryThatNamesANodeTwiceIsRefused() throws Exception {
        sample.directory = nodes -> List.of(nodes.get(0), nodes.get(1), nodes.get(0));
        String fault = fault(rich());
        assertTrue(
                fault.contains("the directory of the tree: two nodes share bytes: number 0 at the height 0, "), fault);
    }

    @Test
    void aNodeWithinAnotherIsRefused() throws Exception {
        sample.directory = nodes -> {
            byte[] inner = nodes.get(0).clone();
            ByteBuffer.wrap(inner).putLong(22, ByteBuffer.wrap(inner).getLong(22) + 1);
            return List.of(inner, nodes.get(0));
        };
        assertTrue(fault(rich()).contains("two nodes share bytes"));
    }

    /** Each field that both have: height, number, begin, end, and the size of the node. */
    @Test
    void aNodeThatTellsOtherwiseThanTheDirectoryIsRefused() throws Exception {
        for (int field : new int[] {1, 5, 7, 15, 33}) {
            sample = new Slog2Sample();
            sample.directory = nodes -> {
                nodes.get(0)[field] ^= 1;
                return List.of(nodes.get(0));
            };
            String fault = fault(rich());
            assertTrue(
                    fault.contains("a node of the tree: it tells of itself number 0 at the height 0, 0.0 to 0.25 s"),
                    fault);
        }
    }

    @Test
    void numbersAreReadWithTheHighestByteFirst() throws Exception {
        byte[] bytes = {
            1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 7, 8, 0x3f, (byte) 0xc0, 0, 0, 0x40, 4, 0, 0, 0, 0, 0, 0, 0, 1, 65
        };
        Slog2Block block = new Slog2Block(folder, 0, ByteBuffer.wrap(bytes), "numbers");
        assertEquals(0x102, block.getShort());
        assertEquals(0x3040506, block.getInt());
        assertEquals(0x102030405060708L, block.getLong());
        assertEquals(1.5f, block.getFloat());
        assertEquals(2.5, block.getDouble());
        assertEquals("A", block.getText());
    }

    /** Whatever fails on the way, nothing stays open. */
    @Test
    void aChannelThatTellsNoSizeIsClosed() {
        List<String> calls = new ArrayList<>();
        SeekableByteChannel channel = (SeekableByteChannel) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SeekableByteChannel.class}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    if (method.getName().equals("size")) {
                        throw new IOException("no size");
                    }
                    return null;
                });
        assertThrows(IOException.class, () -> Slog2File.open(folder, channel));
        assertEquals(List.of("size", "close"), calls);
    }

    @Test
    void theRootIsAFolder() {
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> new Slog2Importer()
                .run(Path.of("/"), folder.resolve("never"), share -> {}));
        assertTrue(e.getMessage().endsWith("is a folder, no file of SLOG-2"), e.getMessage());
    }

    @Test
    void whatIsWrongIsToldWithItsCause() throws Exception {
        sample.version = "SLOG 2.0.5";
        String version = fault(small());
        assertEquals("FILE: byte 2: the head: version 'SLOG 2.0.5' is not known, only 'SLOG 2.0.6'", version);
        sample = new Slog2Sample();
        sample.version = "SLOG 2.0.10";
        String longer = fault(small());
        assertEquals("FILE: byte 2: the head: version 'SLOG 2.0.10' is not known, only 'SLOG 2.0.6'", longer);
        sample = new Slog2Sample();
        sample.version = "SLOG 1.0.6";
        assertEquals("FILE: byte 0: the head: this is no file of SLOG-2", fault(small()));
        sample = new Slog2Sample();
        sample.closed = false;
        assertTrue(fault(sample.bytes(0, 0.25)).contains("whoever wrote the file has not closed it"));
        assertTrue(fault("plain text, and long enough".getBytes(StandardCharsets.US_ASCII))
                .endsWith("this is no file of SLOG-2"));
        TraceFormatException missing = assertThrows(TraceFormatException.class, () -> new Slog2Importer()
                .run(folder.resolve("none.slog2"), folder.resolve("never"), share -> {}));
        assertTrue(missing.getMessage().endsWith("can't be opened: no such file"), missing.getMessage());
    }

    @Test
    void entriesThatMeanNothingAreRefused() throws Exception {
        int work = sample.category("work", Slog2Sample.STATE);
        assertEntry("there is no category of the number 9", Slog2Sample.primitive(9, NONE, 0, 0, 1, 0));
        assertEntry("the state 'work' ends before it starts", Slog2Sample.primitive(work, NONE, 0.9, 0, 0.1, 0));
        assertEntry("an entry has no point", Slog2Sample.primitive(work, NONE));
        assertEntry("an entry is on the line -1", Slog2Sample.primitive(work, NONE, 0, -1, 1, -1));
        assertEntry("the time NaN is beyond 2147483647 seconds", Slog2Sample.primitive(work, NONE, Double.NaN, 0));
        int odd = sample.category("odd", Slog2Sample.EVENT, "n", "?");
        assertEntry(
                "values of 'odd': a value is of the unknown type '?'",
                Slog2Sample.primitive(odd, new Object[] {1}, 0, 0));
    }

    private void assertEntry(String cause, byte[] entry) throws Exception {
        Slog2Sample one = new Slog2Sample();
        one.category("work", Slog2Sample.STATE);
        one.category("odd", Slog2Sample.EVENT, "n", "?");
        one.add(new Slog2Sample.Drawn(false, true, 0, 1, entry));
        String fault = fault(one.bytes(0, 4));
        assertTrue(fault.endsWith(": " + cause), fault);
        assertTrue(fault.startsWith("FILE: byte "), fault);
    }

    @Test
    void anEntryBeforeItsNodeIsRefused() throws Exception {
        int work = sample.category("work", Slog2Sample.STATE);
        sample.state(work, 0, 1, 1.1);
        sample.add(new Slog2Sample.Drawn(false, true, 3, 3.1, Slog2Sample.primitive(work, NONE, 0.2, 0, 3.1, 0)));
        String fault = fault(sample.bytes(0, 0.25));
        assertTrue(fault.endsWith("a node of the tree: an entry begins before its node does"), fault);
    }
}
