// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.trace.Attributes;

/** Reads relation files into a {@link RelationGraph}. Thread: one thread at a time. */
final class GraphBuilder {
    private static final int BYTES_PER_OPERATION = 96;
    private static final int BYTES_PER_STATE = 48;

    private final List<RelationFile> files;
    /** Those that could be opened. */
    private final List<RelationFile> begun = new ArrayList<>();

    private final List<Damage> damages = new ArrayList<>();

    private final long mostBytes;
    private final OperationTable operations = new OperationTable();
    private final List<Finding> findings = new ArrayList<>();
    /** Operations with a parent; names of parents of the same process are told apart by their number alone. */
    private final Columns.Ints children = new Columns.Ints();

    private final Columns.Ints parentPrefixes = new Columns.Ints();
    private final Columns.Longs parentIds = new Columns.Longs();
    private final Map<String, Integer> prefixNumbers = new HashMap<>();
    private final List<String> prefixes = new ArrayList<>();
    private long unreadable;

    /** An operation that lives, and its open states. */
    private record Living(int operation, Deque<Integer> open) {}

    GraphBuilder(List<RelationFile> files) {
        this(files, Runtime.getRuntime().maxMemory() / 2);
    }

    GraphBuilder(List<RelationFile> files, long mostBytes) {
        this.files = files;
        this.mostBytes = mostBytes;
    }

    RelationGraph read(Consumer<Path> progress) throws TraceFormatException {
        for (RelationFile file : files) {
            progress.accept(file.path());
            read(file);
        }
        return link();
    }

    RelationGraph readable(Consumer<Path> progress) {
        for (RelationFile file : files) {
            progress.accept(file.path());
            try {
                read(file);
            } catch (TraceFormatException e) {
                if (begun.contains(file)) {
                    findings.add(new Finding(e.file(), e.position(), Severity.ERROR, e.reason()));
                    damages.add(Damage.broken(e));
                } else {
                    damages.add(Damage.refused(e));
                }
            }
        }
        return link();
    }

    private RelationGraph link() {
        Columns.Ints from = new Columns.Ints();
        Columns.Ints to = new Columns.Ints();
        long missing = unreadable;
        for (int i = 0; i < children.size(); i++) {
            int parent = parent(i);
            if (parent >= 0) {
                from.add(children.get(i));
                to.add(parent);
            } else {
                missing++;
            }
        }
        if (missing > 0) {
            Path place = files.get(0).path().toAbsolutePath().getParent();
            findings.add(new Finding(
                    place, "relation files", Severity.NOTE, missing + " parents of operations are in no file"));
        }
        return new RelationGraph(begun, damages, operations, from.toArray(), to.toArray(), findings);
    }

    private int parent(int link) {
        for (int file : operations.filesOf(prefixes.get(parentPrefixes.get(link)))) {
            int found = operations.find(file, parentIds.get(link));
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    private void read(RelationFile file) throws TraceFormatException {
        Map<Long, Living> living = new HashMap<>();
        try (RelationReader reader = RelationReader.open(file.path())) {
            String first = reader.header().globalToken(0);
            operations.beginFile(first.substring(0, first.length() - 1));
            begun.add(file);
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                add(event, reader, living);
            }
            findings.addAll(reader.findings());
            Damage.of(reader.findings(), 0).ifPresent(damages::add);
        }
    }

    private void add(RelationEvent event, RelationReader reader, Map<Long, Living> living) {
        if (event instanceof RelationEvent.Token token) {
            checkMemory(reader.file());
            int operation = operations.add(token.token(), token.timeNanos());
            living.put(token.token(), new Living(operation, new ArrayDeque<>(2)));
            token.parents().forEach(link -> addParent(operation, link, reader));
            return;
        }
        Living owner = living.get(event.token());
        if (owner == null) {
            // check tells it; here nothing can be done with it.
            return;
        }
        operations.touch(owner.operation, event.timeNanos());
        if (event instanceof RelationEvent.Begin begin) {
            checkMemory(reader.file());
            int depth = owner.open.size();
            owner.open.push(operations.addState(owner.operation, begin.name(), begin.timeNanos(), depth));
            addSize(owner.operation, begin.attributes());
        } else if (event instanceof RelationEvent.Finish finish) {
            if (!owner.open.isEmpty()) {
                operations.endState(owner.open.pop(), finish.timeNanos());
            }
            addSize(owner.operation, finish.attributes());
        } else {
            living.remove(event.token());
        }
    }

    private void addSize(int operation, Attributes attributes) {
        operations.size(operation, attributes.getLong("size", 0));
    }

    private void addParent(int operation, ParentLink link, RelationReader reader) {
        String token = link.globalToken(reader.header());
        int colon = token.lastIndexOf(':') + 1;
        try {
            parentIds.add(Long.parseUnsignedLong(token.substring(colon)));
        } catch (NumberFormatException e) {
            unreadable++;
            return;
        }
        children.add(operation);
        parentPrefixes.add(prefixNumbers.computeIfAbsent(token.substring(0, colon), prefix -> {
            prefixes.add(prefix);
            return prefixes.size() - 1;
        }));
    }

    /** Nothing is wrong with the file: it is no damage, and another machine can read it. */
    private void checkMemory(Path file) {
        long bytes = (long) operations.size() * BYTES_PER_OPERATION + (long) operations.stateCount() * BYTES_PER_STATE;
        if (bytes > mostBytes) {
            throw new TooManyOperationsError(file + ": more than " + operations.size()
                    + " operations don't fit into the memory; give Java more with -Xmx");
        }
    }
}
