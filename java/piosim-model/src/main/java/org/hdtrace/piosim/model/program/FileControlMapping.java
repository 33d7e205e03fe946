// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import org.hdtrace.piosim.model.cluster.CommandType;

/** Calls about files as a whole. */
final class FileControlMapping {
    private FileControlMapping() {}

    static void rows(MappingTable table) {
        table.row("File_sync", call -> together(call, CommandType.FILE_SYNC, 0));
        table.row("File_set_size", call -> together(call, CommandType.FILE_SET_SIZE, call.number("size")));
        table.row("File_preallocate", call -> together(call, CommandType.FILE_PREALLOCATE, call.number("size")));
        table.row("File_seek_shared", call -> together(call, CommandType.FILE_SEEK_SHARED, position(call)));
        table.row(
                "File_get_size",
                call -> new FileControl.Alone(
                        CommandType.FILE_GET_SIZE, call.files().get(call).file(), call.origin()));
        table.row("File_delete", FileControlMapping::delete);
    }

    private static Command together(RecordedCall call, CommandType type, long size) throws NotExecutable {
        OpenFiles.OpenFile open = call.files().get(call);
        return new FileControl.Together(type, open.file(), size, open.communicator(), open.number(), call.origin());
    }

    private static Command delete(RecordedCall call) throws NotExecutable {
        String name = call.attributes().get("name");
        if (name == null) {
            throw call.unusable("name");
        }
        return new FileControl.Alone(CommandType.FILE_DELETE, call.file(name), call.origin());
    }

    /** Visible bytes before the place where the pointer stands afterwards. */
    private static long position(RecordedCall call) throws NotExecutable {
        OpenFiles.OpenFile open = call.files().get(call);
        long visible = call.attributes().getLong("visibleOffset", -1);
        if (visible >= 0) {
            return visible;
        }
        long offset = call.number("offset");
        return open.view() == null ? offset : open.view().positionOf(offset);
    }
}
