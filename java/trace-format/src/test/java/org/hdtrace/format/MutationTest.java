// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.Test;

/** Damaged files give an error that names the place, or are read; nothing else happens. */
@SuppressWarnings("StringConcatToTextBlock")
class MutationTest {
    private static final String TRACE = "<Program timeAdjustment='1300000000' clockOffset='0.5@1 0.6@2  '>\n<Nested>\n"
            + "\t<Send size='4' toRank='1'  time='0.251003' end='0.251010'/>\n<Event name='e&#10;' time='0.3'/></Nested>\n"
            + "<Bcast size='4' time='0.250999' end='0.251020'>\n<Info key='k' value='&amp;'/>t<![CDATA[<x>]]></Bcast>\n</Program>\n";
    private static final String RELATION =
            "<relation version='1' hostID='n1' localToken='4711' topologyNumber='0' timeAdjustment='13'>\n"
                    + "<rel t='0' time='0.1'/><s name='io' t='0' time='0.2' size='7'/><e t='0' time='0.3'><x v='3'/></e>"
                    + "<rel t='1' time='1'><p p='0:0'/><l l='1:0:0'/></rel><un t='0' time='0.4'/></relation>";
    private static final String PROJECT =
            "<?xml version='1.0' encoding='UTF-8'?><Application name='app'><FileList><File name='f'>"
                    + "<InitialSize>64K</InitialSize><Distribution implementation='x'><ChunkSize>1</ChunkSize></Distribution></File></FileList>"
                    + "<Topology><Level type='Host'><Level type='Rank'/></Level><Node name='n'><Node name='0'/></Node></Topology>"
                    + "<CommunicatorList><Communicator name='W'><Rank global='0' local='0' cid='0'/></Communicator></CommunicatorList>"
                    + "<Datatypes><Rank name='0' thread='0'><NAMED id='0' name='MPI_INT'/><VECTOR id='1' count='3' blocklength='2' stride='4'"
                    + " oldType='0'/><STRUCT id='2' count='1'><Type id='1' displacement='4' blocklen='2'/></STRUCT></Rank></Datatypes>"
                    + "<ExternalStatistics><G/></ExternalStatistics><Z>1</Z></Application>";
    private static final String HEADER = "<Statistics><TopologyNode><Label value='n'/></TopologyNode>"
            + "<Group name='G' timestampDatatype='EPOCH' timeAdjustment='-0'><Value name='a' type='INT32'/>"
            + "<V name='b' type='STRING'/></Group></Statistics>\n";
    private static final String STATISTICS = HEADER.length() + "\n" + HEADER
            + "\0\0\0\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\7\0\2ab\0\0\0\3\0\0\0\0\0\0\0\7\0\1c";

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = 2500)
    void damagedTracesAreReadOrRefused(@ForAll("seeds") long seed) throws Exception {
        check("a.trc", TRACE, seed, BadInputTest::readTrace);
    }

    @Property(tries = 1000)
    void damagedRelationsAreReadOrRefused(@ForAll("seeds") long seed) throws Exception {
        check("a.rel", RELATION, seed, BadInputTest::readRelation);
    }

    @Property(tries = 1000)
    void damagedStatisticsAreReadOrRefused(@ForAll("seeds") long seed) throws Exception {
        check("a.stat", STATISTICS, seed, BadInputTest::readStatistics);
    }

    @Property(tries = 1000)
    void damagedProjectsAreReadOrRefused(@ForAll("seeds") long seed) throws Exception {
        check("a.proj", PROJECT, seed, Project::open);
    }

    /** No property: where the original's files are absent it skips, which a property takes for a failure. */
    @Test
    void damagedFilesOfTheOriginalAreReadOrRefused() throws Exception {
        List<Path> projects = Fixtures.endingWith(".proj");
        List<Path> statistics = Fixtures.endingWith(".stat");
        List<Path> traces = Fixtures.endingWith(".trc");
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            check("a.proj", latin1(pick(projects, random)), seed, Project::open);
            check("a.stat", latin1(pick(statistics, random)), seed, BadInputTest::readStatistics);
            check("a.trc", latin1(pick(traces, random)), seed, BadInputTest::readTrace);
        }
    }

    private static Path pick(List<Path> files, Random random) {
        return files.get(random.nextInt(files.size()));
    }

    private static String latin1(Path file) throws java.io.IOException {
        return java.nio.file.Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static void check(String name, String text, long seed, BadInputTest.Reading reading) throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.write(name, mutated(text.getBytes(StandardCharsets.ISO_8859_1), new Random(seed)));
            BadInputTest.readOrRefuse(reading, file);
        }
    }

    /** A few bytes changed, left out, doubled or moved. */
    private static byte[] mutated(byte[] original, Random random) {
        byte[] bytes = original.clone();
        byte[] special = "<>/&;'\"=\0 -.9xN\u00ff".getBytes(StandardCharsets.ISO_8859_1);
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 2; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = special[random.nextInt(special.length)];
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = java.util.Arrays.copyOf(bytes, Math.max(1, at));
                default -> {
                    int from = random.nextInt(bytes.length);
                    int length = Math.min(random.nextInt(40), bytes.length - Math.max(at, from));
                    System.arraycopy(bytes, from, bytes, at, length);
                }
            }
        }
        return bytes;
    }
}
