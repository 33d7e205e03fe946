// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.List;
import java.util.stream.Collectors;

/** A model whose components don't fit together; tells all faults at once. */
public final class InvalidModelException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<ClusterModel.Problem> problems;

    InvalidModelException(List<ClusterModel.Problem> problems) {
        super(problems.stream().map(ClusterModel.Problem::text).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** At least one. */
    public List<ClusterModel.Problem> problems() {
        return problems;
    }
}
