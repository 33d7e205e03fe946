// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Sizes of MPI's predefined types on 64-bit Linux (LP64). The original counted MPI_LONG as 4 bytes.
 */
final class NamedTypes {
    private static final Map<String, Long> SIZES = sizes();

    private NamedTypes() {}

    /** Layout of a predefined type, or null for an unknown one. */
    static DatatypeLayout layout(String mpiName) {
        String name = mpiName.strip().toUpperCase(Locale.ROOT);
        name = name.startsWith("MPI_") ? name.substring(4) : name;
        Long size = SIZES.get(name);
        return switch (name) {
            case "LB" -> DatatypeLayout.marker(true);
            case "UB" -> DatatypeLayout.marker(false);
            // The pairs for MAXLOC and MINLOC have a gap, or an end that is filled up.
            case "DOUBLE_INT", "LONG_INT" -> DatatypeLayout.basic(12, 16, 8);
            case "SHORT_INT" -> DatatypeLayout.gap(2, 4, 4, 8, 4);
            case "LONG_DOUBLE_INT" -> DatatypeLayout.basic(20, 32, 16);
            default -> size == null ? null : DatatypeLayout.basic(size, size, alignment(name, size));
        };
    }

    private static long alignment(String name, long size) {
        boolean halves = name.contains("COMPLEX") || name.startsWith("2") || name.equals("FLOAT_INT");
        return halves ? size / 2 : size;
    }

    private static Map<String, Long> sizes() {
        Map<String, Long> sizes = new HashMap<>();
        put(
                sizes,
                1,
                "BYTE PACKED CHAR SIGNED_CHAR UNSIGNED_CHAR CHARACTER C_BOOL CXX_BOOL INT8_T UINT8_T INTEGER1 LOGICAL1");
        put(sizes, 2, "SHORT UNSIGNED_SHORT INT16_T UINT16_T INTEGER2 REAL2 LOGICAL2");
        put(
                sizes,
                4,
                "INT UNSIGNED INTEGER LOGICAL REAL FLOAT WCHAR INT32_T UINT32_T INTEGER4 REAL4 LOGICAL4 COMPLEX4");
        put(
                sizes,
                8,
                "LONG UNSIGNED_LONG LONG_LONG LONG_LONG_INT UNSIGNED_LONG_LONG DOUBLE DOUBLE_PRECISION INT64_T UINT64_T");
        put(
                sizes,
                8,
                "AINT OFFSET COUNT INTEGER8 REAL8 LOGICAL8 COMPLEX COMPLEX8 C_COMPLEX C_FLOAT_COMPLEX CXX_FLOAT_COMPLEX");
        put(sizes, 8, "2INT 2INTEGER 2REAL FLOAT_INT");
        put(
                sizes,
                16,
                "LONG_DOUBLE INTEGER16 REAL16 DOUBLE_COMPLEX COMPLEX16 C_DOUBLE_COMPLEX CXX_DOUBLE_COMPLEX 2DOUBLE_PRECISION");
        put(sizes, 16, "2COMPLEX LOGICAL16");
        put(sizes, 32, "C_LONG_DOUBLE_COMPLEX CXX_LONG_DOUBLE_COMPLEX COMPLEX32 2DOUBLE_COMPLEX");
        return Map.copyOf(sizes);
    }

    private static void put(Map<String, Long> sizes, long size, String names) {
        for (String name : names.split(" ", -1)) {
            sizes.put(name, size);
        }
    }
}
