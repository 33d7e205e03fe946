// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.engine.Kernel;
import org.junit.jupiter.api.Test;

class MetadataServiceTest {
    private final Kernel kernel = new Kernel();
    private final List<Long> served = new ArrayList<>();

    private void serve(MetadataService service, int requests) {
        for (int i = 0; i < requests; i++) {
            service.serve(kernel.now(), () -> served.add(kernel.now()));
        }
    }

    @Test
    void requestsThatComeTogetherAreServedOneAfterTheOther() {
        serve(new Devices(kernel).metadata(70), 3);
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(List.of(70L, 140L, 210L), served);
    }

    @Test
    void requestsThatTakeNoTimeNeedNoEvent() {
        serve(new Devices(kernel).metadata(0), 2);
        assertEquals(List.of(0L, 0L), served);
        assertEquals(0, kernel.processed());
    }
}
