// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Varied recordings mean the same from memory and from the traces, in whatever order the project lists its parts. */
class RecordedOrderTest {
    private static final int RANKS = 3;
    private static final int RECORDINGS = 60;
    private static final Pattern NODE =
            Pattern.compile("<Node name='n\\d'><Node name='\\d'><Node name='0'/></Node></Node>");
    private static final Pattern MEMBER = Pattern.compile("<Rank global='\\d' local='\\d' cid='\\d'/>");

    @TempDir
    Path directory;

    /** A random program of all ranks, as their traces tell it. */
    private static final class Run {
        private final Random random;
        private final List<List<String>> traces = new ArrayList<>();
        private final double[] clock = new double[RANKS];
        private int requests;

        Run(long seed) {
            random = new Random(seed);
            for (int rank = 0; rank < RANKS; rank++) {
                traces.add(new ArrayList<>());
            }
            all("Init");
            for (int steps = 5 + random.nextInt(20); steps > 0; steps--) {
                step();
            }
            all("Finalize");
        }

        private void step() {
            int size = random.nextInt(1000);
            switch (random.nextInt(9)) {
                case 0 -> message(size);
                case 1 -> laterMessage(size);
                case 2 -> all("Allreduce size='" + size + "' cid='0'");
                case 3 -> each("Gatherv root='1' cid='0' size='%d'");
                case 4 -> each("Scatterv root='2' cid='1' recvSize='%d'");
                case 5 -> all("Comm_dup cid='0' newcid='1'");
                case 6 -> all("Type_commit tid='4'");
                case 7 -> persistent();
                default -> file(size);
            }
        }

        private void message(int size) {
            int from = random.nextInt(RANKS);
            int to = (from + 1) % RANKS;
            add(from, "Send size='" + size + "' toRank='" + to + "' toTag='5' cid='0'", "");
            add(to, "Recv size='" + size + "' fromRank='" + from + "' fromTag='5' postedRank='-2' cid='1'", "");
        }

        private void laterMessage(int size) {
            int from = random.nextInt(RANKS);
            int to = (from + 2) % RANKS;
            int rid = requests++;
            add(from, "Isend size='" + size + "' toRank='" + to + "' toTag='5' cid='0' rid='" + rid + "'", "");
            add(from, "Wait", "<For rid='" + rid + "' done='1'/>");
            add(to, "Irecv fromRank='-2' fromTag='-1' cid='1' rid='" + rid + "'", "");
            add(to, "Waitall", "<For rid='" + rid + "' done='1' fromRank='" + from + "' fromTag='5' size='1'/>");
        }

        private void persistent() {
            int rid = requests++;
            each("Allgatherv_init cid='0' rid='" + rid + "' size='%d'");
            for (int rank = 0; rank < RANKS; rank++) {
                add(rank, "Start", "<For rid='" + rid + "'/>");
                add(rank, "Wait", "<For rid='" + rid + "' done='1'/>");
            }
        }

        private void file(int size) {
            int fid = requests++;
            all("File_open cid='0' name='f" + fid % 3 + "' fid='" + fid + "' oid='" + fid + "'");
            all("File_write_at fid='" + fid + "' oid='" + fid + "' offset='" + size + "' size='9'");
            all("File_close fid='" + fid + "' oid='" + fid + "'");
        }

        private void each(String element) {
            for (int rank = 0; rank < RANKS; rank++) {
                add(rank, element.formatted(random.nextInt(100)), "");
            }
        }

        private void all(String element) {
            for (int rank = 0; rank < RANKS; rank++) {
                add(rank, element, "");
            }
        }

        private void add(int rank, String element, String children) {
            double start = clock[rank] + random.nextInt(3) * 0.000001;
            clock[rank] = start + 0.000002;
            String name = element.contains(" ") ? element.substring(0, element.indexOf(' ')) : element;
            traces.get(rank)
                    .add("<%s time='%.9f' end='%.9f'>%s</%s>".formatted(element, start, clock[rank], children, name));
        }

        Path write(Path folder) throws Exception {
            Recording recording = new Recording(Files.createDirectory(folder))
                    .communicators("<Communicator name='copy'><Rank global='0' local='0' cid='1'/><Rank global='1'"
                            + " local='1' cid='1'/><Rank global='2' local='2' cid='1'/></Communicator>");
            traces.forEach(trace -> recording.rank(trace.toArray(new String[0])));
            return recording.write();
        }
    }

    @Test
    void meansTheSameInAnyOrderAndFromAnywhere() throws Exception {
        Set<CommandType> seen = new TreeSet<>();
        for (long seed = 0; seed < RECORDINGS; seed++) {
            Path project = new Run(seed).write(directory.resolve("p" + seed));
            List<String> expected = lines(project, false, seen);
            assertEquals(expected, lines(project, true, seen), "streamed, seed " + seed);
            String text = Files.readString(project);
            String shuffled = shuffled(shuffled(text, NODE, seed), MEMBER, seed);
            assertNotEquals(text, shuffled);
            Files.writeString(project, shuffled);
            assertEquals(expected, lines(project, false, seen), "shuffled, seed " + seed);
            assertEquals(expected, lines(project, true, seen), "shuffled and streamed, seed " + seed);
        }
        assertTrue(
                seen.containsAll(Set.of(CommandType.GATHERV, CommandType.SCATTERV, CommandType.START)),
                "what was varied: " + seen);
    }

    private static List<String> lines(Path project, boolean streaming, Set<CommandType> seen) throws Exception {
        Application application = TraceApplication.load(
                project, new TraceApplication.Options(1, streaming, Set.of(CommandType.values())));
        assertEquals(List.of(), application.unsupported());
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            CommandText text = new CommandText();
            for (Command command : Recording.commands(application, rank)) {
                seen.add(command.type());
                lines.add(rank + ": " + text.of(command) + " " + command.origin());
            }
        }
        return lines;
    }

    /** The text with what a pattern finds, as many in a row as there are ranks, in another order. */
    private static String shuffled(String text, Pattern pattern, long seed) {
        List<String> found =
                pattern.matcher(text).results().map(MatchResult::group).toList();
        int shift = 1 + (int) (seed % (RANKS - 1));
        StringBuilder result = new StringBuilder();
        Matcher matcher = pattern.matcher(text);
        for (int i = 0; matcher.find(); i++) {
            int other = i / RANKS * RANKS + (i + shift) % RANKS;
            matcher.appendReplacement(result, Matcher.quoteReplacement(found.get(other)));
        }
        return matcher.appendTail(result).toString();
    }
}
