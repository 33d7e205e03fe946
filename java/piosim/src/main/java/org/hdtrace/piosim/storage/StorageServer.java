// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.ObjLongConsumer;
import org.hdtrace.piosim.model.file.Distribution.ServerPiece;
import org.hdtrace.piosim.network.Transport;
import org.hdtrace.piosim.process.Call;

/**
 * A server of the file system: takes requests, schedules its disk, answers. Data that it has no memory for stays in the
 * network interface and holds back only what follows between the same two interfaces, so requests of others and
 * acknowledgements pass; in the original they had to wait, too. Source: MODEL B2.5.
 */
public final class StorageServer implements Memory.User {
    /** A packet that stays in the network interface until there is memory. */
    private record Held(WriteData data, long payload) {}

    /**
     * What the server has done so far. Of the bytes that it took to write some never reach its disk: what later data for the same
     * place replaced, and what was discarded when the file was cut. Times in ns: the disk's, its shortest and longest operation.
     */
    public record Counters(
            long reads,
            long writes,
            long bytesRead,
            long bytesWritten,
            long bytesReplaced,
            long bytesDiscarded,
            long busyNanos,
            long diskOperations,
            long shortestNanos,
            long longestNanos) {}

    private final Transport network;
    private final IoWays ways;
    private final FileSystem system;
    private final int number;
    private final String name;
    private final String diskName;
    private final int networkInterface;
    private final int node;
    private final Memory memory;
    private final Device device;
    private final Occupancy occupancy;
    private final MetadataService metadata;
    private final JobQueue queue;
    private final int maxConcurrent;
    private final long ioGranularity;
    /** Whether what is sent later comes later: over the edge in front of the interface. */
    private final boolean comesInOrder;
    /** Empty where the disk gets one access at a time. */
    private final WritesAtDisk writesAtDisk = new WritesAtDisk();

    private final ServerSums sums = new ServerSums();
    private final Queue<Held> held = new ArrayDeque<>();
    private final UnfinishedWrites unfinished = new UnfinishedWrites();
    private final ComingRequests coming = new ComingRequests();
    private final ObjLongConsumer<DiskJob> whenRead = this::haveRead;
    private final ObjLongConsumer<DiskJob> whenWritten = this::shareWritten;
    private int atDisk;
    private DiskAccess stalled;
    private long serial;
    private int unfinishedReads;

    StorageServer(Transport network, IoWays ways, FileSystem system, int number, FileSystem.ServerParts parts) {
        this.network = network;
        this.ways = ways;
        this.system = system;
        this.number = number;
        this.name = parts.name();
        this.diskName = parts.diskName();
        this.networkInterface = parts.networkInterface();
        this.node = parts.node();
        this.memory = parts.memory();
        this.device = parts.device();
        this.occupancy = parts.occupancy();
        this.metadata = parts.metadata();
        this.queue = parts.queue();
        this.maxConcurrent = parts.maxConcurrent();
        this.ioGranularity = parts.ioGranularity();
        this.comesInOrder = !network.plan().hasAnalytical();
        memory.add(this);
        if (!(device instanceof SerialDevice)) {
            occupancy.watch(() -> system.observer().occupied(this, occupancy.busy(), occupancy.channels()));
        }
    }

    public String name() {
        return name;
    }

    /** Position among the servers, in the order of the model. */
    public int number() {
        return number;
    }

    /** Name of its I/O subsystem in the model. */
    public String diskName() {
        return diskName;
    }

    /** Number of the node it runs on, in the order of the model. */
    public int node() {
        return node;
    }

    public Counters counters() {
        catchUpWith(system.now());
        return sums.counters(occupancy.busyNanos());
    }

    /** Time in ns up to now during which the disk was busy; of several channels or an array of disks the mean. */
    public long busyNanos() {
        catchUpWith(system.now());
        return occupancy.busyNanos();
    }

    /** Jobs that have not ended: contiguous parts of requests, before they are joined. */
    public int queueLength() {
        catchUpWith(system.now());
        return unfinishedReads + unfinished.count();
    }

    /** Bytes read and written so far. */
    public long bytes() {
        catchUpWith(system.now());
        return sums.bytesRead + sums.bytesWritten;
    }

