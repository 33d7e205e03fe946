// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * A small world of modules in which each rule is broken once, on purpose. Classes named Innocent look alike and break
 * none, classes named Target are what the culprits reach for.
 */
package org.hdtrace.arch.broken;
