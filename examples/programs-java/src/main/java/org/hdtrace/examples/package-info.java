// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Programs written in Java instead of recorded, and the clusters they run on. Read {@link
 * org.hdtrace.examples.HaloExchange} first, then {@link org.hdtrace.examples.MasterWorker}, {@link
 * org.hdtrace.examples.Clusters} for a model, and {@link org.hdtrace.examples.Comparison} for how to run them.
 */
package org.hdtrace.examples;
