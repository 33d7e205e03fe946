// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.Arrays;
import org.hdtrace.piosim.engine.Kernel;

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

    private final Kernel kernel;
    private final int handler;
    private final int[] cpus;
    private final double[] speed;
    private final long[] minimum;

    // By node.
    private final Job[][] jobs;
    private final double[][] remaining;
    private final int[] count;
    private final long[] updated;
    private final int[] version;
    private final double[] busyNanos;

    /**
     * All idle.
     *
     * @param cpus processors of each node
     * @param instructionsPerSecond speed of one of them; infinity computes in no time
     */
    public Processors(Kernel kernel, int[] cpus, double[] instructionsPerSecond) {
        this.kernel = kernel;
        this.handler = kernel.register((op, node, stamp) -> due(node, stamp));
        this.cpus = cpus.clone();
        this.speed = instructionsPerSecond.clone();
        int nodes = cpus.length;
        minimum = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            minimum[node] = Double.isInfinite(speed[node]) ? 0 : (long) (speed[node] * 1e-9) + 1;
        }
        jobs = new Job[nodes][2];
        remaining = new double[nodes][2];
        count = new int[nodes];
        updated = new long[nodes];
        version = new int[nodes];
        busyNanos = new double[nodes];
    }

    /** Instructions that every step of a command costs at least. */
    public long minimumInstructions(int node) {
        return minimum[node];
    }

    public double instructionsPerSecond(int node) {
        return speed[node];
    }

    /** Processor time in ns spent so far, as a share of all processors of the node. */
    public double busyNanos(int node) {
        double since = (kernel.now() - updated[node]) * busyShare(node);
        return busyNanos[node] + since;
    }

    /** Compute; {@link Job#computed} is called when done, never from within this call. */
    public void submit(int node, double instructions, Job job) {
        progress(node);
        int slot = count[node]++;
        if (slot == jobs[node].length) {
            jobs[node] = Arrays.copyOf(jobs[node], slot * 2);
            remaining[node] = Arrays.copyOf(remaining[node], slot * 2);
        }
        jobs[node][slot] = job;
        remaining[node][slot] = instructions;
        schedule(node);
    }

    private double busyShare(int node) {
        return Math.min(1.0, (double) count[node] / cpus[node]);
    }

    private double slowdown(int node) {
        return Math.max(1.0, (double) count[node] / cpus[node]);
    }

    private void progress(int node) {
        long elapsed = kernel.now() - updated[node];
        updated[node] = kernel.now();
        if (elapsed > 0 && count[node] > 0) {
            busyNanos[node] += elapsed * busyShare(node);
            double done = elapsed * speed[node] / NANOS / slowdown(node);
            for (int i = 0; i < count[node]; i++) {
                remaining[node][i] -= done;
            }
        }
    }

    private void schedule(int node) {
        if (count[node] == 0) {
            return;
        }
        double least = remaining[node][0];
        for (int i = 1; i < count[node]; i++) {
            least = Math.min(least, remaining[node][i]);
        }
        long end = kernel.now();
        if (!Double.isInfinite(speed[node])) {
            end += (long) (Math.max(0, least) * NANOS * slowdown(node) / speed[node]) + 1;
        }
        kernel.at(end, handler, 0, node, ++version[node]);
    }

    private void due(int node, int stamp) {
        if (stamp != (version[node] & Kernel.STAMP_MASK)) {
            return;
        }
        progress(node);
        double limit = Double.isInfinite(speed[node]) ? Double.POSITIVE_INFINITY : EPSILON;
        int running = count[node];
        int kept = 0;
        Job[] all = jobs[node];
        Job single = null;
        Job[] finished = null;
        int done = 0;
        for (int i = 0; i < running; i++) {
            if (remaining[node][i] <= limit) {
                if (done == 0) {
                    single = all[i];
                } else {
                    finished = finished == null ? new Job[running] : finished;
                    finished[done] = all[i];
                }
                done++;
            } else {
                all[kept] = all[i];
                remaining[node][kept++] = remaining[node][i];
            }
        }
        Arrays.fill(all, kept, running, null);
        count[node] = kept;
        schedule(node);
        if (single != null) {
            single.computed();
        }
        for (int i = 1; i < done; i++) {
            finished[i].computed();
        }
    }
}
