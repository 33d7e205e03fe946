// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.file.Distribution.ServerPiece;
import org.hdtrace.piosim.network.Transport;
import org.hdtrace.piosim.process.Call;

/**
 * A server of the file system: takes requests, schedules its disk, answers. Data that it has no memory for stays in the
 * network interface and holds back only what follows between the same two interfaces, so requests of others and
 * acknowledgements pass; in the original they had to wait, too. Source: MODEL B2.5.
 */
public final class StorageServer {
    /** A packet that stays in the network interface until there is memory. */
    private record Held(WriteData data, long payload) {}

    private static final class Flush {
        final StoredFile file;
        final long serial;
        final Runnable done;
        long unfinished;

        Flush(StoredFile file, long serial, long unfinished, Runnable done) {
            this.file = file;
            this.serial = serial;
            this.unfinished = unfinished;
            this.done = done;
        }
    }

    /** What the server has done so far. */
    public record Counters(
            long reads, long writes, long bytesRead, long bytesWritten, long busyNanos, long diskOperations) {}

    private final Kernel kernel;
    private final Transport network;
    private final FileSystem system;
    private final int number;
    private final String name;
    private final int networkInterface;
    private final int node;
    private final Memory memory;
    private final Disk disk;
    private final JobQueue queue;
    private final int maxConcurrent;
    private final long ioGranularity;
    private final Queue<DiskJob> atDisk = new ArrayDeque<>();
    private final Queue<Held> held = new ArrayDeque<>();
    private final List<Flush> flushes = new ArrayList<>();
    private final Map<StoredFile, Long> unfinishedByFile = new HashMap<>();
    private long serial;
    private int unfinishedWrites;
    private int waiting;
    private boolean serving;
    private long diskFreeAt;
    private long reads;
    private long writes;
    private long bytesRead;
    private long bytesWritten;
    private long busyNanos;
    private long diskOperations;

    StorageServer(Kernel kernel, Transport network, FileSystem system, int number, FileSystem.ServerParts parts) {
        this.kernel = kernel;
        this.network = network;
        this.system = system;
        this.number = number;
        this.name = parts.name();
        this.networkInterface = parts.networkInterface();
        this.node = parts.node();
        this.memory = parts.memory();
        this.disk = parts.disk();
        this.queue = parts.queue();
        this.maxConcurrent = parts.maxConcurrent();
        this.ioGranularity = parts.ioGranularity();
    }

    public String name() {
        return name;
    }

    /** Number of the node it runs on, in the order of the model. */
    public int node() {
        return node;
    }

    public Counters counters() {
        return new Counters(reads, writes, bytesRead, bytesWritten, busyNanos(), diskOperations);
    }

    /** Time in ns up to now during which the disk was busy. */
    public long busyNanos() {
        return busyNanos - (serving ? Math.max(0, diskFreeAt - kernel.now()) : 0);
    }

    /** Accesses that have not ended. */
    public int queueLength() {
        return waiting + atDisk.size();
    }

    /** Bytes read and written so far. */
    public long bytes() {
        return bytesRead + bytesWritten;
    }

    /** Component number of its network interface. */
    public int networkInterface() {
        return networkInterface;
    }

    /** A read request has arrived. */
    void read(StoredFile file, List<ServerPiece> pieces, long total, Call call) {
        Reply reply = new Reply(networkInterface, call.networkInterface(), total, call, this);
        network.open(reply);
        reads++;
        for (ServerPiece piece : pieces) {
            for (long done = 0; done < piece.size(); done += ioGranularity) {
                long size = Math.min(ioGranularity, piece.size() - done);
                enqueue(new DiskJob(file, piece.offset() + done, size, size, 1, reply, serial++));
            }
        }
        startDisk();
    }

    /** A packet of data has arrived; false when it has to wait in the network interface. */
    boolean offer(WriteData data, long payload) {
        if (!held.isEmpty() || !queue.accepts(payload, memory, unfinishedWrites)) {
            held.add(new Held(data, payload));
            return false;
        }
        accept(data, payload);
        return true;
    }

    /** A flush request has arrived; the action runs when all writes of the file that are here now are on disk. */
    void flush(StoredFile file, Runnable done) {
        long unfinished = unfinishedByFile.getOrDefault(file, 0L);
        if (unfinished == 0) {
            done.run();
        } else {
            flushes.add(new Flush(file, serial, unfinished, done));
        }
    }

    /** The interface has started to send data that was read. */
    void replyLeft(long bytes) {
        memory.release(bytes);
        takeHeld();
        startDisk();
    }

    /** The disk has done its job. */
    void diskDone() {
        DiskJob job = atDisk.remove();
        serving = false;
        if (job.isRead()) {
            bytesRead += job.size;
            network.supply(job.reply, job.size);
        } else {
            bytesWritten += job.size;
            memory.release(job.held);
            unfinishedWrites -= job.parts;
            unfinishedByFile.merge(job.file, -(long) job.parts, Long::sum);
            finishFlushes(job);
        }
        takeHeld();
        startDisk();
    }

    private void accept(WriteData data, long payload) {
        long left = payload;
        while (left > 0) {
            ServerPiece range = data.take(Math.min(left, ioGranularity));
            memory.reserve(range.size());
            unfinishedWrites++;
            unfinishedByFile.merge(data.file, 1L, Long::sum);
            enqueue(new DiskJob(data.file, range.offset(), range.size(), range.size(), 1, null, serial++));
            left -= range.size();
        }
        if (data.allTaken()) {
            writes++;
            system.acknowledge(this, data.call);
        }
        startDisk();
    }

    private void takeHeld() {
        while (!held.isEmpty() && queue.accepts(held.peek().payload, memory, unfinishedWrites)) {
            Held next = held.remove();
            accept(next.data, next.payload);
            network.release(next.data);
        }
    }

    private void enqueue(DiskJob job) {
        queue.add(job);
        waiting += job.parts;
    }

    private void startDisk() {
        while (atDisk.size() < maxConcurrent) {
            DiskJob job = queue.next(memory);
            if (job == null) {
                break;
            }
            waiting -= job.parts;
            if (job.isRead()) {
                memory.reserve(job.held);
            }
            atDisk.add(job);
        }
        serveNext();
    }

    private void serveNext() {
        if (serving || atDisk.isEmpty()) {
            return;
        }
        DiskJob job = atDisk.peek();
        serving = true;
        long time = disk.serviceNanos(job.file, job.offset, job.size);
        diskOperations++;
        busyNanos += time;
        diskFreeAt = kernel.now() + time;
        system.wakeAt(diskFreeAt, number);
    }

    private void finishFlushes(DiskJob job) {
        List<Runnable> done = new ArrayList<>(0);
        for (Iterator<Flush> all = flushes.iterator(); all.hasNext(); ) {
            Flush flush = all.next();
            if (flush.file == job.file && job.serial < flush.serial) {
                flush.unfinished -= job.parts;
                if (flush.unfinished <= 0) {
                    all.remove();
                    done.add(flush.done);
                }
            }
        }
        done.forEach(Runnable::run);
    }
}
