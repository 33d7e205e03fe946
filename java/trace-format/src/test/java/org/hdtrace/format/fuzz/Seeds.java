// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexProbe;

/** Undamaged files of every kind and dialect to begin with. */
@SuppressWarnings("StringConcatToTextBlock")
final class Seeds {
    private static final int LONGEST = 1 << 16;
    private static final int FRAME = 700;

    /** A file for a target; its name is for messages. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares seeds.
    record Seed(String name, Target target, byte[] bytes) {}

    private static final String INDEXED = "index";
    private static final int INDEXES = 8;
    private static final String INDEXED_WITH_SUMS = "index-with-sums";

    private final List<Seed> seeds = new ArrayList<>();

    private Seeds() {}

    /** Those that the tests carry themselves. */
    static List<Seed> own() throws IOException {
        Seeds seeds = new Seeds();
        seeds.add("trace-d3", Target.TRACE, trace3());
        seeds.add("trace-d1", Target.TRACE, trace1());
        seeds.add("trace-d3.zst", Target.TRACE, frames(bytes(trace3())));
        seeds.add("trace-d3.gz", Target.TRACE, gzip(bytes(trace3())));
        seeds.add("statistics-all-types", Target.STATISTICS, statistics(true));
        seeds.add("statistics-numbers", Target.STATISTICS, statistics(false));
        seeds.add("statistics.zst", Target.STATISTICS, frames(statistics(false)));
        seeds.add("relation", Target.RELATION, relation());
        seeds.add("project-d3", Target.PROJECT, project3());
        seeds.add("project-d0", Target.PROJECT, project0());
        for (Seed trace : List.copyOf(seeds.seeds)) {
            if (trace.target() == Target.TRACE) {
                seeds.add(trace.name(), Target.QUERY, trace.bytes());
            }
        }
        WrittenSeeds.addTo(seeds);
        seeds.add("written", Target.PROJECT, WrittenSeeds.rewritten(bytes(project3())));
        seeds.add("no-table", Target.PLACES, frames(bytes(trace3())));
        for (int i = 0; i < INDEXES; i++) {
            seeds.addIndex(INDEXED + i);
        }
        return Collections.unmodifiableList(seeds.seeds);
    }

    /** Those that take a while to make: the index of a trace so long that it has sums. */
    static List<Seed> large() throws IOException {
        Seeds seeds = new Seeds();
        seeds.addIndex(INDEXED_WITH_SUMS);
        return seeds.seeds;
    }

    /** The trace of an index, and what it holds. */
    static IndexProbe indexed(String name, Path trace) throws IOException {
        try {
            return name.equals(INDEXED_WITH_SUMS)
                    ? IndexProbe.write(trace, 3, 400, 60_000)
                    : IndexProbe.write(trace, name.hashCode(), 40, 20_000);
        } catch (TraceFormatException e) {
            throw new IOException(e);
        }
    }

    private void addIndex(String name) throws IOException {
        try (TestFiles files = new TestFiles()) {
            add(name, Target.INDEX, indexed(name, files.file("a.trc")).index());
        }
    }

