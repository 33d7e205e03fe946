// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileControl;
import org.hdtrace.piosim.model.program.FileTransfer;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.storage.StorageObserver;
import org.hdtrace.piosim.storage.StorageServer;

/**
 * Follows the file operations of clients to the disks: a token for each operation, in it one for each request to a server;
 * at the server one for the request, in it one for each range that goes to the disk, the job; at the disk one for each
 * access, with all jobs that it does as its parents. Servers and disks also have statistics.
 *
 * <p>Source: MODEL A7, FORMATS A7.
 */
final class StorageOutput implements StorageObserver {
    /** Gives the file for the tokens of a client's rank. */
    @FunctionalInterface
    interface Files {
        /** Null when its application isn't written. */
        RelationFile of(Client client) throws IOException;
    }

    /**
     * What is written about a server.
     *
     * @param requests tokens of requests and jobs
     * @param accesses tokens of its disk
     * @param waiting jobs that the disk hasn't begun
     */
    record ServerFiles(
            ComponentLog.Component server,
            ComponentLog.Component disk,
            RelationFile requests,
            RelationFile accesses,
            Set<Long> waiting) {}

    private static final String OF_FILES = "File_";

    private record Operation(Command command, RelationFile file, long token) {}

    private static final class Request {
        final RelationFile client;
        final long clientToken;
        final StorageServer server;
        final Kind kind;
        final Attributes what;
        long serverToken;

        Request(RelationFile client, long clientToken, StorageServer server, Kind kind, Attributes what) {
            this.client = client;
            this.clientToken = clientToken;
            this.server = server;
            this.kind = kind;
            this.what = what;
        }
    }

    /** What does input and output. */
    @FunctionalInterface
    private interface Writing {
        long run() throws IOException;
    }

    private final Kernel kernel;
    private final Files clientFiles;
    private final List<ServerFiles> servers;
    private final Map<Client, Operation> operations = new HashMap<>();
    /** Those without answer, by number. */
    private final Map<Long, Request> requests = new HashMap<>();

    /** Accesses that others may overlap. */
    private final Map<StorageServer, Set<Long>> overlapping = new HashMap<>();

    private long lastRequest;

    /**
     * Without any request.
     *
     * @param servers by number
     */
    StorageOutput(Kernel kernel, Files clientFiles, List<ServerFiles> servers) {
        this.kernel = kernel;
        this.clientFiles = clientFiles;
        this.servers = List.copyOf(servers);
    }

    /** A command has ended; each one about files has a token. */
    void commandEnded(Client client, Command command, long start, long end) throws IOException {
        Operation operation = operations.remove(client);
        if (operation != null) {
            operation.file.end(operation.token, end);
        } else if (command.origin().name().startsWith(OF_FILES)) {
            RelationFile file = clientFiles.of(client);
            if (file != null) {
                file.end(file.begin(start, List.of(), command.origin().name(), attributes(command)), end);
            }
        }
    }

    @Override
    public long requested(Call call, StorageServer server, Kind kind, long bytes) {
        return write(() -> {
            Attributes what = Attributes.of("file", fileName(call.command()), "size", Long.toString(bytes));
            RelationFile file = clientFiles.of(call.client());
            long token = 0;
            if (file != null) {
                List<ParentLink> parents = operation(call, file);
                token = file.begin(kernel.now(), parents, name(kind), what.with("server", server.name()));
            }
            requests.put(++lastRequest, new Request(file, token, server, kind, what));
            return lastRequest;
        });
    }

    @Override
    public void arrived(long number) {
        write(() -> {
            Request request = requests.get(number);
            List<ParentLink> parents =
                    request.client == null ? List.of() : List.of(request.client.remote(request.clientToken));
            RelationFile file = servers.get(request.server.number()).requests();
            request.serverToken = file.begin(kernel.now(), parents, name(request.kind), request.what);
            return 0;
        });
    }

    @Override
    public void answered(long number) {
        write(() -> {
            Request request = requests.get(number);
            servers.get(request.server.number()).requests().end(request.serverToken, kernel.now());
            return 0;
        });
    }

    @Override
    public void completed(long number) {
        write(() -> {
            Request request = requests.remove(number);
            if (request.client != null) {
                request.client.end(request.clientToken, kernel.now());
            }
            return 0;
        });
    }

