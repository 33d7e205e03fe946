// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.query.Damage;

/**
 * The operations of all relation files of a project and which of them caused which: a call of a client, its requests, what each
 * server did for them. Operations are numbered from 0, file by file, in the order in which they were created.
 *
 * <p>Memory: about 60 bytes for each operation and 32 for each of its states; more than half of the heap holds are refused.
 *
 * <p>Thread: immutable, any. Source: FORMATS A7, B 1.5; SUNSHOT S-42, S-43, V-08.
 */
public final class RelationGraph {
    private final List<RelationFile> files;
    private final List<Damage> damages;
    private final OperationTable operations;
    private final Adjacency parents;
    private final Adjacency children;
    private final List<Finding> findings;

    RelationGraph(
            List<RelationFile> files,
            List<Damage> damages,
            OperationTable operations,
            int[] child,
            int[] parent,
            List<Finding> found) {
        this.files = List.copyOf(files);
        this.damages = List.copyOf(damages);
        this.operations = operations;
        this.parents = Adjacency.of(operations.size(), child, parent);
        this.children = Adjacency.of(operations.size(), parent, child);
        this.findings = List.copyOf(found);
    }

    /**
     * Read all relation files of a project.
     *
     * @param progress is told each file before it is read
     * @throws TraceFormatException for a file that can't be read to its end
     * @throws TooManyOperationsError for more operations than fit into half of the memory
     */
    public static RelationGraph read(Project project, Consumer<Path> progress) throws TraceFormatException {
        return new GraphBuilder(project.relations()).read(progress);
    }

    /**
     * As {@link #read}, of what is readable: of a damaged file what is complete before the damage, which the {@link #findings} tell.
     * Files of which nothing can be read are {@link #unreadable}, and not among {@link #files}.
     *
     * @throws TooManyOperationsError for more operations than fit into half of the memory
     */
    public static RelationGraph readable(Project project, Consumer<Path> progress) {
        return new GraphBuilder(project.relations()).readable(progress);
    }

    /** In the order of the project; operations know their file by its place here. */
    public List<RelationFile> files() {
        return files;
    }

    /** Of the files that were not used whole; after {@link #read} only of some that were cut. */
    public List<Damage> damages() {
        return damages;
    }

    /** Why nothing of some files could be read; none after {@link #read}. */
    public List<TraceFormatException> unreadable() {
        return damages.stream()
                .filter(damage -> damage.degree() == Damage.Degree.REFUSED)
                .map(Damage::finding)
                .map(why -> new TraceFormatException(why.file(), why.position(), why.text()))
                .toList();
    }

    /** What was noticed: files that were cut, parents that are nowhere. */
    public List<Finding> findings() {
        return findings;
    }

    /** Number of operations. */
    public int size() {
        return operations.size();
    }

    /** Number of the first operation of a file; that behind its last one for the next file. */
    public int firstOf(int file) {
        return operations.firstOf(file);
    }

    public int fileOf(int operation) {
        return operations.fileOf(operation);
    }

    /** {@code host:pid:topologyNumber:id}, by which other files name it. */
    public String tokenOf(int operation) {
        return operations.tokenOf(operation);
    }

    /** The operation of a token, or -1. */
    public int find(String token) {
        return operations.find(token);
    }

    /** Name of its first state; "" when it has none. */
    public String nameOf(int operation) {
        return operations.nameOf(operation);
    }

    /** When it was created, ns since the epoch. */
    public long startNanos(int operation) {
        return operations.startNanos(operation);
    }

    /** When it was destroyed, ns since the epoch; where that is missing, its last sign of life. */
    public long endNanos(int operation) {
        return operations.endNanos(operation);
    }

    /** Data it is about, bytes: attribute {@code size} of its states, the largest one; 0 when there is none. */
    public long bytes(int operation) {
        return operations.bytes(operation);
    }

    /** Its states in the order of their start. */
    public List<OperationState> states(int operation) {
        return operations.states(operation);
    }

    /** What caused it; none for a root. */
    public int[] parents(int operation) {
        return parents.of(operation);
    }

    /** What it caused, in the order of the files and of creation. */
    public int[] children(int operation) {
        return children.of(operation);
    }

    /** All operations that it is connected with by its causes and by what it caused, in order of their numbers. */
    public int[] chain(int operation) {
        Marks marks = new Marks(operation);
        marks.follow(operation, parents);
        marks.follow(operation, children);
        return marks.sorted();
    }

    /** The connected operation that begins next, or last before, in the order of time; -1 when there is none. */
    public int alongChain(int operation, boolean forward) {
        int[] chain = chain(operation);
        int best = -1;
        for (int other : chain) {
            boolean behind = isBefore(operation, other);
            boolean nearer = best < 0 || (forward ? isBefore(other, best) : isBefore(best, other));
            if (other != operation && behind == forward && nearer) {
                best = other;
            }
        }
        return best;
    }

    private boolean isBefore(int a, int b) {
        int order = Long.compare(startNanos(a), startNanos(b));
        return order != 0 ? order < 0 : a < b;
    }

    /** Names of the operations of each kind, for categories. */
    public Map<String, Integer> countsByName() {
        return operations.countsByName();
    }

    /** Operations that were reached; damaged files may form rings. */
    private static final class Marks {
        private int[] found;
        private int count;
        private final BitSet seen = new BitSet();

        Marks(int first) {
            found = new int[] {first};
            count = 1;
            seen.set(first);
        }

        void follow(int from, Adjacency links) {
            int next = count;
            add(links.of(from));
            while (next < count) {
                add(links.of(found[next++]));
            }
        }

        private void add(int[] more) {
            for (int each : more) {
                if (!seen.get(each)) {
                    seen.set(each);
                    found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
                    found[count++] = each;
                }
            }
        }

        int[] sorted() {
            int[] all = Arrays.copyOf(found, count);
            Arrays.sort(all);
            return all;
        }
    }
}
