// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.trace.Attributes;

/**
 * Which bytes of its file an access touches: the data unrolled through the file view (FORMATS B 3.3; MPI 4.0, section
 * 14.3). Offsets of {@code *_at} calls count elementary types inside of the view, those of other calls bytes of the
 * file.
 *
 * @param bytes data of the access
 * @param pieces where they lie, in bytes from the beginning of the file, not more than {@link #MOST}
 * @param cut whether there are more pieces
 */
record FileAccess(long bytes, List<Block.Piece> pieces, boolean cut) {
    static final int MOST = 400;

    /** What a view consists of. */
    record View(long displacement, DatatypeLayout elementary, DatatypeLayout file) {}

    /** The view of an entry, empty if none was set or its types are unknown. */
    static Optional<View> view(EntryDetails entry, TypeBoxes types) {
        return entry.view().flatMap(set -> {
            Attributes attributes = set.attributes();
            Optional<DatatypeLayout> elementary = types.layout(attributes.getLong("etid", -1));
            Optional<DatatypeLayout> file = types.layout(attributes.getLong("filetid", -1));
            return elementary.isPresent() && file.isPresent() && file.get().size() > 0
                    ? Optional.of(new View(attributes.getLong("offset", 0), elementary.get(), file.get()))
                    : Optional.empty();
        });
    }

    /** The access of an entry; empty if it is none, its place is not known, or the types of its view are not. */
    static Optional<FileAccess> of(EntryDetails entry, TypeBoxes types) {
        Attributes attributes = entry.entry().attributes();
        String name = entry.entry().name();
        boolean access = name.startsWith("File_") && (name.contains("read") || name.contains("write"));
        long offset = attributes.getLong("offset", -1);
        long bytes = attributes.getLong("bytes", attributes.getLong("size", -1));
        if (!access || offset < 0 || bytes < 0) {
            return Optional.empty();
        }
        if (entry.view().isEmpty()) {
            return Optional.of(new FileAccess(bytes, List.of(new Block.Piece(offset, bytes, "")), false));
        }
        return view(entry, types).map(view -> {
            long begin = name.contains("_at") ? offset * view.elementary().size() : dataBefore(view, offset);
            return unroll(view, begin, bytes);
        });
    }

    /** Bytes of data of a view in front of a byte of the file. */
    private static long dataBefore(View view, long offset) {
        long extent = Math.max(1, view.file().extent());
        long inside = offset - view.displacement();
        long tile = Math.floorDiv(inside, extent);
        return Math.max(0, tile * view.file().size() + view.file().bytesBefore(inside - tile * extent));
    }

    private static FileAccess unroll(View view, long begin, long bytes) {
        List<Block.Piece> pieces = new ArrayList<>();
        long left = bytes;
        long tile = begin / view.file().size();
        BlockIterator blocks = view.file().blocksAfter(begin % view.file().size());
        while (left > 0 && pieces.size() < MOST) {
            if (!blocks.next()) {
                tile++;
                blocks = view.file().blocks(1);
                continue;
            }
            long length = Math.min(left, blocks.length());
            add(pieces, view.displacement() + tile * view.file().extent() + blocks.offset(), length);
            left -= length;
        }
        return new FileAccess(bytes, pieces, left > 0);
    }

    /** Pieces that touch are one, also where a repetition of the view begins. */
    private static void add(List<Block.Piece> pieces, long offset, long length) {
        if (!pieces.isEmpty()) {
            Block.Piece last = pieces.get(pieces.size() - 1);
            if (last.offset() + last.length() == offset) {
                pieces.set(pieces.size() - 1, new Block.Piece(last.offset(), last.length() + length, ""));
                return;
            }
        }
        pieces.add(new Block.Piece(offset, length, ""));
    }
}
