// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Fuzzing of the readers: {@link org.hdtrace.format.fuzz.Mutator} damages the {@link org.hdtrace.format.fuzz.Seeds}, {@link
 * org.hdtrace.format.fuzz.Oracle} reads the result and says what went wrong, {@link org.hdtrace.format.fuzz.Fuzzer} counts.
 * How to run it for long: {@code java/trace-format/fuzz/README.md}. Source: FORMATS A10.
 */
package org.hdtrace.format.fuzz;
