// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.util.Arrays;

/** Gives the same string for the same bytes without making a new one; bounded, so that hostile files can't fill the memory. */
public final class NameTable {
    private static final int MOST_NAMES = 1 << 16;
    private static final int LONGEST_NAME = 256;

    private byte[][] keys = new byte[256][];
    private String[] names = new String[256];
    private int size;

    /** The name in {@code text[from, to)}. */
    public String get(byte[] text, int from, int to) {
        int mask = keys.length - 1;
        int slot = hash(text, from, to) & mask;
        while (keys[slot] != null) {
            if (Arrays.equals(keys[slot], 0, keys[slot].length, text, from, to)) {
                return names[slot];
            }
            slot = (slot + 1) & mask;
        }
        String name = new String(text, from, to - from, java.nio.charset.StandardCharsets.UTF_8);
        if (size < MOST_NAMES && to - from <= LONGEST_NAME) {
            keys[slot] = Arrays.copyOfRange(text, from, to);
            names[slot] = name;
            size++;
            if (size * 2 > keys.length) {
                grow();
            }
        }
        return name;
    }

    private void grow() {
        byte[][] oldKeys = keys;
        String[] oldNames = names;
        keys = new byte[oldKeys.length * 2][];
        names = new String[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != null) {
                int slot = hash(oldKeys[i], 0, oldKeys[i].length) & (keys.length - 1);
                while (keys[slot] != null) {
                    slot = (slot + 1) & (keys.length - 1);
                }
                keys[slot] = oldKeys[i];
                names[slot] = oldNames[i];
            }
        }
    }

    private static int hash(byte[] text, int from, int to) {
        int hash = 0x811c9dc5;
        for (int i = from; i < to; i++) {
            hash = (hash ^ text[i]) * 0x01000193;
        }
        return hash ^ (hash >>> 15);
    }
}
