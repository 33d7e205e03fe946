// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.List;
import org.hdtrace.piosim.model.file.Distribution.ServerPiece;
import org.hdtrace.piosim.process.Call;

/** The data of a write on its way to one server, which takes it packet by packet. */
final class WriteData extends IoMessage {
    final StoredFile file;
    final Call call;
    /** Number that the observer gave it. */
    final long request;

    private final StorageServer server;
    private final List<ServerPiece> pieces;
    private int piece;
    private long pieceOffset;
    private int heldPackets;

    WriteData(
            int source,
            long bytes,
            StoredFile file,
            Call call,
            StorageServer server,
            List<ServerPiece> pieces,
            long request) {
        super(source, server.networkInterface(), bytes);
        this.file = file;
        this.call = call;
        this.request = request;
        this.server = server;
        this.pieces = pieces;
    }

    @Override
    protected boolean passesUnnoticed(long payload) {
        return false;
    }

    @Override
    protected boolean passesUnnoticed(long payload, long end) {
        return lastLeg() == null && delivered() + payload < bytes() && server.expect(this, payload, end);
    }

    @Override
    protected void isNoticed() {
        server.coming().removeLast();
    }

    @Override
    protected boolean packetArrived(long payload) {
        return server.offer(this, payload);
    }

    @Override
    boolean isData() {
        return true;
    }

    /**
     * The server has no memory for a packet that has arrived. A message that comes straight waits in front of what follows
     * from the same client. One from a router, which sends those of several clients, is put aside and the router told to
     * send no more of it.
     *
     * @return whether it is put aside
     */
    boolean hold() {
        if (lastLeg() == null) {
            return false;
        }
        heldPackets++;
        lastLeg().pause();
        return true;
    }

    /** The server has taken a packet that it held; the result is whether that was put aside. */
    boolean unhold() {
        if (lastLeg() == null) {
            return false;
        }
        if (--heldPackets == 0) {
            lastLeg().resume();
        }
        return true;
    }

    /** A job with that serial number for the longest contiguous range on the server that comes next in the data, at most that many bytes. */
    DiskJob take(long most, long serial) {
        ServerPiece current = pieces.get(piece);
        long size = Math.min(most, current.size() - pieceOffset);
        DiskJob job = new DiskJob(file, current.offset() + pieceOffset, size, null, serial);
        pieceOffset += size;
        if (pieceOffset == current.size()) {
            piece++;
            pieceOffset = 0;
        }
        return job;
    }

    boolean allTaken() {
        return piece == pieces.size();
    }
}
