// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;

/**
 * What one component did, as an exact step function: a piece of time ends whenever the component begins or stops to be busy, one
 * of its channels does, its queue changes, or bytes pass that take no time, and tells what held in the time before. The bytes of a service are spread
 * over its time, whole bytes each; the sum is exact. Where several channels serve side by side, bytes pass when what they
 * are of has ended. Calls come in the order of time. Source: MODEL A7, FORMATS B5.2 on concurrency.
 */
final class StepSeries {
    private final ComponentRecords records;
    /** Pieces of time that begin before end at it. */
    private long boundary;
    /** That it has; of one that serves one after the other the end of each service is known. */
    private int channels = 1;
    /** Where the piece ends that was written last. */
    private long written;

    /** Since when the present values hold. */
    private long since;

    private int queue;
    /** Channels. */
    private int busy;

    // Of the piece that is open, up to since.
    private int openQueue;
    private int openBusy;

    // The present service.
    private long start;
    private long end;
    private long bytes;
    /** Of its bytes, those in pieces. */
    private long told;

    /** Of services that have ended, not in pieces yet. */
    private long passed;
    /** Some of them took no time, so the piece ends where they passed; else all of many such would be told as one. */
    private boolean passedAtOnce;

    /** A component that is idle at time 0. */
    StepSeries(ComponentRecords records) {
        this.records = records;
        this.boundary = records.boundaryAfter(0);
    }

    /** One more waits. */
    void queued(long time) throws IOException {
        advance(time);
        queue++;
    }

    /** One that waited is served, until a time that is known already. */
    void served(long from, long until, long ofBytes) throws IOException {
        advance(from);
        queue--;
        begin(from, until, ofBytes);
    }

    /** More wait, or less. */
    void changeQueue(long time, int by) throws IOException {
        advance(time);
        queue += by;
    }

    /** Something is done, until a time that is known already; the queue stays as it is. */
    void serve(long from, long until, long ofBytes) throws IOException {
        advance(from);
        begin(from, until, ofBytes);
    }

    /** Of several channels so many are busy, until told otherwise. */
    void occupy(long time, int busyChannels, int ofChannels) throws IOException {
        advance(time);
        channels = ofChannels;
        busy = busyChannels;
        start = time;
        end = Long.MAX_VALUE;
        bytes = 0;
        told = 0;
    }

    /** What was done beside other things has ended, and its bytes pass now. */
    void pass(long time, long ofBytes) throws IOException {
        advance(time);
        passed += ofBytes;
    }

    private void begin(long from, long until, long ofBytes) {
        if (from == until) {
            passed += ofBytes;
            passedAtOnce |= ofBytes > 0;
            return;
        }
        busy = 1;
        start = from;
        end = until;
        bytes = ofBytes;
        told = 0;
    }

    /** Nothing more happens; bytes of a service that hasn't ended count as passed. What was told ahead may be later. */
    void close(long now) throws IOException {
        advance(now);
        if (busy > 0) {
            passed += bytes - told;
            busy = 0;
        }
        if (now > written || passed > 0 || now == 0) {
            record(now);
        }
        records.close();
    }

    /** Come to a time; what the service does in between happens. */
    private void advance(long time) throws IOException {
        if (busy > 0 && end <= time) {
            hold(end);
            passed += bytes - told;
            busy = 0;
        }
        hold(time);
    }

    /** The present values hold until a time. */
    private void hold(long until) throws IOException {
        if (until > since) {
            if (queue != openQueue || busy != openBusy || passedAtOnce) {
                changed();
            }
            while (until > boundary) {
                if (boundary > written) {
                    record(boundary);
                }
                boundary = records.boundaryAfter(boundary);
            }
            since = until;
        }
    }

    /** The present values are not those of the open piece. */
    private void changed() throws IOException {
        if (since > written) {
            record(since);
        }
        passedAtOnce = false;
        openQueue = queue;
        openBusy = busy;
    }

    private void record(long until) throws IOException {
        if (busy > 0 && until > start) {
            long share = until >= end ? bytes : (long) (bytes * ((double) (until - start) / (end - start)));
            passed += share - told;
            told = share;
        }
        records.add(until, openBusy, channels, openQueue, passed);
        written = until;
        passed = 0;
    }
}
