// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What the readers and writers share: {@link org.hdtrace.format.internal.ByteSource} opens files, compressed or not, {@link
 * org.hdtrace.format.internal.XmlScanner} takes XML apart byte by byte, {@link org.hdtrace.format.internal.ElementTape} keeps
 * elements without making objects. Free to change; not for other modules.
 */
package org.hdtrace.format.internal;
