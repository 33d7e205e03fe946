// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.trace.DataElement;

/** Draws an MPI datatype as boxes with the basic types inside, and holes between them (SUNSHOT S-45). */
final class TypeBoxes {
    private static final int MOST = 400;
    private static final int MOST_DEPTH = 32;

    private final Map<Long, Datatype> types;
    private final Map<Long, DatatypeLayout> layouts;

    /** For the types of one rank and thread. */
    TypeBoxes(Map<Long, Datatype> types) {
        this.types = types;
        this.layouts = DatatypeLayout.all(List.copyOf(types.values()));
    }

    /** A name for people: MPI's, the program's, or the combiner with its sizes. */
    String nameOf(long id) {
        Datatype type = types.get(id);
        if (type == null) {
            return "type " + id;
        }
        return type.name().isEmpty() ? type.combiner() + " #" + id : type.name();
    }

    /** How a type is made, such as {@code VECTOR(count=25, blocklength=1, stride=101) of MPI_DOUBLE}. */
    String construction(long id) {
        Datatype type = types.get(id);
        if (type == null) {
            return "unknown";
        }
        if (type.combiner().equals("NAMED")) {
            return type.name();
        }
        List<String> sizes = new ArrayList<>();
        type.attributes().without("id", "name", "oldType").forEach((name, value) -> sizes.add(name + "=" + value));
        long old = type.attributes().getLong("oldType", -1);
        String parts = type.parts().isEmpty() ? "" : " with " + type.parts().size() + " parts";
        return type.combiner() + "(" + String.join(", ", sizes) + ")" + parts + (old < 0 ? "" : " of " + nameOf(old));
    }

    Optional<DatatypeLayout> layout(long id) {
        return Optional.ofNullable(layouts.get(id));
    }

    /** One element of the type; empty if its layout is unknown. */
    Optional<Block.Picture> picture(long id) {
        return layout(id).map(layout -> {
            List<Block.Piece> pieces = new ArrayList<>();
            boolean cut = !addPieces(id, layout, pieces);
            pieces.sort(Comparator.comparingLong(Block.Piece::offset));
            long from = Math.min(layout.lowerBound(), layout.dataLower());
            long to = Math.max(layout.lowerBound() + layout.extent(), layout.dataUpper());
            String caption = nameOf(id) + ": " + layout.size() + " bytes of data in " + layout.extent();
            return new Block.Picture(caption, from, Math.max(from + 1, to), pieces, cut);
        });
    }

    /** A structure is drawn member by member, since its members have types of their own; false if there are too many. */
    private boolean addPieces(long id, DatatypeLayout layout, List<Block.Piece> pieces) {
        Datatype type = types.get(id);
        boolean struct = type != null && type.combiner().startsWith("STRUCT");
        if (!struct) {
            return addBlocks(layout.blocks(1), 0, labelOf(id), pieces);
        }
        for (DataElement member : type.parts()) {
            long memberId = member.attributes().getLong("id", -1);
            long length =
                    member.attributes().getLong("blocklen", member.attributes().getLong("blocklength", 1));
            DatatypeLayout inner = layouts.get(memberId);
            long displacement = member.attributes().getLong("displacement", 0);
            if (inner != null
                    && length > 0
                    && !addBlocks(inner.blocks(length), displacement, labelOf(memberId), pieces)) {
                return false;
            }
        }
        return true;
    }

    private static boolean addBlocks(BlockIterator blocks, long shift, String label, List<Block.Piece> pieces) {
        while (blocks.next()) {
            if (pieces.size() == MOST) {
                return false;
            }
            pieces.add(new Block.Piece(shift + blocks.offset(), blocks.length(), label));
        }
        return true;
    }

    /** The basic type a type consists of; its own name if there are several. */
    private String labelOf(long id) {
        Set<String> basic = new TreeSet<>();
        collectBasic(id, basic, 0);
        return basic.size() == 1 ? basic.iterator().next() : nameOf(id);
    }

    private void collectBasic(long id, Set<String> basic, int depth) {
        Datatype type = types.get(id);
        if (type == null || depth > MOST_DEPTH) {
            basic.add(nameOf(id));
            return;
        }
        long old = type.attributes().getLong("oldType", -1);
        boolean struct = type.combiner().startsWith("STRUCT");
        if (old < 0 && !struct) {
            basic.add(nameOf(id));
        } else if (struct) {
            type.parts().forEach(part -> collectBasic(part.attributes().getLong("id", -1), basic, depth + 1));
        } else {
            collectBasic(old, basic, depth + 1);
        }
    }
}
