// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.Arrays;
import org.hdtrace.piosim.engine.EndOfTimeException;
import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.program.Compute;

/**
 * The processors of all nodes. Up to the number of processors jobs run at full speed; more share the total equally. A
 * job ends when its instructions are done plus 1 ns. Source: MODEL B2.3 and B3.4.
 */
public final class Processors {
    /** Somebody who waits for a computation. */
    public interface Job {
        void computed();
    }

    private static final double EPSILON = 1e-6;
    private static final double NANOS = 1e9;

    /** The processors of one node and what they have to do. */
    private static final class Node {
        final int cpus;
        final double speed;
        final long minimum;
        /** The only one while nobody disturbs it; null else. */
        Job single;

        double singleRemaining;
        /** Several, or what is left of them; null until there are some. */
        Job[] jobs;

        double[] remaining;
        int count;
        double slowdown = 1;
        double busyShare;
        double busyNanos;
        long updated;
        /** Until when there was more to do than there are processors. */
        long crowded;

        int version;

        /** What {@link Kernel#at} gave for the end that is expected next. */
        long ticket = Kernel.NO_TICKET;

        Node(int cpus, double instructionsPerSecond) {
            this.cpus = cpus;
            this.speed = instructionsPerSecond;
            this.minimum = Double.isInfinite(speed) ? 0 : (long) (speed * 1e-9) + 1;
        }

        void add(Job job, double instructions) {
            if (count == 0) {
                single = job;
                singleRemaining = instructions;
            } else {
                share();
                jobs[count] = job;
                remaining[count] = instructions;
            }
            count(count + 1);
        }

        /** Make room for one more than there are. */
        private void share() {
            if (jobs == null) {
                jobs = new Job[2];
                remaining = new double[2];
            } else if (count == jobs.length) {
                jobs = Arrays.copyOf(jobs, count * 2);
                remaining = Arrays.copyOf(remaining, count * 2);
            }
            if (single != null) {
                jobs[0] = single;
                remaining[0] = singleRemaining;
                single = null;
            }
        }

        void count(int newCount) {
            count = newCount;
            double load = (double) newCount / cpus;
            busyShare = Math.min(1.0, load);
            slowdown = Math.max(1.0, load);
        }

        void progress(long now) {
            long elapsed = now - updated;
            updated = now;
            if (elapsed > 0 && count > 0) {
                busyNanos += elapsed * busyShare;
                double done = elapsed * speed / NANOS;
                if (slowdown > 1) {
                    done /= slowdown;
                    crowded = now;
                }
                if (single != null) {
                    singleRemaining -= done;
                    return;
                }
                for (int i = 0; i < count; i++) {
                    remaining[i] -= done;
                }
            }
        }

        long nextEnd() {
            if (Double.isInfinite(speed)) {
                return updated;
            }
            double nanos = Math.max(0, least()) * NANOS * slowdown / speed;
            if (nanos >= EventQueue.MAX_TIME - updated) {
                throw new EndOfTimeException("a computation");
            }
            return updated + (long) nanos + 1;
        }

        private double least() {
            if (single != null) {
                return singleRemaining;
            }
            double least = remaining[0];
            for (int i = 1; i < count; i++) {
                least = Math.min(least, remaining[i]);
            }
            return least;
        }

        /** The only job, if it is done; it leaves. */
        Job takeSingle() {
            Job job = single;
            if (job == null || singleRemaining > limit()) {
                return null;
            }
            single = null;
            count(0);
            return job;
        }

        /** Move the jobs that are done, of several, into an array in their order; the result is their number. */
        int takeDone(Job[] done) {
            double limit = limit();
            int taken = 0;
            int kept = 0;
            for (int i = 0; i < count; i++) {
                if (remaining[i] <= limit) {
                    done[taken++] = jobs[i];
                } else {
                    jobs[kept] = jobs[i];
                    remaining[kept++] = remaining[i];
                }
            }
            Arrays.fill(jobs, kept, count, null);
            count(kept);
            return taken;
        }

        private double limit() {
            return Double.isInfinite(speed) ? Double.POSITIVE_INFINITY : EPSILON;
        }
    }

    private final Kernel kernel;
    private final int handler;
    private final Node[] nodes;
    private Job[] done = new Job[2];
    /** Of all nodes. */
    private int jobs;

    private long activity;

    /**
     * All idle.
     *
     * @param cpus processors of each node
     * @param instructionsPerSecond speed of one of them; infinity computes in no time
     */
    public Processors(Kernel kernel, int[] cpus, double[] instructionsPerSecond) {
        this.kernel = kernel;
        this.handler = kernel.register("processors", (op, node, stamp) -> due(node, stamp));
        nodes = new Node[cpus.length];
        for (int node = 0; node < nodes.length; node++) {
            nodes[node] = new Node(cpus[node], instructionsPerSecond[node]);
        }
    }

    /** Instructions that every step of a command costs at least. */
    public long minimumInstructions(int node) {
        return nodes[node].minimum;
    }

    public double instructionsPerSecond(int node) {
        return nodes[node].speed;
    }

    /** Processor time in ns spent so far, as a share of all processors of the node. */
    public double busyNanos(int number) {
        Node node = nodes[number];
        return node.busyNanos + (kernel.now() - node.updated) * node.busyShare;
    }

    /**
     * Whether a computation that ends now took longer than it would have by itself, or may have: it shared its processor, or
     * waited for it.
     *
     * @param start when the command began
     */
    public boolean isDelayed(int number, Compute compute, long start) {
        Node node = nodes[number];
        return !Double.isInfinite(node.speed)
                && (node.crowded > start || kernel.now() - start != ComputeCost.nanosAlone(compute, node.speed));
    }

    /** A number that is the same as the one before when no node was busy in between. */
    public long activity() {
        return jobs == 0 ? activity : activity++;
    }

    /**
     * Compute; {@link Job#computed} is called when done, never from within this call.
     *
     * @throws EndOfTimeException when that would be beyond the end of virtual time
     */
    public void submit(int number, double instructions, Job job) {
        Node node = nodes[number];
        node.progress(kernel.now());
        node.add(job, instructions);
        jobs++;
        activity++;
        // Of several jobs that begin at once only the last one's estimate remains.
        kernel.withdraw(node.ticket);
        schedule(number, node);
    }

    private void schedule(int number, Node node) {
        node.ticket = kernel.at(node.nextEnd(), handler, 0, number, ++node.version);
    }

    private void due(int number, int stamp) {
        Node node = nodes[number];
        if (stamp != (node.version & Kernel.STAMP_MASK)) {
            return;
        }
        node.progress(kernel.now());
        if (node.single == null) {
            severalDue(number, node);
            return;
        }
        Job job = node.takeSingle();
        if (job == null) {
            schedule(number, node);
        } else {
            jobs--;
            job.computed();
        }
    }

    private void severalDue(int number, Node node) {
        if (done.length < node.count) {
            done = new Job[node.count * 2];
        }
        int ended = node.takeDone(done);
        jobs -= ended;
        if (node.count > 0) {
            schedule(number, node);
        }
        for (int i = 0; i < ended; i++) {
            Job job = done[i];
            done[i] = null;
            job.computed();
        }
    }
}
