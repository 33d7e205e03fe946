// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;

/** The programs that run on a model, by alias; called by many threads. */
@FunctionalInterface
public interface Programs {
    /**
     * The same objects for all models that have the same programs.
     *
     * @throws SweepException when a program has calls that can't be simulated
     */
    Map<String, Application> of(ClusterModel model) throws SweepException, TraceFormatException;
}
