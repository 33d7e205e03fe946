// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Distribution;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.FileView;
import org.hdtrace.piosim.model.file.MemoryLayout;
import org.hdtrace.piosim.model.file.Piece;

/**
 * Appends what the members of a communicator do with a file to a program, see {@link ProgramBuilder#on}. Ranks are ranks in
 * WORLD, sizes bytes; offsets count etypes of the rank's view, bytes without one. Not safe for use by several threads.
 *
 * <pre>{@code
 * long bytes = program.addDatatype(id -> Datatype.named(id, "MPI_BYTE"));
 * long columns = program.addDatatype(id -> Datatype.vector(id, 100, 8, 16, bytes));
 * FileBuilder file = program.on(data, program.world()).hint("cb_nodes", "2").open();
 * file.view(0, 0, bytes, columns).view(1, 8, bytes, columns).writeAll(0, 0, 800).writeAll(1, 0, 800).close();
 * }</pre>
 */
public final class FileBuilder {
    private final ProgramBuilder program;
    private final ApplicationFile file;
    private final Communicator communicator;
    private final Map<Integer, FileView> views = new HashMap<>();
    private final Map<Integer, MemoryLayout> memories = new HashMap<>();
    private int opening;
    private boolean appends;
    private boolean deletes;
    private long etypeSize = 1;
    private FileHints hints = FileHints.NONE;

    FileBuilder(ProgramBuilder program, ApplicationFile file, Communicator communicator) {
        this.program = program;
        this.file = file;
        this.communicator = communicator;
    }

    /** Something to be said when the file is opened next. */
    public FileBuilder hint(String key, String value) {
        hints = hints.with(key, value);
        return this;
    }

    /** The file is opened next with all pointers at its end. */
    public FileBuilder append() {
        appends = true;
        return this;
    }

    /** The file is opened next as one that goes when it is closed. */
    public FileBuilder deleteOnClose() {
        deletes = true;
        return this;
    }

    /**
     * All members open the file.
     *
     * @throws IllegalArgumentException when a hint wants stripes other than those the file was made with
     */
    public FileBuilder open() {
        Distribution wanted = StripingHints.of(file, hints);
        if (file.initialSize() == 0 && !wanted.equals(file.distribution())) {
            throw new IllegalArgumentException("file '" + file.name() + "': striping hints want " + wanted
                    + ", which isn't what the file was made with, " + file.distribution());
        }
        opening = program.openings().open(file, communicator);
        Opening how = new Opening(opening, true, false, appends, deletes);
        program.all(communicator, state -> new Command.FileOpen(file, how, hints, communicator, state));
        return this;
    }

    /**
     * All members close the file; views and hints are forgotten.
     *
     * @throws IllegalStateException when a rank hasn't waited for its part of a collective access, which MPI forbids
     */
    public FileBuilder close() {
        program.splitAccesses().requireEnded(this, file.name());
        boolean goes = deletes;
        program.all(communicator, state -> new Command.FileClose(file, goes, communicator, state));
        program.openings().close(file, communicator, opening);
        views.clear();
        memories.clear();
        etypeSize = 1;
        appends = false;
        deletes = false;
        hints = FileHints.NONE;
        return this;
    }

    /**
     * Choose what one rank sees; all members have to choose, as MPI has it.
     *
     * @param etype number of a datatype, see {@link ProgramBuilder#addDatatype}
     * @param fileType number of a datatype
     */
    public FileBuilder view(int rank, long displacement, long etype, long fileType) {
        FileView view = new FileView(displacement, program.layout(etype).size(), program.layout(fileType));
        views.put(rank, view);
        // The same at all ranks, as MPI has it.
        etypeSize = view.etypeSize();
        int number = opening;
        program.add(
                rank,
                state -> new Command.FileSetView(file, number, displacement, etype, fileType, communicator, state));
        return this;
    }

    /**
     * From now on the data of one rank's accesses lies in memory as elements of a datatype.
     *
     * @param type number of a datatype, see {@link ProgramBuilder#addDatatype}
     */
    public FileBuilder memory(int rank, long type) {
        memories.put(rank, MemoryLayout.of(type, program.layout(type)));
        return this;
    }

    public FileBuilder read(int rank, long offset, long bytes) {
        return access(CommandType.FILE_READ, rank, offset, bytes, Command.BLOCKING);
    }

    public FileBuilder write(int rank, long offset, long bytes) {
        return access(CommandType.FILE_WRITE, rank, offset, bytes, Command.BLOCKING);
    }

    /** The part of one rank in an access that all members take part in. */
    public FileBuilder readAll(int rank, long offset, long bytes) {
        return access(CommandType.FILE_READ_ALL, rank, offset, bytes, Command.BLOCKING);
    }