    /** Component number of its network interface. */
    public int networkInterface() {
        return networkInterface;
    }

    /** What is on its way here. */
    ComingRequests coming() {
        return coming;
    }

    /** A read request has arrived, with those of its pieces that exist. */
    void read(StoredFile file, List<ServerPiece> pieces, long total, Call call, long request) {
        coming.readArrived();
        if (pieces.isEmpty()) {
            sums.reads++;
            system.acknowledge(this, call, request);
            return;
        }
        Reply reply = new Reply(networkInterface, call.networkInterface(), total, call, this, request);
        catchUp();
        ways.openToClient(reply);
        sums.reads++;
        for (ServerPiece piece : pieces) {
            for (long done = 0; done < piece.size(); done += ioGranularity) {
                long size = Math.min(ioGranularity, piece.size() - done);
                DiskJob job = new DiskJob(file, piece.offset() + done, size, reply, serial++);
                job.number = queued(request, job);
                unfinishedReads++;
                if (!unfinished.delay(job)) {
                    queue.add(job);
                }
            }
        }
        startDisk();
        device.hurry();
    }

    /** A packet of data has arrived; false when it has to wait in front of all that follows between two interfaces. */
    boolean offer(WriteData data, long payload) {
        takeExpected();
        if (!held.isEmpty() || !takes(payload)) {
            held.add(new Held(data, payload));
            device.hurry();
            return data.hold();
        }
        accept(data, payload);
        return true;
    }

    /**
     * A packet of data will have arrived at a time, behind those before it and in front of all that is sent from now on.
     *
     * @return whether it is sure to be taken then, and nobody notices when: no read can come before it, there is memory for all data
     *     before it, and the disk has something else to do until then. What comes in this moment is noticed.
     */
    boolean expect(WriteData data, long payload, long end) {
        return comesInOrder
                && end > system.now()
                && coming.fitsInto(memory.free())
                && device.isBusyUntil(end)
                && !isLookedAt()
                && queue.takesWrites(1)
                && coming.add(data, payload, end);
    }

    /** A time has come at which data was expected, or the present time: take what has come until now. */
    void takeExpected() {
        long now = system.now();
        while (coming.firstEnd() <= now) {
            WriteData data = coming.firstData();
            long payload = coming.firstPayload();
            coming.removeFirst();
            accept(data, payload);
        }
    }

    /** A request that moves no data has arrived; the action runs when it has been served. */
    void serveMetadata(Runnable action) {
        metadata.serve(system.now(), action);
    }

    /** A flush request has arrived; the action runs when all writes of the file that are here now are on disk. */
    void flush(StoredFile file, Runnable done) {
        catchUp();
        unfinished.flush(file, serial, done);
        device.hurry();
    }

    /**
     * A file ends here now, at most: data behind that which waits for the disk doesn't reach it any more. What the disk has been given
     * goes on, and what a client is still sending counts as written later.
     */
    void cut(StoredFile file, long end) {
        catchUp();
        List<DiskJob> without = new ArrayList<>();
        long bytes = queue.cut(file, end, without::add);
        if (stalled != null && stalled.file == file && stalled.end() > end) {
            DiskAccess write = stalled;
            stalled = write.offset() >= end ? null : write;
            bytes += write.cut(end, without::add);
        }
        if (bytes > 0) {
            sums.bytesDiscarded += bytes;
            memory.release(bytes);
            without.forEach(this::haveWritten);
            memory.offer();
            device.hurry();
            // The disk may have nothing to do before what is expected comes.
            coming.forEachEnd(system::wakeServers);
        }
    }

    /** The interface has started to send data that was read. */
    void replyLeft(long bytes) {
        memory.release(bytes);
        memory.offer();
    }

    @Override
    public long readNeed() {
        return queue.readNeed();
    }

    @Override
    public void memoryFreed() {
        while (!held.isEmpty() && fits(held.peek().payload)) {
            Held next = held.remove();
            accept(next.data, next.payload);
            if (!next.data.unhold()) {
                network.release(next.data);
            }
        }
        startDisk();
    }

