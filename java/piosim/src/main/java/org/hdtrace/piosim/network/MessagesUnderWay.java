// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/** The messages that are under way, unless there have been more than can be known since there was none. */
final class MessagesUnderWay {
    private static final int INITIAL = 32;
    private static final int NONE = -1;

    private final int most;
    private Message[] known = new Message[INITIAL];
    private int count;
    private boolean isCrowded;

    /** None, and so many at most that are known. */
    MessagesUnderWay(int most) {
        this.most = most;
    }

    void add(Message message) {
        int place = count++;
        isCrowded |= place == most;
        if (isCrowded) {
            return;
        }
        if (place == known.length) {
            known = Arrays.copyOf(known, Math.min(most, 2 * place));
        }
        message.place = place;
        known[place] = message;
    }

    /** One of them isn't any more. */
    void remove(Message message) {
        count--;
        if (!isCrowded) {
            known[message.place] = known[count];
            known[message.place].place = message.place;
            known[count] = null;
        } else if (count == 0) {
            isCrowded = false;
        }
    }

    /** Whether all are known. */
    boolean areKnown() {
        return !isCrowded;
    }

    int count() {
        return count;
    }

    /** A message by its place, while all are known. */
    Message get(int place) {
        return known[place];
    }

    /** Whether a message is the one at the first place, while all are known. */
    boolean isFirst(Message message) {
        return known[0] == message;
    }

    /** The place of a message, -1 of one that isn't under way. */
    int placeOf(Message message) {
        return message.place < count && known[message.place] == message ? message.place : NONE;
    }
}
