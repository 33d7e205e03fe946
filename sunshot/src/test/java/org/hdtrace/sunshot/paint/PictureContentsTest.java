// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.RoughRun;
import org.hdtrace.sunshot.model.Run;
import org.junit.jupiter.api.Test;

/** What pictures say of themselves. */
class PictureContentsTest {
    private static final Run RUN =
            new Run("a", Path.of("a.proj"), new Interval(0, 1), List.of(), List.of("Hostname"), List.of());

    private static String subtitle(double share, boolean beginning) {
        return PictureContents.of(new RoughRun(RUN, new CategoryTable(), share, beginning))
                .subtitle();
    }

    @Test
    void aRoughPictureSaysHowMuchItIsOf() {
        String later = "; the exact picture takes its place";
        assertEquals("12.3 % of the traces, stretched over what lies between" + later, subtitle(0.123, false));
        assertEquals("<0.1 % of the traces, stretched over what lies between" + later, subtitle(0.0003, false));
        assertEquals("the beginning of the traces" + later, subtitle(0.0003, true));
    }
}
