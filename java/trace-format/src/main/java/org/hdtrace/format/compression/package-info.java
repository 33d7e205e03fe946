// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Compressing traces that are complete, and back, byte for byte (FORMATS A4). Read first: {@link
 * org.hdtrace.format.compression.TraceRecoder}.
 */
package org.hdtrace.format.compression;
