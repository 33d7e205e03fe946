// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is too large to compute with is refused; it would wrap around and look like little. */
class LargeAmountsTest {
    private static final long MOST = 1L << 44;

    @TempDir
    Path directory;

    private Application load(String call) throws Exception {
        String state = "<" + call + " time='1' end='2'/>";
        Path project = new Recording(directory).rank(state).write();
        return TraceApplication.load(project, TraceApplication.Options.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bcast cid='0' root='0' size='%d'",
                "Send size='%d' toRank='0' toTag='1' cid='0'",
                "Allgather cid='0' size='%d'",
                "Allreduce cid='0' size='%d'"
            })
    void sizesUpToTheLimitAreTaken(String call) throws Exception {
        String name = call.substring(0, call.indexOf(' '));
        assertEquals(List.of(), load(call.formatted(MOST)).unsupported());
        for (long size : new long[] {MOST + 1, Long.MAX_VALUE}) {
            assertEquals(
                    List.of(new Application.Unsupported(name + " of more than 16T bytes", 1)),
                    load(call.formatted(size)).unsupported());
        }
    }

    @Test
    void programsInJavaAreRefusedAtOnce() {
        ProgramBuilder program = new ProgramBuilder("large", 2);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> program.addSend(0, 1, Long.MAX_VALUE, 1));
        assertEquals("bytes=9223372036854775807: must be at most 17592186044416 (16T)", e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> program.addBroadcast(program.world(), 0, Long.MAX_VALUE));
    }

    @Test
    void blocksMayBeMoreTogether() {
        assertEquals(3 * MOST, new Volume.PerRank(MOST, MOST, MOST).stated());
        assertThrows(IllegalArgumentException.class, () -> new Volume.PerRank(1, MOST + 1));
    }
}