    /** The part of one rank in an access that all members take part in. */
    public FileBuilder writeAll(int rank, long offset, long bytes) {
        return access(CommandType.FILE_WRITE_ALL, rank, offset, bytes, Command.BLOCKING);
    }

    /**
     * Any access, through the rank's view.
     *
     * @param type FILE_READ, FILE_WRITE, FILE_READ_ALL or FILE_WRITE_ALL
     * @param request number that a later wait of the rank names, {@link Command#BLOCKING} for none
     */
    public FileBuilder access(CommandType type, int rank, long offset, long bytes, long request) {
        FileView view = writable(rank, type == CommandType.FILE_WRITE || type == CommandType.FILE_WRITE_ALL);
        FileRanges ranges = view == null
                ? FileRanges.of(offset, bytes)
                : view.ranges(Math.multiplyExact(offset, view.etypeSize()), bytes);
        return access(type, rank, ranges, request);
    }

    /** Any access to ranges of the file as it is, whatever the view. */
    public FileBuilder access(CommandType type, int rank, List<Piece> pieces, long request) {
        return access(type, rank, FileRanges.of(pieces), request);
    }

    /** An access where the shared pointer stands; FILE_READ_SHARED or FILE_WRITE_SHARED. */
    public FileBuilder shared(CommandType type, int rank, long bytes, long request) {
        FileView view = writable(rank, type == CommandType.FILE_WRITE_SHARED);
        int number = opening;
        FileHints said = hints;
        MemoryLayout memory = memory(rank);
        program.add(
                rank,
                state -> new PointerAccess.Shared(
                        type, file, view, bytes, memory, said, communicator, number, request, state));
        return this;
    }

    /**
     * The part of one rank in an access of all members, one behind the other where the shared pointer stands;
     * FILE_READ_ORDERED or FILE_WRITE_ORDERED.
     */
    public FileBuilder ordered(CommandType type, int rank, long bytes, long request) {
        FileView view = writable(rank, type == CommandType.FILE_WRITE_ORDERED);
        program.splitAccesses().begin(this, type, rank, request);
        int number = opening;
        FileHints said = hints;
        MemoryLayout memory = memory(rank);
        program.add(
                rank,
                state -> new PointerAccess.Ordered(
                        type, file, view, bytes, memory, said, communicator, number, request, state));
        return this;
    }

    /** All members move the shared pointer to so many etypes behind the beginning of the view. */
    public FileBuilder seekShared(long etypes) {
        return together(CommandType.FILE_SEEK_SHARED, Math.multiplyExact(etypes, etypeSize));
    }

    public FileBuilder sync() {
        return together(CommandType.FILE_SYNC, 0);
    }

    public FileBuilder setSize(long bytes) {
        return together(CommandType.FILE_SET_SIZE, bytes);
    }

    public FileBuilder preallocate(long bytes) {
        return together(CommandType.FILE_PREALLOCATE, bytes);
    }

    public FileBuilder getSize(int rank) {
        program.add(rank, state -> new FileControl.Alone(CommandType.FILE_GET_SIZE, file, state));
        return this;
    }

    public FileBuilder delete(int rank) {
        program.add(rank, state -> new FileControl.Alone(CommandType.FILE_DELETE, file, state));
        return this;
    }

    private FileView writable(int rank, boolean writes) {
        FileView view = views.get(rank);
        if (writes && view != null && view.overlapsItself()) {
            throw new IllegalArgumentException("file '" + file.name() + "': the view of rank " + rank
                    + " overlaps itself, so nothing may be written through it");
        }
        return view;
    }

    private MemoryLayout memory(int rank) {
        return memories.getOrDefault(rank, MemoryLayout.CONTIGUOUS);
    }

    private FileBuilder together(CommandType type, long size) {
        int number = opening;
        program.all(communicator, state -> new FileControl.Together(type, file, size, communicator, number, state));
        return this;
    }

    private FileBuilder access(CommandType type, int rank, FileRanges ranges, long request) {
        MemoryLayout memory = memory(rank);
        program.splitAccesses().begin(this, type, rank, request);
        program.add(rank, state -> switch (type) {
            case FILE_READ, FILE_WRITE -> new FileAccess.Alone(type, file, ranges, memory, hints, request, state);
            case FILE_READ_ALL, FILE_WRITE_ALL ->
                new FileAccess.Together(type, file, ranges, memory, hints, communicator, request, state);
            default -> throw new IllegalArgumentException("type=" + type + ": accesses no ranges of a file");
        });
        return this;
    }
}
