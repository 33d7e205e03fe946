// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;

/** Reads as of figure 5 that were measured on a cluster of other rates, simulated on the paper's model with those rates. */
public final class ObservedReads {
    /** First line of a table of measurements. */
    private static final String HEADING = "recordBytes,records,servers,clients,repetition,ns";

    private static final int COLUMNS = 6;
    private static final int MOST = 1000;
    /** What the virtual cluster's hosts hand to a link at a time. */
    public static final long PACKET = 4096;

    private record Setting(long bytes, int records, int servers, int clients) {}

    private ObservedReads() {}

    /**
     * Simulate what a table tells.
     *
     * @param model made as the paper's cluster
     * @param packet bytes of packets of the network
     * @throws TraceFormatException when the table can't be read, with the line
     */
    public static List<ObservedReading> run(Path model, Path table, long packet)
            throws ModelFormatException, TraceFormatException {
        List<ObservedReading> all = new ArrayList<>();
        for (Map.Entry<Setting, List<Long>> entry : read(table).entrySet()) {
            Setting key = entry.getKey();
            Reading simulated = Reads.one(model, key.bytes(), key.records(), packet, key.clients(), key.servers());
            long least =
                    entry.getValue().stream().mapToLong(Long::longValue).min().orElseThrow();
            all.add(new ObservedReading(simulated, entry.getValue().size(), least));
        }
        return all;
    }

    private static Map<Setting, List<Long>> read(Path table) throws TraceFormatException {
        List<String> lines;
        try {
            lines = Files.readAllLines(table);
        } catch (IOException e) {
            throw new TraceFormatException(table, "line 1", "can't be read: " + e.getMessage());
        }
        if (lines.isEmpty() || !lines.get(0).equals(HEADING)) {
            throw new TraceFormatException(table, "line 1", "isn't '" + HEADING + "'");
        }
        Map<Setting, List<Long>> found = new LinkedHashMap<>();
        for (int i = 1; i < lines.size(); i++) {
            String[] words = lines.get(i).split(",", -1);
            try {
                Setting setting = new Setting(
                        positive(words[0], 1 << 30),
                        (int) positive(words[1], MOST),
                        (int) positive(words[2], MOST),
                        (int) positive(words[3], MOST));
                if (words.length != COLUMNS) {
                    throw new NumberFormatException();
                }
                found.computeIfAbsent(setting, unused -> new ArrayList<>()).add(positive(words[5], Long.MAX_VALUE));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new TraceFormatException(
                        table, "line " + (i + 1), "isn't six numbers above 0, up to 1000 records, servers, clients");
            }
        }
        if (found.isEmpty()) {
            throw new TraceFormatException(table, "line 1", "has no measurements");
        }
        return found;
    }

    private static long positive(String word, long most) {
        long value = Long.parseLong(word);
        if (value < 1 || value > most) {
            throw new NumberFormatException();
        }
        return value;
    }
}
