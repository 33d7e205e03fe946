// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The parallel file system: what a client sends to the servers, how a server schedules its disk, and disks.
 *
 * <p>Start with {@link org.hdtrace.piosim.storage.FileSystem} and {@link org.hdtrace.piosim.storage.StorageServer}.
 */
package org.hdtrace.piosim.storage;
