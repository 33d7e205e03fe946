// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.TraceFile;

/**
 * What came of one file.
 *
 * @param value the sum over the entries that could be read
 * @param failure why the rest of the file, or all of it, can't be read
 * @param findings what the reader noticed; the failure is not among them
 * @param damage in one finding, why not all of the file was used; empty when it was
 */
public record FileResult<A>(
        TraceFile file,
        A value,
        Optional<TraceFormatException> failure,
        List<Finding> findings,
        Optional<Damage> damage) {
    public FileResult {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(damage, "damage");
        findings = List.copyOf(findings);
    }

    /** Of the uncompressed text. */
    public long unusableBytes() {
        return damage.map(Damage::unusableBytes).orElse(0L);
    }

    /**
     * The sum, where only a file that can be read whole will do.
     *
     * @throws TraceFormatException the failure
     */
    public A valueOrFailure() throws TraceFormatException {
        if (failure.isPresent()) {
            throw failure.get();
        }
        return value;
    }
}
