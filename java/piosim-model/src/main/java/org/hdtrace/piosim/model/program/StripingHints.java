// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.OptionalLong;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Distribution;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.ServersInTurn;
import org.hdtrace.piosim.model.file.SimpleStripe;

/** How the hints {@code striping_unit} and {@code striping_factor} want a new file; only stripes, and on no stated servers. */
final class StripingHints {
    private StripingHints() {}

    static Distribution of(ApplicationFile file, FileHints hints) {
        Distribution made = file.distribution();
        if (made instanceof ServersInTurn some) {
            made = some.inner();
        }
        if (!(made instanceof SimpleStripe)) {
            return file.distribution();
        }
        SimpleStripe stripe = new SimpleStripe(hints.number("striping_unit").orElse(made.chunkSize()));
        OptionalLong factor = hints.number("striping_factor");
        if (factor.isPresent()) {
            return new ServersInTurn(stripe, (int) Math.min(Integer.MAX_VALUE, factor.getAsLong()), file.id());
        }
        return file.distribution() instanceof ServersInTurn some
                ? new ServersInTurn(stripe, some.count(), some.file())
                : stripe;
    }
}
