// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damages bytes in the ways in which files get damaged, and in the ways of somebody who knows the format. */
final class Mutator {
    private static final int MOST_CHANGES = 5;
    private static final int LONGEST_COPY = 4096;
    private static final int LONGEST_FILE = 1 << 18;
    private static final List<byte[]> TOKENS = tokens(
            "<Nested>",
            "</Nested>",
            "<Nested/>",
            "<Program>",
            "</Program>",
            "<Program timeAdjustment='9223372036'>",
            "<Event name='' time='1'/>",
            "<A time='1' end='2'/>",
            "<A time='-9223372036.854775807' end='9223372036.854775807'/>",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<!DOCTYPE a [<!ENTITY b 'c'>]>",
            "<?xml version='1.0' encoding='UTF-16'?>",
            "&amp;",
            "&#0;",
            "&#x10ffff;",
            "&#55296;",
            "&b;",
            " time='ms'",
            " end=''",
            " xmlns='u'",
            "<relation>",
            "</relation>",
            "<rel t='18446744073709551615' time='0'>",
            "<rel/>",
            "<p p='0:0'/>",
            "<un t='0' time='0'/>",
            "<Group name=''>",
            "<V type='STRING'/>",
            "<V type='FLOAT' multiplier='1e999'/>",
            "</Statistics>",
            "<Topology>",
            "<Level type=''/>",
            "<Node name='../../x'>",
            "<Rank name='2147483647'>",
            "<NAMED id='0' name='MPI_LONG_DOUBLE_INT'/>",
            "<CONTIGUOUS id='0' count='9223372036854775807' oldType='0'/>",
            "<VECTOR id='3' count='9' blocklength='1' stride='-9223372036854775808' oldType='3'/>",
            "<DARRAY id='7' size='1' rank='0' dims='0' order='x'/>",
            "\0\0\0\0\0\0\0\0",
            "\u00ff\u00ff\u00ff\u00ff",
            "\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff",
            "\u0080\0\0\0\0\0\0\0",
            "\u00ef\u00bb\u00bf",
            "HDTI\0\0\0\2",
            "(\u00b5/\u00fd",
            "\u001f\u008b\b");
    private static final List<byte[]> NUMBERS = tokens(
            "0",
            "-1",
            "00",
            "4096",
            "65536",
            "2147483647",
            "-2147483648",
            "4294967296",
            "999999999999",
            "9223372036854775807",
            "-9223372036854775808",
            "18446744073709551616",
            "1e308",
            "NaN",
            "0x7f",
            "9.999999999999999999999",
            "");

    private final SplittableRandom random;

    Mutator(SplittableRandom random) {
        this.random = random;
    }

    /** Change one to five things at {@code from} or behind it. */
    byte[] damage(byte[] original, int from) {
        byte[] bytes = original;
        for (int i = random.nextInt(MOST_CHANGES); i >= 0; i--) {
            if (bytes.length <= from || bytes.length > LONGEST_FILE) {
                break;
            }
            bytes = change(bytes, from + random.nextInt(bytes.length - from), from);
        }
        return bytes;
    }

    private byte[] change(byte[] bytes, int at, int from) {
        return switch (random.nextInt(9)) {
            case 0 -> flip(bytes, at);
            case 1 -> Arrays.copyOf(bytes, at);
            case 2 -> splice(bytes, at, at, some(TOKENS));
            case 3 -> splice(bytes, at, end(bytes, at, 12), some(TOKENS));
            case 4 -> splice(bytes, at, end(bytes, at, LONGEST_COPY), new byte[0]);
            case 5 -> splice(bytes, at, at, block(bytes, from));
            case 6 -> overwrite(bytes, at, new byte[1 + random.nextInt(512)]);
            case 7 -> number(bytes, at);
            default -> overwrite(bytes, at, new byte[] {(byte) random.nextInt(256)});
        };
    }

    private byte[] flip(byte[] bytes, int at) {
        byte[] flipped = bytes.clone();
        flipped[at] ^= (byte) (1 << random.nextInt(8));
        return flipped;
    }

    /** Put an extreme number in the place of the next one. */
    private byte[] number(byte[] bytes, int at) {
        int begin = at;
        while (begin < bytes.length && !isDigit(bytes[begin])) {
            begin++;
        }
        int stop = begin;
        while (stop < bytes.length && isDigit(bytes[stop])) {
            stop++;
        }
        return splice(bytes, begin, stop, some(NUMBERS));
    }

    /** A piece of the file, from one to some thousand bytes, or the same short piece many times. */
    private byte[] block(byte[] bytes, int from) {
        int begin = from + random.nextInt(bytes.length - from);
        int stop = end(bytes, begin, random.nextInt(3) == 0 ? LONGEST_COPY : 100);
        byte[] piece = Arrays.copyOfRange(bytes, begin, stop);
        if (random.nextInt(4) > 0) {
            return piece;
        }
        byte[] many = new byte[piece.length * (1 + random.nextInt(1 + LONGEST_COPY / piece.length))];
        for (int i = 0; i < many.length; i++) {
            many[i] = piece[i % piece.length];
        }
        return many;
    }

    private int end(byte[] bytes, int at, int most) {
        return Math.min(bytes.length, at + 1 + random.nextInt(most));
    }

    private byte[] some(List<byte[]> list) {
        return list.get(random.nextInt(list.size()));
    }

    private static byte[] overwrite(byte[] bytes, int at, byte[] with) {
        byte[] changed = bytes.clone();
        System.arraycopy(with, 0, changed, at, Math.min(with.length, bytes.length - at));
        return changed;
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] with) {
        byte[] changed = Arrays.copyOf(bytes, bytes.length - (to - from) + with.length);
        System.arraycopy(with, 0, changed, from, with.length);
        System.arraycopy(bytes, to, changed, from + with.length, bytes.length - to);
        return changed;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private static List<byte[]> tokens(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }
}
