// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.Map;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.FileService;

/**
 * Does the operations of an access one after the other: asks every server for its part at once, or announces data to every
 * server, then sends it and waits for the acknowledgements. Source: MODEL B2.5.
 */
public final class OperationSequence implements Algorithm {
    private static final int NEXT = 1;
    private static final int SEND_DATA = 2;

    private static final class Run {
        final ApplicationFile file;
        final Operations operations;
        /** Whose data is to be sent next. */
        FileService.Write requested;

        Run(ApplicationFile file, Operations operations) {
            this.file = file;
            this.operations = operations;
        }
    }

    @Override
    public Map<String, Long> parameters() {
        return HintValues.INDEPENDENT;
    }

    @Override
    public void step(Call call, int step) {
        if (step == START && !begin(call)) {
            return;
        }
        Run run = (Run) call.work();
        if (step == START && call.files().openDeferred(call, run.file)) {
            call.next(NEXT);
            return;
        }
        if (step == SEND_DATA) {
            call.files().sendData(call, run.requested);
        } else if (run.operations.isRead()) {
            call.files().read(call, run.file, run.operations.pieces(), run.operations.typeBytes());
        } else {
            run.requested =
                    call.files().requestWrite(call, run.file, run.operations.pieces(), run.operations.typeBytes());
            call.next(SEND_DATA);
            return;
        }
        if (run.operations.next()) {
            call.next(NEXT);
        }
    }

    /** Whether there is anything to do. */
    private static boolean begin(Call call) {
        OperationSource source = call.work() instanceof OperationSource given ? given : FileTask.begin(call);
        Run run = new Run(source.file(), source.operations());
        call.work(run);
        return run.operations.next();
    }
}
