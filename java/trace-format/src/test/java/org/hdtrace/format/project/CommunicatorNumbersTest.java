// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CommunicatorNumbersTest {
    @Test
    void tellsWhatAllMembersTell() {
        Random random = new Random(3);
        for (int round = 0; round < 300; round++) {
            List<Communicator> all = new ArrayList<>();
            for (int i = random.nextInt(6); i > 0; i--) {
                int size = random.nextInt(4);
                int cid = random.nextInt(5);
                int first = random.nextInt(3) - 1;
                // Some have the same processes, in numbers of their own or not; some have none, or one twice.
                List<Member> members = IntStream.range(0, size)
                        .mapToObj(k -> new Member(first + k * k % 3, k, random.nextBoolean() ? cid : k))
                        .toList();
                all.add(new Communicator("c" + i, members));
            }
            CommunicatorNumbers numbers = CommunicatorNumbers.of(all);
            for (int rank = -2; rank < 6; rank++) {
                assertEquals(expected(all, rank), numbers.ofRank(rank), rank + " in " + all);
            }
        }
    }

    private static Set<Long> expected(List<Communicator> all, int rank) {
        Set<Long> expected = new HashSet<>();
        for (Communicator communicator : all) {
            for (Member member : communicator.members()) {
                if (member.global() == rank) {
                    expected.add((long) member.cid());
                }
            }
        }
        return expected;
    }

    /** Looking at each member for each rank, that is 10^10 of them, takes minutes. */
    @Test
    void takesNoLookAtOtherRanks() {
        int ranks = 100_000;
        List<Member> world = new ArrayList<>();
        List<Member> self = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            world.add(new Member(rank, rank, 0));
            self.add(new Member(rank, 0, 1));
        }
        List<Communicator> all = List.of(
                new Communicator("WORLD", world), new Communicator("SELF", self), new Communicator("again", world));
        assertTimeout(Duration.ofSeconds(30), () -> {
            CommunicatorNumbers numbers = CommunicatorNumbers.of(all);
            for (int rank = 0; rank < ranks; rank++) {
                assertEquals(Set.of(0L, 1L), numbers.ofRank(rank));
            }
        });
    }
}
