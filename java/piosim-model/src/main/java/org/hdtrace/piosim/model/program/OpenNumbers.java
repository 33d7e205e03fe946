// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.hdtrace.piosim.model.file.ApplicationFile;

/** Which files the ranks of a program that is being written have open, see {@link Opening#number}. */
final class OpenNumbers {
    private record Key(int file, int communicator) {}

    private final Map<Key, BitSet> numbers = new HashMap<>();

    int open(ApplicationFile file, Communicator communicator) {
        BitSet used = of(file, communicator);
        int number = used.nextClearBit(0);
        used.set(number);
        return number;
    }

    void close(ApplicationFile file, Communicator communicator, int number) {
        of(file, communicator).clear(number);
    }

    private BitSet of(ApplicationFile file, Communicator communicator) {
        return numbers.computeIfAbsent(new Key(file.id(), communicator.id()), key -> new BitSet());
    }
}
