// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.program.FileControl;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Operations on files as a whole as ROMIO's drivers do them: one rank asks the servers, with what the others have to agree on
 * before and to know afterwards.
 *
 * <p>Source: ROMIO's {@code set_size.c}, {@code prealloc.c}, {@code seek_sh.c} and {@code ad_pvfs2_flush.c}. Deviation: numbers
 * that a broadcast checks are 8 bytes, error codes 4.
 */
public final class FileControls {
    private static final long NUMBER = 8;
    private static final long ERROR = 4;
    private static final int ACT = 1;
    private static final int AGREE = 2;
    private static final int END = 3;

    private FileControls() {}

    /** A request to the server that knows the file, as for its size. */
    public static Algorithm inquiry() {
        return (call, step) -> {
            if (step == Algorithm.START && call.files().openDeferred(call, file(call))) {
                call.next(ACT);
            } else {
                call.files().inquire(call, file(call));
            }
        };
    }

    /** All servers throw away what they have of the file, when the one that knows it has been asked. */
    public static Algorithm deletion() {
        return (call, step) -> {
            if (step == Algorithm.START) {
                call.files().inquire(call, file(call));
                call.next(ACT);
            } else {
                call.files().resize(call, file(call), 0);
            }
        };
    }

    /** The ranks come together at the first one, which has the servers write out what they hold, and tells the others. */
    public static Algorithm sync() {
        return new Together(CommandType.REDUCE, ERROR, CommandType.BCAST, (call, control) -> {
            if (call.rank() == 0) {
                call.files().flush(call, control.file());
            }
        });
    }

    /** The first rank says how long the file is to be, and tells the others when it is. */
    public static Algorithm resizing() {
        return new Together(CommandType.BCAST, NUMBER, CommandType.BCAST, (call, control) -> {
            if (call.rank() == 0) {
                call.files().resize(call, control.file(), control.size());
            }
        });
    }

    /** The first rank writes all of the file, while the others wait. */
    public static Algorithm preallocation() {
        Algorithm sequence = new OperationSequence();
        return new Together(CommandType.BCAST, NUMBER, CommandType.BARRIER, (call, control) -> {
            boolean first = call.rank() == 0;
            long existing = first ? call.files().size(call.applicationNumber(), control.file()) : 0;
            long size = first ? control.size() : 0;
            call.work(new OperationSource() {
                @Override
                public ApplicationFile file() {
                    return control.file();
                }

                @Override
                public Operations operations() {
                    return new Preallocation(existing, size);
                }
            });
            // At all ranks, so that the parts of this call have the same numbers everywhere.
            call.child(sequence);
        });
    }

    /** The first rank moves the shared pointer, while the others wait. */
    public static Algorithm sharedSeek() {
        return new Together(CommandType.BCAST, NUMBER, CommandType.BARRIER, (call, control) -> {
            if (call.rank() == 0) {
                call.files().inquire(call, control.file());
                seek(call, control);
            }
        });
    }

    /** All ranks wait for each other, nothing is sent. */
    public static Algorithm virtualSeek() {
        return (call, step) -> {
            if (step == Algorithm.START) {
                call.synchronize();
                call.next(ACT);
            } else if (step == ACT) {
                if (call.rank() == 0 && call.command() instanceof FileControl.Together control) {
                    seek(call, control);
                }
                call.synchronize();
            }
        };
    }

    private static void seek(Call call, FileControl.Together control) {
        call.pointers().set(call, control.file(), control.communicator(), control.opening(), control.size());
    }

    private static ApplicationFile file(Call call) {
        if (call.command() instanceof FileControl control) {
            return control.file();
        }
        throw new IllegalArgumentException("command=" + call.command().type() + ": is about no file");
    }

    /** What is done between, at the first rank only if it says so. */
    @FunctionalInterface
    private interface Part {
        void act(Call call, FileControl.Together control);
    }

    /** A collective operation, the part of the first rank, and another collective operation. */
    private record Together(CommandType before, long bytes, CommandType after, Part part) implements Algorithm {
        @Override
        public void step(Call call, int step) {
            switch (step) {
                case START -> {
                    call.child(before, 0, bytes);
                    call.next(ACT);
                }
                case ACT -> {
                    if (call.command() instanceof FileControl.Together control) {
                        part.act(call, control);
                    }
                    call.next(AGREE);
                }
                case AGREE -> {
                    call.child(after, 0, after == CommandType.BARRIER ? 0 : ERROR);
                    call.next(END);
                }
                default -> {}
            }
        }
    }
}
