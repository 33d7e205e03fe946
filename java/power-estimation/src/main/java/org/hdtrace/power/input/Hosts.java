// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.input;

import java.util.List;
import java.util.Locale;
import org.hdtrace.format.project.Project;

/** Which element of a topology's paths is the host. */
public final class Hosts {
    private final int depth;

    public Hosts(Project project) {
        List<String> levels = project.levels();
        int found = 0;
        for (int i = levels.size() - 1; i >= 0; i--) {
            if (List.of("host", "hostname").contains(levels.get(i).toLowerCase(Locale.ROOT))) {
                found = i;
            }
        }
        this.depth = found;
    }

    /** The host of a node; "" for one above all hosts. */
    public String of(List<String> path) {
        return path.size() > depth ? path.get(depth) : "";
    }

    /** Whether a node is a host itself. */
    boolean isHost(List<String> path) {
        return path.size() == depth + 1;
    }
}
