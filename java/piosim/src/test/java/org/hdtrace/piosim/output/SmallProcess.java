// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A program in a process of its own, which may have 320 open files and a heap of 40 MiB. */
final class SmallProcess {
    private static final List<String> BOUNDS = List.of("sh", "-c", "ulimit -n 320 && exec \"$@\"", "sh");

    private SmallProcess() {}

    /** What it prints; one that fails fails the test. */
    static String run(Class<?> program, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(BOUNDS);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx40m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
        command.add(program.getName());
        Arrays.stream(arguments).map(Object::toString).forEach(command::add);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said;
    }
}
