// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.heat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hdtrace.analysis.formula.HeatScale;
import org.hdtrace.sunshot.model.DifferenceShade;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Heat maps and differences are told apart with deficient colour vision, too (SUNSHOT V-15). */
class ColorVisionTest {
    /** Five times what is just noticeable. */
    private static final double CLEAR = 11.5;

    private static final int STEPS = 8;

    private static int heat(int step) {
        HeatScale scale = new HeatScale();
        scale.add(0);
        scale.add(STEPS);
        return scale.colorOf(step);
    }

    @Test
    void redAndGreenOfEqualLightnessAreAlikeWithoutOneOfTheReceptors() {
        assertEquals(100, ColorVision.COMMON.lightness(0xFFFFFF), 0.01);
        assertEquals(0, ColorVision.COMMON.distance(0x808080, 0x808080));
        double common = ColorVision.COMMON.distance(0xB45A3C, 0x6E7D3C);
        assertTrue(common > 40, common + " for most people");
        assertTrue(ColorVision.DEUTERANOPIA.distance(0xB45A3C, 0x6E7D3C) < common / 3);
    }

    @ParameterizedTest
    @EnumSource(ColorVision.class)
    void neighboursOfTheHeatScaleDifferAndGetLighter(ColorVision vision) {
        for (int step = 0; step < STEPS; step++) {
            double distance = vision.distance(heat(step), heat(step + 1));
            assertTrue(distance > CLEAR, vision + " between " + step + " and the next: " + distance);
            assertTrue(
                    vision.lightness(heat(step)) + 4 < vision.lightness(heat(step + 1)),
                    vision + " does not get lighter behind " + step);
        }
    }

    @ParameterizedTest
    @EnumSource(ColorVision.class)
    void slowerAndFasterDifferAndSoDoTheirSteps(ColorVision vision) {
        DifferenceShade[] shades = DifferenceShade.values();
        for (int i = 0; i + 1 < shades.length; i++) {
            double step = vision.distance(shades[i].rgb(), shades[i + 1].rgb());
            assertTrue(step > CLEAR, vision + ": " + shades[i] + " and " + shades[i + 1] + " are " + step);
        }
        for (int i = 0; i < shades.length / 2; i++) {
            DifferenceShade opposite = shades[shades.length - 1 - i];
            double both = vision.distance(shades[i].rgb(), opposite.rgb());
            assertTrue(both > 3 * CLEAR, vision + ": " + shades[i] + " and " + opposite + " are " + both);
        }
    }
}
