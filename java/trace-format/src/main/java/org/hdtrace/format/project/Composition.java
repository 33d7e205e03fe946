// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.Set;
import java.util.TreeSet;
import org.hdtrace.format.Saturated;

/**
 * Of what a datatype is made, for those who translate it into something else. Immutable.
 *
 * @param constructors one for each combiner, but of lists of blocks and of structures one for each block or member; markers of
 *     bounds make one together
 * @param basics predefined types, each as often as members of structures are made of it; Long.MAX_VALUE, as above, where there are more
 * @param combiners all that occur, as in {@link Datatype#combiner}
 */
public record Composition(long constructors, long basics, Set<String> combiners) {
    static final Composition NAMED = new Composition(0, 1, Set.of("NAMED"));

    public Composition {
        combiners = Set.copyOf(combiners);
    }

    /** A type that is made of this one. */
    Composition in(String combiner, long blocks) {
        return joined(combiner, Saturated.add(constructors, blocks), basics, this);
    }

    /** This and one more member of a structure. */
    Composition and(Composition member) {
        return joined(
                "STRUCT",
                Saturated.add(Saturated.add(constructors, 1), member.constructors),
                Saturated.add(basics, member.basics),
                member);
    }

    private Composition joined(String combiner, long allConstructors, long allBasics, Composition of) {
        Set<String> all = new TreeSet<>(combiners);
        all.addAll(of.combiners);
        all.add(combiner);
        return new Composition(allConstructors, allBasics, all);
    }
}
