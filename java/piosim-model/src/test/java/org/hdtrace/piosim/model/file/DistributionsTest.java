// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.project.FileDescription;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.file.Distribution.ServerPiece;
import org.hdtrace.piosim.model.file.Extents.Extent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionsTest {
    private static final int SERVERS = 4;

    /** Adds one more. */
    public static final class Added implements DistributionExtension {
        @Override
        public Map<String, Function<Statement, Distribution>> distributions() {
            return Map.of("Second", statement -> Contiguous.on(statement.file() + 1));
        }
    }

    /** Takes a name that there is. */
    public static final class Thief implements DistributionExtension {
        @Override
        public Map<String, Function<Statement, Distribution>> distributions() {
            return Map.of("extents", statement -> Contiguous.on(0));
        }
    }

    @Provide
    Arbitrary<Distribution> distributions() {
        Arbitrary<Integer> servers = Arbitraries.integers().between(0, SERVERS - 1);
        Arbitrary<Distribution> extents = Combinators.combine(
                        servers, Arbitraries.integers().between(1, 12))
                .as((server, width) -> new Extent(server, 0, width))
                .list()
                .ofMinSize(1)
                .ofMaxSize(6)
                .map(DistributionsTest::joined);
        Arbitrary<Distribution> stripes = Arbitraries.integers().between(1, 20).map(SimpleStripe::new);
        return Arbitraries.oneOf(
                extents, stripes, servers.map(Contiguous::on), servers.map(n -> Contiguous.inTurn(n + 7)));
    }

    private static Extents joined(List<Extent> ranges) {
        List<Extent> pattern = new ArrayList<>();
        long end = 0;
        for (Extent range : ranges) {
            pattern.add(new Extent(range.server(), end, range.width()));
            end += range.width();
        }
        return new Extents(pattern);
    }

    /** Server of a byte, straight from what the distributions say they are. */
    private static int serverOf(Distribution distribution, long at) {
        if (distribution instanceof SimpleStripe stripe) {
            return (int) (at / stripe.chunkSize() % SERVERS);
        }
        if (distribution instanceof Contiguous contiguous) {
            return contiguous.server() % SERVERS;
        }
        List<DataElement> pattern = distribution.details();
        long left = at;
        for (int i = 0; ; i = (i + 1) % pattern.size()) {
            Attributes extent = pattern.get(i).attributes();
            left -= extent.getLong("width", 0);
            if (left < 0) {
                return (int) extent.getLong("server", -1);
            }
        }
    }

    /** Byte by byte: each server keeps its bytes in the order of the file; in the pieces they are in the order of arrival. */
    @Property(tries = 500)
    void putsEveryByteInOnePlaceAndFindsItAgain(
            @ForAll("distributions") Distribution distribution,
            @ForAll @IntRange(max = 120) int offset,
            @ForAll @IntRange(max = 150) int size) {
        long[] parts = new long[SERVERS];
        List<ServerPiece> expected = new ArrayList<>();
        Map<Integer, Integer> placeOf = new HashMap<>();
        for (long at = 0; at < offset + size; at++) {
            int server = serverOf(distribution, at);
            long within = parts[server]++;
            assertEquals(at, distribution.offsetInFile(server, within, SERVERS));
            if (at >= offset) {
                Integer place = placeOf.putIfAbsent(server, expected.size());
                if (place == null) {
                    expected.add(new ServerPiece(server, within, 1));
                } else {
                    ServerPiece piece = expected.get(place);
                    assertEquals(within, piece.offset() + piece.size());
                    expected.set(place, new ServerPiece(server, piece.offset(), piece.size() + 1));
                }
            }
        }
        assertEquals(expected, distribution.split(offset, size, SERVERS));
        assertEquals(offset + size, distribution.fileSize(parts));
    }

    @Property(tries = 200)
    void isReadAsItIsDescribed(@ForAll("distributions") Distribution distribution) {
        int number = distribution instanceof Contiguous contiguous ? contiguous.server() : 3;
        ApplicationFile file = new ApplicationFile(number, "f", 5, distribution);
        assertEquals(distribution, Distributions.of(number, Distributions.describe(file)));
    }

    /** Those of the inner distribution, with other numbers. */
    @Property(tries = 200)
    void someServersKeepWhatAllOfFewerWould(
            @ForAll("distributions") Distribution inner,
            @ForAll @IntRange(max = 120) int offset,
            @ForAll @IntRange(max = 150) int size,
            @ForAll @IntRange(max = 9) int file,
            @ForAll @IntRange(min = SERVERS, max = 9) int servers) {
        Distribution stated = new StatedServers(inner, List.of(8, 0, 5, 3));
        Distribution inTurn = new ServersInTurn(inner, SERVERS, file);
        int[] numbers = {8, 0, 5, 3};
        int first = servers == SERVERS ? 0 : file % servers;
        List<ServerPiece> pieces = inner.split(offset, size, SERVERS);
        List<ServerPiece> found = stated.split(offset, size, 9);
        List<ServerPiece> turned = inTurn.split(offset, size, servers);
        assertEquals(pieces.size(), found.size());
        for (int i = 0; i < pieces.size(); i++) {
            ServerPiece piece = pieces.get(i);
            int other = (first + piece.server()) % servers;
            assertEquals(new ServerPiece(numbers[piece.server()], piece.offset(), piece.size()), found.get(i));
            assertEquals(new ServerPiece(other, piece.offset(), piece.size()), turned.get(i));
            long at = inner.offsetInFile(piece.server(), piece.offset(), SERVERS);
            assertEquals(at, stated.offsetInFile(found.get(i).server(), piece.offset(), 9));
            assertEquals(at, inTurn.offsetInFile(other, piece.offset(), servers));
            assertTrue(stated.uses(found.get(i).server(), 9) && inTurn.uses(other, servers));
        }
        int number = inner instanceof Contiguous contiguous ? contiguous.server() : 3;
        for (Distribution some : List.of(stated, new ServersInTurn(inner, 5, number))) {
            ApplicationFile described = new ApplicationFile(number, "f", 5, some);
            assertEquals(some, Distributions.of(number, Distributions.describe(described)));
        }
    }

    @Test
    void extentsAsStripesCutLikeStripes() {
        Extents ten = new Extents(List.of(new Extent(0, 0, 10), new Extent(1, 10, 10), new Extent(2, 20, 10)));
        assertEquals(List.of(new ServerPiece(1, 1, 9), new ServerPiece(2, 0, 8)), ten.split(11, 17, 3));
        assertEquals(new SimpleStripe(10).split(12, 3_000_000_033L, 3), ten.split(12, 3_000_000_033L, 3));
    }

    /** What {@code hdtrace dump} shows of this project stands beside it. */
    @Test
    void readsThoseOfTheExampleProject() throws Exception {
        Project project =
                Project.open(Path.of(System.getProperty("hd.root"), "examples/traces/file-distributions/spread.proj"));
        List<FileDescription> files = project.files();
        SimpleStripe usual = new SimpleStripe(64 << 10);
        List<Distribution> expected = List.of(
                usual,
                usual,
                new StatedServers(new SimpleStripe(100), List.of(2, 0, 1)),
                new ServersInTurn(usual, 2, 3),
                Contiguous.inTurn(4),
                Contiguous.on(3),
                new StatedServers(
                        new Extents(List.of(new Extent(2, 0, 64 << 10), new Extent(0, 64 << 10, 1 << 20))),
                        List.of(4, 5, 6)));
        for (int number = 0; number < expected.size(); number++) {
            assertEquals(expected.get(number), Distributions.of(number, files.get(number)));
        }
        assertEquals(
                "Distribution 'Diagonal' is unknown; allowed are: Contiguous, Extents, SimpleStripe",
                refused(files.get(7)));
    }

    private static String refused(FileDescription file) {
        return assertThrows(IllegalArgumentException.class, () -> Distributions.of(0, file))
                .getMessage();
    }

    private static FileDescription extent(String... attributes) {
        return new FileDescription(
                "f", 0, "x.Extents", 1, List.of(new DataElement("Extent", Attributes.of(attributes))));
    }

    @Test
    void saysWhatIsWrong() {
        assertEquals("there is no Extent", refused(new FileDescription("f", 0, "Extents", 1)));
        assertEquals("ChunkSize=0: must be > 0", refused(new FileDescription("f", 0, "", 0)));
        assertEquals(
                "Extent offset=5: must be 0, where the one before ends",
                refused(extent("server", "0", "offset", "5", "width", "1")));
        assertEquals(
                "Extent width=0: must be > 0 and add up", refused(extent("server", "0", "offset", "0", "width", "0")));
        assertEquals("server 'b' is no number", refused(extent("server", "b", "offset", "0", "width", "1")));
        DataElement twice = new DataElement("Servers", Attributes.none(), "1 1", List.of());
        DataElement none = new DataElement("ServerCount", Attributes.none(), "0", List.of());
        assertEquals(
                "Servers [1, 1]: must be numbers >= 0, each once",
                refused(new FileDescription("f", 0, "", 1, List.of(twice))));
        assertEquals("ServerCount=0: must be >= 1", refused(new FileDescription("f", 0, "", 1, List.of(none))));
        assertTrue(refused(extent("server", "0", "offset", "0")).startsWith("Extent width: "));
    }

    @Test
    void findsThoseOfExtensions(@TempDir Path directory) throws Exception {
        FileDescription second = new FileDescription("f", 0, "any.second", 1);
        assertTrue(refused(second).endsWith("allowed are: Contiguous, Extents, SimpleStripe"));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        URL[] urls = {directory.toUri().toURL()};
        Path list = services.resolve(DistributionExtension.class.getName());
        Files.writeString(list, Added.class.getName());
        try (URLClassLoader loader = new URLClassLoader(urls, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            assertEquals(Contiguous.on(3), Distributions.of(2, second));
            Files.writeString(list, Thief.class.getName());
            assertEquals(
                    "extension " + Thief.class.getName() + ": Distribution 'extents': exists already", refused(second));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
