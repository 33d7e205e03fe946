// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.nio.file.Path;
import java.util.List;

/**
 * A model file that can't be used. All faults that were found are reported together, one line each, as {@code FILE:
 * line N: CAUSE} or {@code OPTION: CAUSE}; beyond {@value #SHOWN} only their number.
 */
public final class ModelFormatException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 20;

    private final transient Path file;
    private final transient List<Fault> faults;

    /**
     * One fault.
     *
     * @param line line of the element it was found in; 0 when it has no place in the file, as a bad override
     * @param option the option that states what is wrong, as typed; empty when the file does
     * @param text cause, naming the element and what is allowed
     */
    public record Fault(int line, String option, String text) {
        /** One of a line, 0 for none. */
        public Fault(int line, String text) {
            this(line, "", text);
        }
    }

    /** At least one fault in a file. */
    public ModelFormatException(Path file, List<Fault> faults) {
        super(describe(file, faults));
        this.file = file;
        this.faults = List.copyOf(faults);
    }

    public Path file() {
        return file;
    }

    /** All faults in the order in which they were found. */
    public List<Fault> faults() {
        return faults;
    }

    private static String describe(Path file, List<Fault> faults) {
        StringBuilder text = new StringBuilder();
        for (Fault fault : faults.subList(0, Math.min(SHOWN, faults.size()))) {
            text.append(text.isEmpty() ? "" : "\n");
            text.append(fault.option().isEmpty() ? file : fault.option()).append(": ");
            text.append(fault.line() > 0 ? "line " + fault.line() + ": " : "").append(fault.text());
        }
        if (faults.size() > SHOWN) {
            text.append('\n')
                    .append(file)
                    .append(": and ")
                    .append(faults.size() - SHOWN)
                    .append(" more");
        }
        return text.toString();
    }
}
