// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.mpi.MessageChains.power;

/**
 * The order of messages of Traeff's butterfly, see {@link MessageOrders}. Ranks are put into a power of two of groups, the
 * first ones in pairs, and one of each, the odd one of a pair, is its member. From the nearest to the farthest partner,
 * members halve the range of groups that they go on with; so a member ends with the group whose number is its own in
 * reverse, whose ranks get their blocks from it.
 */
final class Butterfly {
    private final MessageStar star;
    private final long bytes;
    private final int groups;
    private final int pairs;

    Butterfly(MessageStar star, long bytes) {
        this.star = star;
        this.bytes = bytes;
        groups = power(star.ranks());
        pairs = star.ranks() - groups;
    }

    void write() {
        for (int pair = 0; pair < pairs; pair++) {
            star.send(2 * pair, 2 * pair + 1, star.ranks() * bytes);
            star.receive(2 * pair + 1, 2 * pair);
        }
        int[] begins = new int[groups];
        int width = groups;
        for (int distance = 1; distance < groups; distance *= 2) {
            width /= 2;
            for (int group = 0; group < groups; group++) {
                begins[group] += (group & distance) == 0 ? 0 : width;
            }
            for (int group = 0; group < groups; group++) {
                int partner = group ^ distance;
                long told = (firstRank(begins[partner] + width) - firstRank(begins[partner])) * bytes;
                star.sendAndReceive(member(group), member(partner), told);
            }
        }
        int[] reverse = new int[groups];
        for (int group = 0; group < groups; group++) {
            reverse[begins[group]] = member(group);
            for (int owner = firstRank(begins[group]); owner < firstRank(begins[group] + 1); owner++) {
                if (owner != member(group)) {
                    star.send(member(group), owner, bytes);
                }
            }
        }
        for (int owned = 0; owned < groups; owned++) {
            for (int owner = firstRank(owned); owner < firstRank(owned + 1); owner++) {
                if (owner != reverse[owned]) {
                    star.receive(owner, reverse[owned]);
                }
            }
        }
    }

    private int firstRank(int group) {
        return group < pairs ? 2 * group : group + pairs;
    }

    private int member(int group) {
        return group < pairs ? 2 * group + 1 : group + pairs;
    }
}
