// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.sunshot.query.CounterLook;
import org.hdtrace.sunshot.query.CounterLooks;

/** How counters are drawn, as lines of a session. */
final class LookText {
    private static final String NAME = "counter";

    private LookText() {}

    static String write(String counter, CounterLook look) {
        return StateText.join(
                counter,
                look.shown(),
                look.logarithmic(),
                look.low().name(),
                look.high().name(),
                look.average());
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException with name and cause
     */
    static CounterLooks read(List<String> values) {
        Map<String, CounterLook> looks = new HashMap<>();
        for (String value : values) {
            List<String> parts = StateText.split(NAME, value, 6);
            looks.put(
                    parts.get(0),
                    new CounterLook(
                            StateText.truth(NAME, parts.get(1)),
                            StateText.truth(NAME, parts.get(2)),
                            StateText.choice(CounterLook.Low.class, NAME, parts.get(3)),
                            StateText.choice(CounterLook.High.class, NAME, parts.get(4)),
                            StateText.truth(NAME, parts.get(5))));
        }
        return new CounterLooks(looks);
    }
}
