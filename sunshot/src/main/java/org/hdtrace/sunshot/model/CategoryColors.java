// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The default colour of a state, a function of its name alone: the same function has the same colour in each project,
 * session and picture.
 *
 * <p>Families use the eight hues that people with the common colour deficiencies tell apart (Okabe and Ito's set);
 * within a family lightness differs. The functions met most often have a fixed place, all others take one by hash.
 */
public final class CategoryColors {
    private static final int[] BLUES = {0x0072B2, 0x7CC4EE, 0x6A5FDD, 0x4A9BD8, 0xA9C8F5, 0x1B4F8F, 0x2FA3C6, 0x6C86D9};
    private static final int[] YELLOWS = {0xF0E442, 0xD8BE1E, 0xF7EF9A, 0xB9A21A};
    private static final int[] ORANGES = {0xD55E00, 0xE69F00, 0xF6B26B, 0xB2420E, 0xF2843C, 0xC98A1B, 0xE8703A, 0xFFCB8A
    };
    private static final int[] PINKS = {0xCC79A7, 0xA64D87, 0xE7A9CC, 0x8A3A78};
    private static final int[] MINTS = {0x5CD0A5, 0x9BE3C4, 0x3CBF9F, 0x7FD6D0};
    private static final int[] GREENS = {0x009E73, 0x006B4E, 0x2FAE5B, 0x4C8C3F, 0x1F8A86};
    private static final int[] OLIVES = {0xA3B18A, 0x7D8F5A, 0xC3CFA6, 0x5F7148, 0x8FA69A};
    private static final int[] GREYS = {0x8A929C, 0x6B737D, 0xABB2BA, 0x565E69};
    private static final int[] STONE = {0xC9C3B8};
    private static final int[] MIXED = {
        0x9467BD, 0x4E79A7, 0xB07AA1, 0x76B7B2, 0xEDC948, 0xE15759, 0x59A14F, 0x9C755F, 0xF28E2B, 0x6B4C9A, 0xA0CBE8,
        0xD4A6C8, 0x86BCB6, 0xF1CE63, 0xFF9D9A, 0x8CD17D, 0xD7B5A6, 0xFFBE7D, 0x499894, 0x7F6BB3, 0xB6992D, 0xD37295,
        0x3B6E8F, 0xC26A4A
    };

    /** Place of a well-known function inside its family's shades. */
    private static final Map<String, Integer> PLACES = Map.ofEntries(
            Map.entry("send", 0),
            Map.entry("recv", 1),
            Map.entry("sendrecv", 2),
            Map.entry("isend", 3),
            Map.entry("irecv", 4),
            Map.entry("ssend", 5),
            Map.entry("sendrecv_replace", 7),
            Map.entry("wait", 0),
            Map.entry("waitall", 1),
            Map.entry("waitany", 2),
            Map.entry("allreduce", 0),
            Map.entry("bcast", 1),
            Map.entry("gather", 2),
            Map.entry("reduce", 3),
            Map.entry("allgather", 4),
            Map.entry("scatter", 5),
            Map.entry("alltoall", 6),
            Map.entry("gatherv", 7),
            Map.entry("barrier", 0),
            Map.entry("file_read", 0),
            Map.entry("file_read_all", 1),
            Map.entry("file_read_at", 2),
            Map.entry("file_read_at_all", 3),
            Map.entry("file_write", 0),
            Map.entry("file_write_all", 1),
            Map.entry("file_write_at", 2),
            Map.entry("file_write_at_all", 3),
            Map.entry("file_open", 0),
            Map.entry("file_close", 1),
            Map.entry("file_set_view", 2),
            Map.entry("file_sync", 3),
            Map.entry("file_set_size", 4),
            Map.entry("init", 0),
            Map.entry("finalize", 1),
            Map.entry("init_thread", 0));

    private CategoryColors() {}

    /** 0xRRGGBB for a state name. */
    public static int colorOf(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        Optional<DifferenceShade> shade = DifferenceShade.named(name);
        if (shade.isPresent()) {
            return shade.get().rgb();
        }
        if (key.startsWith("mpi_")) {
            key = key.substring(4);
        }
        int[] shades = shades(CategoryGroup.of(key));
        Integer place = PLACES.get(key);
        return shades[place == null ? Math.floorMod(spread(key), shades.length) : place % shades.length];
    }

    private static int[] shades(CategoryGroup group) {
        return switch (group) {
            case POINT_TO_POINT -> BLUES;
            case WAIT -> YELLOWS;
            case COLLECTIVE -> ORANGES;
            case SYNCHRONISATION -> PINKS;
            case FILE_READ -> MINTS;
            case FILE_WRITE -> GREENS;
            case FILE_OTHER -> OLIVES;
            case ADMINISTRATION -> GREYS;
            case COMPUTE -> STONE;
            case OTHER, DIFFERENCE -> MIXED;
        };
    }

    /** Names such as task1, task2 have neighbouring hash codes; the multiplication moves them apart. */
    private static int spread(String key) {
        int hash = key.hashCode() * 0x9E3779B1;
        return hash ^ (hash >>> 15);
    }
}
