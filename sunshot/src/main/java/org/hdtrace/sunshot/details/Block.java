// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.List;

/** A part of a section. */
public sealed interface Block permits Block.Fields, Block.Picture, Block.Xml {

    /** A name and what belongs to it. */
    record Field(String name, String value) {}

    /** Names and values below each other. */
    record Fields(List<Field> fields) implements Block {
        public Fields {
            fields = List.copyOf(fields);
        }

        /** From names and values in turn. */
        public static Fields of(String... namesAndValues) {
            Field[] fields = new Field[namesAndValues.length / 2];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = new Field(namesAndValues[2 * i], namesAndValues[2 * i + 1]);
            }
            return new Fields(List.of(fields));
        }
    }

    /**
     * A contiguous piece of bytes.
     *
     * @param offset of its first byte
     * @param length in bytes
     * @param label MPI type inside, or ""
     */
    record Piece(long offset, long length, String label) {}

    /**
     * Boxes on a line of bytes; what no piece covers is a hole.
     *
     * @param caption words above the picture
     * @param from first byte of the line
     * @param to first byte behind the line
     * @param pieces in ascending order
     * @param cut whether there are more pieces than are listed
     */
    record Picture(String caption, long from, long to, List<Piece> pieces, boolean cut) implements Block {
        public Picture {
            pieces = List.copyOf(pieces);
        }
    }

    /** A piece of a trace as it stands there. */
    record Xml(String text) implements Block {}
}
