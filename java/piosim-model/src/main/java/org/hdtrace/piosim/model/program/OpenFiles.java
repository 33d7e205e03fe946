// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileView;

/** The files that one thread has open, by the numbers of its trace. */
final class OpenFiles {
    private static final int NANO_DIGITS = 9;

    private final Map<Long, OpenFile> files = new HashMap<>();

    /** A file as one rank has it open. */
    static final class OpenFile {
        private final ApplicationFile file;
        private final Communicator communicator;
        private final int number;
        private boolean deletes;
        private FileView view;
        private FileHints hints = FileHints.NONE;
        /** What began the split collective accesses by their requests, ended ones too. */
        private final Map<Long, String> split = new LinkedHashMap<>();

        OpenFile(ApplicationFile file, Communicator communicator, int number) {
            this.file = file;
            this.communicator = communicator;
            this.number = number;
        }

        /** See {@link Opening#number}. */
        int number() {
            return number;
        }

        /** See {@link Opening#deletes}. */
        boolean deletes() {
            return deletes;
        }

        void deleteOnClose() {
            deletes = true;
        }

        /** A call begins an access; one of a split collective access has to be ended before the file is closed. */
        void begin(RecordedCall call, long request) {
            if (call.state().name().endsWith("_begin")) {
                String start = BigDecimal.valueOf(call.state().startNanos(), NANO_DIGITS)
                        .toPlainString();
                split.put(request, call.state().name() + " at " + start + " s");
            }
        }

        /** Refuse to close the file while a split access isn't ended, as MPI forbids it. */
        void requireEnded(RecordedCall call) throws NotExecutable {
            for (Map.Entry<Long, String> one : split.entrySet()) {
                if (call.requests().isStarted(one.getKey())) {
                    throw new NotExecutable(call.state().name() + " of '" + file.name() + "' by rank " + call.rank()
                            + " before its " + one.getValue() + " is ended");
                }
            }
        }

        FileHints hints() {
            return hints;
        }

        /** Take over what a call says, and what the library makes of it. */
        void hint(RecordedCall call) {
            hints = OpenFiles.hints(hints, call);
        }

        ApplicationFile file() {
            return file;
        }

        /** That it was opened with. */
        Communicator communicator() {
            return communicator;
        }

        /** Null for the file as it is. */
        FileView view() {
            return view;
        }

        void view(FileView newView) {
            view = newView;
        }
    }

    /** Hints with those that a call adds: first what the program asks for, then what the library reports. */
    static FileHints hints(FileHints before, RecordedCall call) {
        FileHints hints = before;
        for (boolean effective : new boolean[] {false, true}) {
            for (DataElement info : call.children("Info")) {
                String key = info.attributes().get("key");
                if (key != null && effective == (info.attributes().get("effective") != null)) {
                    String value = info.attributes().get("value", "");
                    hints = effective ? hints.withEffective(key, value) : hints.with(key, value);
                }
            }
        }
        return hints;
    }

    /** A file is open from now on; openings of the same file by the same ranks get different numbers. */
    OpenFile open(RecordedCall call, ApplicationFile file, Communicator communicator) throws NotExecutable {
        int number = 0;
        while (isOpen(file, communicator, number)) {
            number++;
        }
        OpenFile opened = new OpenFile(file, communicator, number);
        files.put(handle(call), opened);
        return opened;
    }

    private boolean isOpen(ApplicationFile file, Communicator communicator, int number) {
        return files.values().stream()
                .anyMatch(open -> open.number == number
                        && open.file.id() == file.id()
                        && open.communicator.id() == communicator.id());
    }

    OpenFile get(RecordedCall call) throws NotExecutable {
        OpenFile open = files.get(handle(call));
        if (open == null) {
            throw new NotExecutable(call.state().name() + " of a file that isn't open");
        }
        return open;
    }

    OpenFile close(RecordedCall call) throws NotExecutable {
        OpenFile open = get(call);
        files.remove(handle(call));
        return open;
    }

    /** The number under which a file is open: of this opening when recorded, else of the file. */
    private static long handle(RecordedCall call) throws NotExecutable {
        long instance = call.attributes().getLong("oid", -1);
        // Both kinds of numbers count from 0.
        return instance >= 0 ? -1 - instance : call.number("fid");
    }
}
