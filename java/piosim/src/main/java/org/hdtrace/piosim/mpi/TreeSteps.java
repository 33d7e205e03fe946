// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Call;

/** What the ranks of a {@link BinomialTree} around the root of a call do. */
final class TreeSteps {
    private TreeSteps() {}

    static boolean isLeaf(Call call) {
        return BinomialTree.isLeaf(call.relative(), call.group());
    }

    static void receiveFromChildren(Call call) {
        int relative = call.relative();
        for (int bit = BinomialTree.childBits(relative, call.group()) - 1; bit >= 0; bit--) {
            if (BinomialTree.hasChild(relative, bit, call.group())) {
                call.receive(call.atDistance(relative + (1 << bit)));
            }
        }
    }

    /** Data with what the protocol adds; all at the same time, the largest subtree first. */
    static void sendDataToChildren(Call call, long data) {
        sendToChildren(call, data + call.framing().collective());
    }

    /** As {@link #sendDataToChildren(Call, long)}, to the children for the lowest {@code bits} bits. */
    static void sendDataToChildren(Call call, long data, int bits) {
        sendToChildren(call, data + call.framing().collective(), bits);
    }

    /** Exactly so many bytes; all at the same time, the largest subtree first. */
    static void sendToChildren(Call call, long payload) {
        sendToChildren(call, payload, BinomialTree.childBits(call.relative(), call.group()));
    }

    private static void sendToChildren(Call call, long payload, int bits) {
        int relative = call.relative();
        for (int bit = bits - 1; bit >= 0; bit--) {
            if (BinomialTree.hasChild(relative, bit, call.group())) {
                call.send(call.atDistance(relative + (1 << bit)), payload);
            }
        }
    }

    static void receiveFromParent(Call call) {
        call.receive(call.atDistance(BinomialTree.parent(call.relative())));
    }

    /** Data with what the protocol adds. */
    static void sendDataToParent(Call call, long data) {
        sendToParent(call, data + call.framing().collective());
    }

    /** Exactly so many bytes. */
    static void sendToParent(Call call, long payload) {
        call.send(call.atDistance(BinomialTree.parent(call.relative())), payload);
    }
}
