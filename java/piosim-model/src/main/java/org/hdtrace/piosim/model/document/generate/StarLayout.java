// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.generate;

/** All hosts on one switch. */
record StarLayout(int capacity, String name) implements Layout {
    private static final int[] NONE = {};

    @Override
    public int switches() {
        return 1;
    }

    @Override
    public int switchOf(int host, int slot) {
        return 0;
    }

    @Override
    public int[] neighbours(int networkSwitch) {
        return NONE;
    }

    @Override
    public String switchName(int networkSwitch) {
        return name;
    }

    @Override
    public String routing() {
        return "PaketSymmetricHierarchicalRoute";
    }
}
