// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import org.hdtrace.piosim.process.Call;

/** The data of a read on its way to the client; it grows while the server reads. */
final class Reply extends IoMessage {
    private final Call call;
    private final StorageServer server;
    /** Number that the observer gave the request. */
    final long request;

    Reply(int source, int target, long bytes, Call call, StorageServer server, long request) {
        super(source, target, bytes);
        this.call = call;
        this.server = server;
        this.request = request;
    }

    @Override
    boolean isData() {
        return true;
    }

    @Override
    void packetDeparted(long payload) {
        server.replyLeft(payload);
    }

    @Override
    void departed() {
        server.answered(request);
    }

    @Override
    void completed() {
        server.completed(request);
        call.partDone();
    }
}
