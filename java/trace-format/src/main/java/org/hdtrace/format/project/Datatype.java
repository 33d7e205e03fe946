// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.List;
import java.util.Objects;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * An MPI datatype as a project file describes it (FORMATS B 1.2).
 *
 * @param id number by which the rank's trace names it
 * @param combiner MPI's combiner without {@code MPI_COMBINER_}
 * @param attributes all but {@code id}, as written
 * @param parts child elements: Block, Type, Dimension, Integer, Address
 */
public record Datatype(long id, String combiner, Attributes attributes, List<DataElement> parts) {
    public Datatype {
        Objects.requireNonNull(combiner, "combiner");
        Objects.requireNonNull(attributes, "attributes");
        parts = parts instanceof PartTable ? parts : List.copyOf(parts);
    }

    public static Datatype named(long id, String mpiName) {
        return new Datatype(id, "NAMED", Attributes.of("name", mpiName), List.of());
    }

    public static Datatype contiguous(long id, long count, long oldType) {
        return new Datatype(id, "CONTIGUOUS", numbers("count", count, "oldType", oldType), List.of());
    }

    /** The stride is in elements. */
    public static Datatype vector(long id, long count, long blockLength, long stride, long oldType) {
        Attributes attributes =
                numbers("count", count, "blocklength", blockLength, "stride", stride, "oldType", oldType);
        return new Datatype(id, "VECTOR", attributes, List.of());
    }

    /** The name given by the program, MPI's for a predefined type, or "". */
    public String name() {
        return attributes.get("name", "");
    }

    private static Attributes numbers(Object... namesAndValues) {
        String[] fields = new String[namesAndValues.length];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = namesAndValues[i].toString();
        }
        return Attributes.of(fields);
    }
}
