// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A program of random calls, and which message each receive got by MPI's rule told in another way than the matcher works: one list
 * of messages that came and one of receives that were posted at each rank; who comes takes the first that fits of the other list.
 */
final class RandomTraffic {
    static final int ANY_RANK = -2;
    static final int ANY_TAG = -1;
    private static final int TAGS = 3;

    private final Random random;
    private final boolean told;
    private final List<StringBuilder> traces = new ArrayList<>();
    private final List<List<Sent>> arrived = new ArrayList<>();
    private final List<List<Posted>> posted = new ArrayList<>();
    private final List<List<Posted>> waiting = new ArrayList<>();
    /** Sender, start of the send, receiver, post of the receive, its end, bytes. */
    final Set<List<Long>> truth = new HashSet<>();

    private long now = 1000;
    private int requests;

    private record Sent(int rank, int tag, int communicator, long start, long bytes) {}

    private static final class Posted {
        int source;
        int tag;
        int communicator;
        long request;
        long start;
        Sent got;
    }

    /**
     * @param told whether the end of a receive tells whose message it got; receives from anybody occur then only
     */
    RandomTraffic(long seed, int ranks, int steps, boolean told) {
        this.random = new Random(seed);
        this.told = told;
        for (int rank = 0; rank < ranks; rank++) {
            traces.add(new StringBuilder());
            arrived.add(new ArrayList<>());
            posted.add(new ArrayList<>());
            waiting.add(new ArrayList<>());
        }
        for (int step = 0; step < steps; step++) {
            step(random.nextInt(ranks));
        }
        for (int rank = 0; rank < ranks; rank++) {
            while (waitForOne(rank)) {
                now += 10;
            }
        }
    }

    List<String> traces() {
        return traces.stream().map(StringBuilder::toString).toList();
    }

    /** Two communicators; each process has its own numbers for them. */
    String communicators() {
        StringBuilder text = new StringBuilder("<CommunicatorList>");
        for (int communicator = 0; communicator < 2; communicator++) {
            text.append("<Communicator name=''>");
            for (int rank = 0; rank < traces.size(); rank++) {
                text.append("<Rank global='").append(rank).append("' local='").append(rank);
                text.append("' cid='").append(cid(rank, communicator)).append("'/>");
            }
            text.append("</Communicator>");
        }
        return text.append("</CommunicatorList>").toString();
    }

    private static int cid(int rank, int communicator) {
        return rank % 2 == 0 ? communicator : 1 - communicator;
    }

    private void step(int rank) {
        now += 10;
        switch (random.nextInt(5)) {
            case 0, 1 -> send(rank);
            case 2, 3 -> post(rank);
            default -> waitForOne(rank);
        }
    }

    private void send(int rank) {
        int target = random.nextInt(traces.size());
        Sent sent = new Sent(rank, random.nextInt(TAGS), random.nextInt(2), now, random.nextInt(1000));
        traces.get(rank)
                .append(TraceTexts.state(
                        random.nextBoolean() ? "Send" : "Isend",
                        "size='" + sent.bytes + "' toRank='" + target + "' toTag='" + sent.tag + "' cid='"
                                + cid(rank, sent.communicator) + "' rid='" + requests++ + "'",
                        now,
                        now + 5));
        for (Iterator<Posted> each = posted.get(target).iterator(); each.hasNext(); ) {
            Posted receive = each.next();
            if (fits(receive, sent)) {
                each.remove();
                receive.got = sent;
                return;
            }
        }
        arrived.get(target).add(sent);
    }

    private void post(int rank) {
        Posted receive = new Posted();
        receive.source = told && random.nextInt(3) == 0 ? ANY_RANK : random.nextInt(traces.size());
        receive.tag = told && random.nextInt(3) == 0 ? ANY_TAG : random.nextInt(TAGS);
        receive.communicator = random.nextInt(2);
        receive.request = requests++;
        receive.start = now;
        traces.get(rank)
                .append(TraceTexts.state(
                        "Irecv",
                        "fromRank='" + receive.source + "' fromTag='" + receive.tag + "' cid='"
                                + cid(rank, receive.communicator) + "' rid='" + receive.request + "'",
                        now,
                        now + 5));
        waiting.get(rank).add(receive);
        for (Iterator<Sent> each = arrived.get(rank).iterator(); each.hasNext(); ) {
            Sent sent = each.next();
            if (fits(receive, sent)) {
                each.remove();
                receive.got = sent;
                return;
            }
        }
        posted.get(rank).add(receive);
    }

    private static boolean fits(Posted receive, Sent sent) {
        return receive.communicator == sent.communicator
                && (receive.source == ANY_RANK || receive.source == sent.rank)
                && (receive.tag == ANY_TAG || receive.tag == sent.tag);
    }

    /** Any of those that have their message, not the oldest one. */
    private boolean waitForOne(int rank) {
        List<Posted> ready =
                waiting.get(rank).stream().filter(each -> each.got != null).toList();
        if (ready.isEmpty()) {
            return false;
        }
        Posted receive = ready.get(random.nextInt(ready.size()));
        waiting.get(rank).remove(receive);
        Sent got = receive.got;
        String how =
                told ? " done='1' fromRank='" + got.rank + "' fromTag='" + got.tag + "' size='" + got.bytes + "'" : "";
        traces.get(rank)
                .append(TraceTexts.state("Wait", "", now, now + 5, "<For rid='" + receive.request + "'" + how + "/>"));
        truth.add(List.of((long) got.rank, got.start, (long) rank, receive.start, now + 5, got.bytes));
        return true;
    }
}
