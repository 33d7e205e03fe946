// SPDX-License-Identifier: GPL-3.0-or-later
/** Measures the readers: {@link org.hdtrace.bench.TraceGenerator} makes the input, the other classes are JMH benchmarks. */
package org.hdtrace.bench;
