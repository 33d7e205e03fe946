// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.FileView;
import org.hdtrace.piosim.model.file.MemoryLayout;
import org.hdtrace.piosim.model.file.Piece;

/** Files. */
final class FileMapping {
    /** How a call tells where in the file it begins. */
    private enum Place {
        /** {@code offset} in units of the view. */
        EXPLICIT,
        /** {@code offset} in bytes from the beginning of the file, where the pointer stood. */
        POINTER
    }

    /** Makes the command of an access. */
    @FunctionalInterface
    private interface Access {
        Command make(OpenFiles.OpenFile open, FileRanges ranges, MemoryLayout memory, long request, Origin origin);
    }

    private FileMapping() {}

    static void rows(MappingTable table) {
        table.row("File_open", FileMapping::open);
        table.row("File_close", FileMapping::close);
        table.row("File_set_view", FileMapping::setView);
        table.row("File_set_info", call -> {
            call.files().get(call).hint(call);
            return null;
        });
        direction(table, "read", CommandType.FILE_READ, CommandType.FILE_READ_ALL);
        direction(table, "write", CommandType.FILE_WRITE, CommandType.FILE_WRITE_ALL);
        shared(table, "read", CommandType.FILE_READ_SHARED);
        shared(table, "write", CommandType.FILE_WRITE_SHARED);
        ordered(table, "read", CommandType.FILE_READ_ORDERED);
        ordered(table, "write", CommandType.FILE_WRITE_ORDERED);
        table.blocking("ADIO_ReadContig", contiguous(CommandType.FILE_READ));
        table.blocking("ADIO_WriteContig", contiguous(CommandType.FILE_WRITE));
        FileControlMapping.rows(table);
    }

    /** What ROMIO asks of a file system inside a call: bytes of the file, whatever the view. */
    private static MappingTable.Operation contiguous(CommandType type) {
        return (call, request) -> {
            OpenFiles.OpenFile open = call.files().get(call);
            long size = call.number("size");
            FileRanges ranges = size == 0 ? FileRanges.NONE : FileRanges.of(call.number("offset"), size);
            return new FileAccess.Alone(
                    type, open.file(), ranges, MemoryLayout.CONTIGUOUS, open.hints(), request, call.origin());
        };
    }

    private static void shared(MappingTable table, String verb, CommandType type) {
        MappingTable.Operation access = (call, request) -> {
            OpenFiles.OpenFile open = call.files().get(call);
            requireWritable(call, open);
            // The pointer moves by what is asked for, however much of it there is.
            return new PointerAccess.Shared(
                    type,
                    open.file(),
                    open.view(),
                    call.number("size"),
                    call.memory(told(call)),
                    open.hints(),
                    open.communicator(),
                    open.number(),
                    request,
                    call.origin());
        };
        table.blocking("File_" + verb + "_shared", access);
        table.nonblocking("File_i" + verb + "_shared", access);
    }

    private static void ordered(MappingTable table, String verb, CommandType type) {
        MappingTable.Operation access = (call, request) -> {
            OpenFiles.OpenFile open = call.files().get(call);
            requireWritable(call, open);
            open.begin(call, request);
            return new PointerAccess.Ordered(
                    type,
                    open.file(),
                    open.view(),
                    size(call, told(call)),
                    call.memory(told(call)),
                    open.hints(),
                    open.communicator(),
                    open.number(),
                    request,
                    call.origin());
        };
        table.blocking("File_" + verb + "_ordered", access);
        table.nonblocking("File_" + verb + "_ordered_begin", access);
    }

    /** What tells place and size: split calls have an element of their own for that. */
    private static Attributes told(RecordedCall call) {
        List<DataElement> data = call.children("Data");
        return data.isEmpty() ? call.attributes() : data.get(0).attributes();
    }

    private static long size(RecordedCall call, Attributes told) throws NotExecutable {
        long size = told.getLong("size", -1);
        if (size < 0) {
            throw call.unusable("size");
        }
        return size;
    }

    /** Bytes that a call has moved, which may be fewer than it asked for. */
    private static long moved(Attributes told, long requested) {
        long moved = told.getLong("bytes", requested);
        return moved >= 0 && moved < requested ? moved : requested;
    }

    private static void requireWritable(RecordedCall call, OpenFiles.OpenFile open) throws NotExecutable {
        boolean writes = call.state().name().contains("write");
        if (writes && open.view() != null && open.view().overlapsItself()) {
            throw new NotExecutable(
                    call.state().name() + " to '" + open.file().name() + "' through a file view that overlaps itself");
        }
    }

