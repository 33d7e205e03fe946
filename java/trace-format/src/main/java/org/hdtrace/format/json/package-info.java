// SPDX-License-Identifier: GPL-3.0-or-later
/** Writes JSON; the commands of all modules share it. The one type is {@link org.hdtrace.format.json.JsonWriter}. */
package org.hdtrace.format.json;
