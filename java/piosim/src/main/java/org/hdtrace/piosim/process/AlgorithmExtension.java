// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.Map;
import org.hdtrace.piosim.model.cluster.CommandType;

/**
 * Algorithms that a jar on the class path adds. It is found by {@link java.util.ServiceLoader} through its file {@code
 * META-INF/services/org.hdtrace.piosim.process.AlgorithmExtension}; a {@link
 * org.hdtrace.piosim.model.cluster.ModelExtension} in the same jar tells model files their names.
 */
public interface AlgorithmExtension {
    /** The algorithms by command and name. */
    Map<CommandType, Map<String, Algorithm>> algorithms();
}