    private static void direction(MappingTable table, String verb, CommandType aloneType, CommandType togetherType) {
        Access alone = (open, ranges, memory, request, origin) ->
                new FileAccess.Alone(aloneType, open.file(), ranges, memory, open.hints(), request, origin);
        Access together = (open, ranges, memory, request, origin) -> new FileAccess.Together(
                togetherType, open.file(), ranges, memory, open.hints(), open.communicator(), request, origin);
        forms(table, verb, "", Place.POINTER, alone);
        forms(table, verb, "_at", Place.EXPLICIT, alone);
        forms(table, verb, "_all", Place.POINTER, together);
        forms(table, verb, "_at_all", Place.EXPLICIT, together);
        table.nonblocking("File_" + verb + "_all_begin", access(Place.POINTER, together));
        table.nonblocking("File_" + verb + "_at_all_begin", access(Place.EXPLICIT, together));
    }

    private static void forms(MappingTable table, String verb, String ending, Place place, Access access) {
        table.blocking("File_" + verb + ending, access(place, access));
        table.nonblocking("File_i" + verb + ending, access(place, access));
    }

    private static Command open(RecordedCall call) throws NotExecutable {
        String name = call.attributes().get("name");
        if (name == null) {
            throw call.unusable("name");
        }
        FileHints hints = OpenFiles.hints(FileHints.NONE, call);
        String amode = call.attributes().get("amode", "CREATE");
        boolean creates = amode.contains("CREATE");
        ApplicationFile file = call.openedFile(name, hints, creates);
        OpenFiles.OpenFile open = call.files().open(call, file, call.intracommunicator());
        open.hint(call);
        if (amode.contains("DELETE_ON_CLOSE")) {
            open.deleteOnClose();
        }
        Opening opening = new Opening(open.number(), creates, false, amode.contains("APPEND"), open.deletes());
        return new Command.FileOpen(open.file(), opening, open.hints(), open.communicator(), call.origin());
    }

    private static Command close(RecordedCall call) throws NotExecutable {
        OpenFiles.OpenFile open = call.files().close(call);
        open.requireEnded(call);
        return new Command.FileClose(open.file(), open.deletes(), open.communicator(), call.origin());
    }

    private static Command setView(RecordedCall call) throws NotExecutable {
        OpenFiles.OpenFile open = call.files().get(call);
        DatatypeLayout etype = call.layout("etid");
        DatatypeLayout fileType = call.layout("filetid");
        open.view(new FileView(call.number("offset"), etype.size(), fileType));
        open.hint(call);
        return new Command.FileSetView(
                open.file(),
                open.number(),
                call.number("offset"),
                call.number("etid"),
                call.number("filetid"),
                open.communicator(),
                call.origin());
    }

    private static MappingTable.Operation access(Place place, Access access) {
        return (call, request) -> {
            OpenFiles.OpenFile open = call.files().get(call);
            List<DataElement> data = call.children("Data");
            Attributes told = told(call);
            long requested = size(call, told);
            if (data.size() > 1) {
                return access.make(
                        open, FileRanges.of(listed(call, data)), MemoryLayout.CONTIGUOUS, request, call.origin());
            }
            long size = moved(told, requested);
            // A view may cut it into any number of pieces.
            Amounts.bytes("size", size);
            if (size > 0) {
                requireWritable(call, open);
            }
            open.begin(call, request);
            return access.make(
                    open, ranges(call, told, open.view(), place, size), call.memory(told), request, call.origin());
        };
    }

    /** Ranges of the file as it is, one for each element: how programs that never ran tell what isn't contiguous. */
    private static List<Piece> listed(RecordedCall call, List<DataElement> data) throws NotExecutable {
        List<Piece> pieces = new ArrayList<>();
        for (DataElement element : data) {
            long offset = element.attributes().getLong("offset", -1);
            long size = element.attributes().getLong("size", -1);
            if (offset < 0 || size <= 0) {
                throw call.unusable("Data");
            }
            pieces.add(new Piece(offset, size));
        }
        return pieces;
    }

    private static FileRanges ranges(RecordedCall call, Attributes told, FileView view, Place place, long size)
            throws NotExecutable {
        if (size == 0) {
            return FileRanges.NONE;
        }
        long offset = told.getLong("offset", -1);
        if (view == null) {
            long absolute = told.getLong("absOffset", offset);
            if (absolute < 0) {
                throw call.unusable("offset");
            }
            return FileRanges.of(absolute, size);
        }
        if (offset < 0) {
            throw call.unusable("offset");
        }
        try {
            long position =
                    place == Place.EXPLICIT ? Math.multiplyExact(offset, view.etypeSize()) : view.positionOf(offset);
            return view.ranges(position, size);
        } catch (IllegalArgumentException | ArithmeticException e) {
            // The view leads to before the beginning of the file or beyond any size.
            throw call.unusable("offset");
        }
    }
}