    @Override
    public long queued(StorageServer server, long number, long offset, long size) {
        return write(() -> {
            ServerFiles files = servers.get(server.number());
            files.server().changeQueue(kernel.now(), 1);
            files.disk().changeQueue(kernel.now(), 1);
            ParentLink parent = files.requests().local(requests.get(number).serverToken);
            long job = files.requests().begin(kernel.now(), List.of(parent), "Job", range(offset, size));
            files.waiting().add(job);
            return job;
        });
    }

    @Override
    public long accessed(StorageServer server, Kind kind, long offset, long size, long endNanos, long[] jobs) {
        return write(() -> {
            ServerFiles files = servers.get(server.number());
            if (endNanos != UNKNOWN) {
                files.server().serve(kernel.now(), endNanos, size);
                files.disk().serve(kernel.now(), endNanos, size);
            }
            List<ParentLink> parents = new ArrayList<>(jobs.length);
            int begun = 0;
            for (long job : jobs) {
                parents.add(files.requests().local(job));
                begun += files.waiting().remove(job) ? 1 : 0;
            }
            files.disk().changeQueue(kernel.now(), -begun);
            long access = files.accesses().begin(kernel.now(), parents, name(kind), range(offset, size));
            if (endNanos == UNKNOWN) {
                overlapping.computeIfAbsent(server, key -> new HashSet<>()).add(access);
            }
            return access;
        });
    }

    @Override
    public void occupied(StorageServer server, int busy, int channels) {
        write(() -> {
            ServerFiles files = servers.get(server.number());
            files.server().occupy(kernel.now(), busy, channels);
            files.disk().occupy(kernel.now(), busy, channels);
            return 0;
        });
    }

    @Override
    public void accessEnded(StorageServer server, long access, long size) {
        write(() -> {
            ServerFiles files = servers.get(server.number());
            files.accesses().end(access, kernel.now());
            if (overlapping.getOrDefault(server, Set.of()).contains(access)) {
                overlapping.get(server).remove(access);
                files.server().pass(kernel.now(), size);
                files.disk().pass(kernel.now(), size);
            }
            return 0;
        });
    }

    @Override
    public void done(StorageServer server, long job) {
        write(() -> {
            ServerFiles files = servers.get(server.number());
            files.server().changeQueue(kernel.now(), -1);
            files.requests().end(job, kernel.now());
            return 0;
        });
    }

    void close(long now) throws IOException {
        for (ServerFiles files : servers) {
            files.requests().close(now);
            files.accesses().close(now);
        }
    }

    /** The operation that makes a request, which gets a token with its first one; none when it runs in the background. */
    private List<ParentLink> operation(Call call, RelationFile file) throws IOException {
        Client client = call.client();
        Operation operation = operations.get(client);
        if (operation == null && client.command() == call.command()) {
            Command command = call.command();
            String name = command.origin().isWritten()
                    ? command.origin().name()
                    : command.type().commandName();
            long token = file.begin(client.started(), List.of(), name, attributes(command));
            operation = new Operation(command, file, token);
            operations.put(client, operation);
        }
        boolean own = operation != null && operation.command == call.command();
        return own ? List.of(file.local(operation.token)) : List.of();
    }

    /** Those by which one finds the state in the trace. */
    private static Attributes attributes(Command command) {
        Attributes found = Attributes.none();
        for (String name : List.of("fid", "offset", "size")) {
            String value = command.origin().attributes().get(name);
            found = value == null ? found : found.with(name, value);
        }
        return found;
    }

    private static String fileName(Command command) {
        if (command instanceof FileTransfer access) {
            return access.file().name();
        }
        if (command instanceof FileControl control) {
            return control.file().name();
        }
        return command instanceof Command.FileClose close ? close.file().name() : "";
    }

    private static Attributes range(long offset, long size) {
        return Attributes.of("offset", Long.toString(offset), "size", Long.toString(size));
    }

    private static String name(Kind kind) {
        return switch (kind) {
            case READ -> "Read";
            case WRITE -> "Write";
            case FLUSH -> "Flush";
            case METADATA -> "Metadata";
        };
    }

    private static long write(Writing writing) {
        try {
            return writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
