// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A project of four ranks, whose traces can be cut and broken. */
record DamagedProject(Path folder) {
    static final int RANKS = 4;
    private static final String HEAD = "<Program timeAdjustment='1300000000'>\n";
    private static final String STATES =
            """
            <File_open fid='1' name='data' time='1.0' end='1.5'/>
            <Nested>
            \t<Send size='7' toRank='1' time='2.0' end='2.5'/>
            </Nested>
            <step time='2.0' end='3.0'/>
            <File_write fid='1' size='100' offset='0' time='3.0' end='3.5'/>
            """;
    private static final String LATER =
            """
            <Send size='9' toRank='2' time='4.0' end='4.5'/>
            <File_write fid='1' size='50' offset='100' time='5.0' end='5.5'/>
            """;

    /** Write it whole. */
    static DamagedProject write(Path folder) throws IOException {
        Files.createDirectories(folder);
        StringBuilder project = new StringBuilder("<Application name='app'><Topology><Level type='Rank'></Level>");
        for (int rank = 0; rank < RANKS; rank++) {
            project.append("<Node name='").append(rank).append("'/>");
            Files.writeString(trace(folder, rank), HEAD + STATES + LATER + "</Program>\n");
        }
        Files.writeString(folder.resolve("app.proj"), project + "</Topology></Application>");
        return new DamagedProject(folder);
    }

    Path trace(int rank) {
        return trace(folder, rank);
    }

    private static Path trace(Path folder, int rank) {
        return folder.resolve("app_" + rank + ".trc");
    }

    /** Where the states begin that damage takes away. */
    static int damagedByte() {
        return (HEAD + STATES).length();
    }

    /** Cut it within the state that begins at {@link #damagedByte}; the number of bytes that are left of that. */
    int cut(int rank) throws IOException {
        byte[] text = Files.readAllBytes(trace(rank));
        Files.write(trace(rank), Arrays.copyOf(text, damagedByte() + 10));
        return 10;
    }

    /** Make the state that begins at {@link #damagedByte} an end tag of nothing; the number of bytes from there on. */
    int breakInTheMiddle(int rank) throws IOException {
        byte[] text = Files.readAllBytes(trace(rank));
        byte[] nonsense = "</x>".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(nonsense, 0, text, damagedByte(), nonsense.length);
        Files.write(trace(rank), text);
        return text.length - damagedByte();
    }
}
