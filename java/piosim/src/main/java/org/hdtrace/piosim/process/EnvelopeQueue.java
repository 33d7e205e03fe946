// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/** Envelopes in order of insertion, found by equality through a hash table and by rank through lists. */
final class EnvelopeQueue {
    private Envelope[] firstInBucket = new Envelope[64];
    private Envelope[] lastInBucket = new Envelope[64];
    private final Envelope[] firstOfRank;
    private final Envelope[] lastOfRank;
    private int count;

    EnvelopeQueue(int ranks) {
        firstOfRank = new Envelope[ranks];
        lastOfRank = new Envelope[ranks];
    }

    void add(Envelope envelope) {
        if (++count > firstInBucket.length) {
            grow();
        }
        intoBucket(envelope);
        int rank = envelope.target;
        envelope.previousOfRank = lastOfRank[rank];
        envelope.nextOfRank = null;
        if (lastOfRank[rank] == null) {
            firstOfRank[rank] = envelope;
        } else {
            lastOfRank[rank].nextOfRank = envelope;
        }
        lastOfRank[rank] = envelope;
    }

    int size() {
        return count;
    }

    /** The oldest one that equals another, or null. */
    Envelope findEqual(Envelope wanted) {
        Envelope found = firstInBucket[wanted.hash & firstInBucket.length - 1];
        while (found != null && !found.equalsExactly(wanted)) {
            found = found.nextInBucket;
        }
        return found;
    }

    /** The oldest one for a rank, or null; follow {@code nextOfRank} for the others. */
    Envelope firstOf(int rank) {
        return firstOfRank[rank];
    }

    void remove(Envelope envelope) {
        count--;
        int bucket = envelope.hash & firstInBucket.length - 1;
        Envelope before = null;
        for (Envelope e = firstInBucket[bucket]; e != envelope; e = e.nextInBucket) {
            before = e;
        }
        if (before == null) {
            firstInBucket[bucket] = envelope.nextInBucket;
        } else {
            before.nextInBucket = envelope.nextInBucket;
        }
        if (lastInBucket[bucket] == envelope) {
            lastInBucket[bucket] = before;
        }
        if (envelope.previousOfRank == null) {
            firstOfRank[envelope.target] = envelope.nextOfRank;
        } else {
            envelope.previousOfRank.nextOfRank = envelope.nextOfRank;
        }
        if (envelope.nextOfRank == null) {
            lastOfRank[envelope.target] = envelope.previousOfRank;
        } else {
            envelope.nextOfRank.previousOfRank = envelope.previousOfRank;
        }
    }

    private void intoBucket(Envelope envelope) {
        int bucket = envelope.hash & firstInBucket.length - 1;
        envelope.nextInBucket = null;
        if (lastInBucket[bucket] == null) {
            firstInBucket[bucket] = envelope;
        } else {
            lastInBucket[bucket].nextInBucket = envelope;
        }
        lastInBucket[bucket] = envelope;
    }

    private void grow() {
        Envelope[] old = firstInBucket;
        firstInBucket = new Envelope[old.length * 2];
        lastInBucket = new Envelope[old.length * 2];
        for (Envelope first : old) {
            Envelope envelope = first;
            while (envelope != null) {
                Envelope following = envelope.nextInBucket;
                intoBucket(envelope);
                envelope = following;
            }
        }
    }
}
