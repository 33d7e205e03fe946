// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.Finding;

/**
 * What the check of one file gave.
 *
 * @param running whether the file has no end because its process is at work
 * @param tokens of a relation file, to be compared with those of others; null for other files
 */
record Checked(Path file, List<Finding> findings, boolean running, TokenTable tokens) {
    static Checked of(Path file, List<Finding> findings) {
        return new Checked(file, findings, false, null);
    }
}
