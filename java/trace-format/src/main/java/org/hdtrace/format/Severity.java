// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

/** How much a {@link Finding} matters. */
public enum Severity {
    /** Data is lost, wrong or missing. */
    ERROR,
    /** Unusual but harmless. */
    NOTE
}
