// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.Finding;

/**
 * The tokens of a relation file, and those of other files that are parents of some of them. Ids are counted, so that it takes
 * little memory however many there are.
 */
final class TokenTable {
    /** Processes whose tokens are remembered as parents. */
    private static final int MOST_PROCESSES = 1 << 16;

    private final IdSet own = new IdSet();
    private final Map<String, IdSet> parents = new HashMap<>();
    private String prefix = "";
    private boolean complete;

    /** "host:pid:topologyNumber:", which tokens of this file begin with. */
    void begin(String ownPrefix) {
        prefix = ownPrefix;
    }

    /** All of the file was read. */
    void complete() {
        complete = true;
    }

    void add(long token) {
        own.add(token);
    }

    boolean holds(long token) {
        return own.holds(token);
    }

    boolean mayHold(long token) {
        return own.mayHold(token);
    }

    /** Note a parent; whether it is one of another file. */
    boolean isElsewhere(String globalToken) {
        int end = globalToken.lastIndexOf(':') + 1;
        String other = globalToken.substring(0, end);
        if (other.equals(prefix)) {
            return false;
        }
        if (idOf(globalToken) >= 0 && (parents.containsKey(other) || parents.size() < MOST_PROCESSES)) {
            parents.computeIfAbsent(other, key -> new IdSet()).add(idOf(globalToken));
        }
        return true;
    }

    /** The number behind the last colon; -1 when it is none. */
    static long idOf(String globalToken) {
        try {
            return Long.parseUnsignedLong(globalToken.substring(globalToken.lastIndexOf(':') + 1));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Parents that are in no file although the file of their process is there; one finding for each pair of files. */
    static List<Finding> compare(Collection<Checked> all) {
        Map<String, List<Checked>> byPrefix = new HashMap<>();
        all.forEach(one -> byPrefix.computeIfAbsent(one.tokens().prefix, key -> new ArrayList<>())
                .add(one));
        List<Finding> findings = new ArrayList<>();
        for (Checked one : all) {
            FindingList list = new FindingList(one.file());
            one.tokens().parents.forEach((process, ids) -> {
                if (byPrefix.containsKey(process)) {
                    one.tokens().compare(process, ids, byPrefix.get(process), list);
                }
            });
            findings.addAll(list.all());
        }
        return findings;
    }

    private void compare(String process, IdSet ids, List<Checked> others, FindingList findings) {
        for (Checked other : others) {
            long missing = other.tokens().own.firstMissing(ids);
            if (missing == -1) {
                return;
            }
            String text = "has the parent " + process + Long.toUnsignedString(missing) + ", which is not in "
                    + other.file().getFileName();
            if (others.size() == 1 && other.tokens().complete) {
                findings.error("whole file", text);
            } else {
                findings.note("whole file", text + " as far as that can be read");
            }
        }
    }
}