    /** The disk has done an access. */
    void ended(DiskAccess access) {
        takeExpected();
        atDisk--;
        if (isOrdered(access)) {
            writesAtDisk.remove(access);
        }
        sums.ended(access, system.now() - access.begunAt);
        system.observer().accessEnded(this, access.number, access.size());
        if (access.read) {
            memory.release(access.holes());
            access.forEach(whenRead);
        } else {
            memory.release(access.size());
            access.forEach(whenWritten);
        }
        memory.offer();
    }

    private void haveRead(DiskJob job, long bytes) {
        unfinishedReads--;
        system.observer().done(this, job.number);
        ways.supply(job.reply, bytes);
    }

    private void shareWritten(DiskJob job, long bytes) {
        haveWritten(job);
    }

    private void haveWritten(DiskJob job) {
        if (--job.accesses == 0) {
            system.observer().done(this, job.number);
            List<DiskJob> free = unfinished.done(job);
            for (int i = 0; i < free.size(); i++) {
                queue.add(free.get(i));
            }
        }
    }

    /** Whether there is room when the disk has done what it ought to have done. */
    private boolean takes(long payload) {
        if (!fits(payload)) {
            catchUp();
        }
        return fits(payload);
    }

    private boolean fits(long payload) {
        return queue.takesWrites(unfinished.count()) && memory.takesWrite(payload);
    }

    /** Let the disk have done what comes before the present event. */
    private void catchUp() {
        catchUpWith(system.endedUntil());
    }

    /** Let the disk have done what it does until a time, and take the data that has come. */
    private void catchUpWith(long time) {
        device.catchUp(time);
        takeExpected();
    }

    /** See {@link DeviceRequest#unnoticedNanos}: of writes only a flush notices when they are on disk. */
    long unnoticedNanos() {
        takeExpected();
        return isLookedAt() ? 0 : queue.nanosOfNext(unfinished.untilFlush() - 1);
    }

    /** Whether somebody notices each access of the disk. */
    private boolean isLookedAt() {
        boolean awaited = !held.isEmpty() || unfinishedReads > 0 || memory.isShared();
        return awaited || maxConcurrent > 1 || system.observer() != StorageObserver.NONE;
    }

    private void accept(WriteData data, long payload) {
        coming.taken(payload);
        long left = payload;
        while (left > 0) {
            DiskJob job = data.take(Math.min(left, ioGranularity), serial++);
            job.number = queued(data.request, job);
            unfinished.add(job);
            long replaced = queue.add(job);
            sums.bytesReplaced += replaced;
            memory.reserve(job.size - replaced);
            left -= job.size;
        }
        if (data.allTaken()) {
            sums.writes++;
            system.acknowledge(this, data.call, data.request);
        }
        startDisk();
    }

    private long queued(long request, DiskJob job) {
        return system.observer().queued(this, request, job.offset, job.size);
    }

    void answered(long request) {
        system.observer().answered(request);
    }

    void completed(long request) {
        system.observer().completed(request);
    }

    private void startDisk() {
        while (atDisk < maxConcurrent) {
            DiskAccess access = stalled != null ? stalled : queue.next(memory.free(), unfinished.awaited());
            stalled = null;
            if (access == null) {
                break;
            }
            if (isOrdered(access) && writesAtDisk.overlaps(access)) {
                stalled = access;
                break;
            }
            if (access.read) {
                memory.reserve(access.need());
            }
            submit(access);
        }
    }

    private void submit(DiskAccess access) {
        atDisk++;
        if (isOrdered(access)) {
            writesAtDisk.add(access);
        }
        sums.diskOperations++;
        device.submit(access.of(this));
    }

    /** The disk begins with an access, see {@link DeviceRequest#begun}. */
    void begun(DiskAccess access, long endNanos) {
        access.begunAt = system.now();
        StorageObserver observer = system.observer();
        if (observer != StorageObserver.NONE) {
            StorageObserver.Kind kind = access.read ? StorageObserver.Kind.READ : StorageObserver.Kind.WRITE;
            access.number = observer.accessed(this, kind, access.offset(), access.size(), endNanos, access.numbers());
        }
    }

    /** Of two writes to one place the later one has to come later, whatever order the disk prefers. */
    private boolean isOrdered(DiskAccess access) {
        return maxConcurrent > 1 && !access.read;
    }
}