    /** The files below a folder that are not too long. */
    static List<Seed> below(Path folder) throws IOException {
        Seeds seeds = new Seeds();
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            if (Files.size(file) <= LONGEST) {
                seeds.addFile(file);
            }
        }
        return Collections.unmodifiableList(seeds.seeds);
    }

    private void addFile(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String name = file.getParent().getFileName() + "-" + file.getFileName();
        // The oldest dialect calls everything .xml.
        String text = name.endsWith(".xml") ? new String(bytes, StandardCharsets.ISO_8859_1) : "";
        for (Target target : Target.values()) {
            boolean old = text.contains("<Program") ? target.ending().equals(".trc") : target == Target.PROJECT;
            if (text.isEmpty() ? name.endsWith(target.ending()) && target != Target.INDEX : old) {
                add(name, target, bytes);
            }
        }
    }

    private void add(String name, Target target, String text) {
        add(name, target, bytes(text));
    }

    void add(String name, Target target, byte[] bytes) {
        seeds.add(new Seed(name, target, bytes));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String trace3() {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000' version='3' clock='monotonic'"
                + " clockOffset='0.000001@0.5 -0.000002@9.5                    ' host='n1' pid='7' rank='0'>\n");
        for (int i = 0; i < 24; i++) {
            if (i % 3 == 0) {
                text.append(nested(i));
            }
            text.append(String.format(
                    Locale.ROOT,
                    "<Send size='%d' toRank='1' toTag='&lt;%d&gt;' cid='0'  time='%d.000000100' end='%d.900000000'%s",
                    i * 1000,
                    i,
                    i,
                    i,
                    i % 4 == 0 ? ">\n\t<For rid='3'/>text&amp;<![CDATA[<x>]]></Send>\n" : "/>\n"));
            if (i % 5 == 0) {
                text.append("<Event name='mark&#10;' time='").append(i).append(".95' v='1'/>\n");
            }
        }
        return text.append("</Program>\n\n").toString();
    }

    private static String nested(int second) {
        String time = " time='" + second + ".1' end='" + second + ".2'";
        return "<Nested>\n\t<Nested>\n\t\t<File_read offset='0' size='4'" + time + "/>\n\t</Nested>\n\t<Read fid='1'"
                + time + "><Data offset='4'><Deep/></Data></Read>\n</Nested>\n";
    }

    private static String trace1() {
        return "<Program rank='2' timeAdjustment='12.5s' processorSpeedinMHZ=\"2300\">\n<!-- by hand --><Nested>\n"
                + "\t<Isend size='4' comm='1' aid='3' time='0.251003' end='251.010ms'/><Nested/>\n"
                + "<Waitall time='0.250999s' end='0.251020'><For rid='1'/><For rid='2'/></Waitall>\n"
                + "<?pi x?><Barrier time='1' end='2'></Barrier>stray\n</Program>\n";
    }

    private static String relation() {
        StringBuilder text =
                new StringBuilder("<relation version=\"1\" hostID=\"n1\" localToken=\"4711\" topologyNumber=\"0\""
                        + " timeAdjustment=\"1300000000\" processorModelName='a &lt;b&gt;'>\n");
        for (int i = 0; i < 20; i++) {
            String parent = List.of("", " p='0:1'", " l='1:0:1'", " r='h:1:0:1'", " i='0'")
                    .get(i % 5);
            text.append(String.format(
                    Locale.ROOT,
                    "<rel t='%d' time='%d.1'%s/><s name='io' t='%d' time='%d.2' size='7'/><e t='%d' time='%d.3'><x v='3'/></e>",
                    i,
                    i,
                    parent,
                    i,
                    i,
                    i,
                    i));
            text.append("<un t='").append(i).append("' time='").append(i).append(".4'/>");
        }
        return text
                + "<rel t='77' time='30'><p p='0:0'/><l l='1:0:0'/></rel><rel t='78' time='31'><p p='0:0'/><rel/></relation>";
    }

    private static byte[] statistics(boolean withText) {
        String header =
                "<Statistics>\n<TopologyNode>\n  <Label value=\"n1\"><Label value=\"0\"/></Label>\n</TopologyNode>\n"
                        + "<Group name=\"All\" timestampDatatype=\"EPOCH\" timeAdjustment=\"-0000000000.000000000\">\n"
                        + "  <Value name=\"A\" type=\"INT32\" unit=\"W\" grouping=\"g\"/><Value name=\"B\" type=\"INT64\"/>\n"
                        + "  <Value name=\"C\" type=\"FLOAT\" multiplier='0.5'/><Value name=\"D\" type=\"DOUBLE\"/>"
                        + (withText ? "<Statistics name='E' type='STRING'/>" : "") + "\n</Group>\n</Statistics>\n";
        ByteBuffer buffer = ByteBuffer.allocate(1 << 14);
        buffer.put(bytes(String.format(Locale.ROOT, "%05d\n", header.length()) + header));
        buffer.putInt(1_300_000_000).putInt(5);
        for (int i = 0; i < 40; i++) {
            buffer.putInt(1_300_000_001 + i).putInt(999_999_999).putInt(-i).putLong(i);
            buffer.putFloat(1.5f).putDouble(i / 3.0);
            if (withText) {
                buffer.putShort((short) 3).put(bytes("a\u00e9"));
            }
        }
        byte[] file = new byte[buffer.position()];
        buffer.flip().get(file);
        return file;
    }

    private static String project3() {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Application name=\"app\" processCount='2'><Description>d &amp; e</Description>\n"
                + "<FileList><File name='f'><InitialSize>64K</InitialSize><Distribution implementation='x'><ChunkSize>1M</ChunkSize>"
                + "</Distribution></File></FileList>\n<Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level></Level>"
                + "<Node name='n1' label='n_1'><Node name='0'><Node name='0'/></Node><Node name='1' type='SERVER'/></Node></Topology>\n"
                + "<CommunicatorList><Communicator name='WORLD' gid='0:1'><Rank global='0' local='0' cid='0'/>"
                + "<Rank global='1' local='1' cid='0'/></Communicator></CommunicatorList>\n<Datatypes><Rank name='0' thread='0'>"
                + "<NAMED id='0' name='MPI_INT'/><VECTOR id='1' count='3' blocklength='2' stride='4' oldType='0'/>"
                + "<STRUCT id='2' count='1'><Type id='1' displacement='4' blocklen='2'/></STRUCT>"
                + "<INDEXED id='3' count='2' oldType='2'><Block len='1' index='0'/><Block len='2' index='9'/></INDEXED>"
                + "<SUBARRAY id='4' ndims='2' order='MPI_ORDER_C' oldType='0'><Dimension size='8' subsize='2' start='1'/>"
                + "<Dimension size='6' subsize='3' start='2'/></SUBARRAY>"
                + "<DARRAY id='5' size='4' order='MPI_ORDER_FORTRAN' rank='1' dims='2' oldType='0'>"
                + "<Dimension gsize='8' distrib='MPI_DISTRIBUTE_BLOCK' darg='2' psize='2'/>"
                + "<Dimension gsize='8' distrib='MPI_DISTRIBUTE_CYCLIC' darg='1' psize='2'/></DARRAY>"
                + "<DUP id='6' oldType='5'/><RESIZED id='7' lowerBound='-4' extent='64' oldType='6'/>"
                + "<F90_REAL id='8'><Integer>6</Integer><Integer>30</Integer></F90_REAL></Rank></Datatypes>\n"
                + "<ExternalStatistics><Energy/><Utilization/></ExternalStatistics><Z a='1'>raw</Z></Application>\n";
    }

    private static String project0() {
        return "<?xml version='1.0'?><application name='old'>\n<filelist><file name='o'><ChunkSize>64K</ChunkSize>"
                + "<Distribution class='y'/></file></filelist><topology><level name='Host'><level name='Rank'/></level>"
                + "<label value='h'><label value='Rank 0'/></label></topology>"
                + "<communicatorlist><communicator name='W'><rank name='Rank 0'/></communicator></communicatorlist>"
                + "<externalstatistics><Energy><Value name='P' type='FLOAT'/></Energy></externalstatistics></application>";
    }

    /** Frames of a few hundred bytes, as of a trace that was compressed while it was written. */
    private static byte[] frames(byte[] text) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (int at = 0; at < text.length; at += FRAME) {
            byte[] piece = java.util.Arrays.copyOfRange(text, at, Math.min(text.length, at + FRAME));
            file.write(Zstd.compress(piece));
        }
        return file.toByteArray();
    }

    private static byte[] gzip(byte[] text) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (OutputStream stream = new GZIPOutputStream(file)) {
            stream.write(text);
        }
        return file.toByteArray();
    }
}
