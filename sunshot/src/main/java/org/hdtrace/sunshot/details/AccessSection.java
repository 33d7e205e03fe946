// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.sunshot.query.ValueText;

/** The file view, and the bytes of the file that an access touches. */
public final class AccessSection implements DetailSection {
    private static final int LISTED = 12;

    @Override
    public String title() {
        return "File view and accessed bytes";
    }

    @Override
    public int order() {
        return 600;
    }

    @Override
    public List<Block> describe(EntryDetails entry) {
        TypeBoxes types = new TypeBoxes(
                entry.project().datatypes(entry.file().rank(), entry.file().thread()));
        List<Block> blocks = new ArrayList<>();
        Optional<FileAccess> access = FileAccess.of(entry, types);
        boolean sets = entry.entry().name().equals("File_set_view");
        if (entry.view().isPresent() && (sets || entry.entry().attributes().contains("offset"))) {
            Attributes view = entry.view().get().attributes();
            long file = view.getLong("filetid", -1);
            blocks.add(Block.Fields.of(
                    "Begins at byte",
                    view.get("offset", "0"),
                    "Elementary type",
                    types.construction(view.getLong("etid", -1)),
                    "File type",
                    types.construction(file)));
            types.picture(file).ifPresent(blocks::add);
        }
        access.ifPresent(found -> blocks.addAll(describe(found)));
        return blocks;
    }

    private static List<Block> describe(FileAccess access) {
        List<Block.Piece> pieces = access.pieces();
        if (pieces.isEmpty()) {
            return List.of(Block.Fields.of("Accessed", "nothing"));
        }
        List<String> texts = new ArrayList<>();
        pieces.stream()
                .limit(LISTED)
                .forEach(piece -> texts.add(piece.offset() + " … " + (piece.offset() + piece.length() - 1)));
        boolean more = access.cut() || pieces.size() > LISTED;
        String count = access.cut() ? "more than " + pieces.size() : String.valueOf(pieces.size());
        Block.Piece last = pieces.get(pieces.size() - 1);
        return List.of(
                Block.Fields.of(
                        "Accessed",
                        ValueText.of((double) access.bytes(), "B") + " in " + count
                                + (pieces.size() == 1 ? " piece" : " pieces"),
                        "Bytes",
                        String.join(", ", texts) + (more ? ", …" : "")),
                new Block.Picture(
                        "Accessed bytes", pieces.get(0).offset(), last.offset() + last.length(), pieces, access.cut()));
    }
}
