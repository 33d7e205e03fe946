// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JTextField;
import org.hdtrace.sunshot.control.Computed;
import org.hdtrace.sunshot.model.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Computed statistics with live error text, kept with the view (SUNSHOT S-38, S-39, S-60). */
class ComputedWindowTest extends OpenWindow {
    private void write(String field, String text) throws Exception {
        driver.onEventThread(
                () -> driver.inDialog("formulaDialog", field, JTextField.class).setText(text));
    }

    private String fault() throws Exception {
        return WindowDriver.compute(() ->
                driver.inDialog("formulaDialog", "formula.fault", JLabel.class).getText());
    }

    private void accept() throws Exception {
        driver.onEventThread(() -> driver.inDialog("formulaDialog", "formula.accept", JButton.class)
                .doClick());
    }

    private double second(String key) {
        int index = driver.model().indexOf(key);
        return index >= 0 && driver.model().rows().get(index).row() instanceof Row.Statistic statistic
                ? statistic.series().value(1)
                : Double.NaN;
    }

    @Tag("S-38")
    @Tag("S-39")
    @Tag("S-60")
    @Tag("V-09")
    @Test
    void theFormulaIsCheckedWhileItIsWrittenAndChangedLater() throws Exception {
        driver.onEventThread(() -> driver.model().select("0:n1/Utilization/CPU_TOTAL"));
        driver.run(Command.COMPUTE);
        write("formula.name", "HALF");
        write("formula.text", "CPU_TOTAL / ");
        assertEquals("character 12: the formula ends where a name, a number or '(' is expected", fault());
        assertFalse(WindowDriver.compute(() -> driver.inDialog("formulaDialog", "formula.accept", JButton.class)
                .isEnabled()));
        write("formula.text", "CPU_TOTAL / 2");
        assertEquals(" ", fault());
        accept();
        driver.await("the row is there", () -> second("0:n1/Utilization/=HALF") == 37.5);

        driver.run(Command.CHANGE_FORMULA);
        write("formula.text", "HALF + 1");
        assertEquals("character 1: no statistic is called 'HALF'", fault(), "none depends on itself");
        write("formula.text", "CPU_TOTAL / 3");
        accept();
        driver.await("the row is worked out anew", () -> second("0:n1/Utilization/=HALF") == 25);

        driver.run(Command.REMOVE_COMPUTED);
        driver.await("the row is gone", () -> driver.model().indexOf("0:n1/Utilization/=HALF") < 0);
    }

    @Tag("S-60")
    @Test
    void itIsKeptWithTheView() throws Exception {
        Computed computed = new Computed(0, "", "TWICE", "+(CPU_TOTAL * 2)");
        driver.onEventThread(() -> driver.model().setComputed(List.of(computed)));
        driver.await("the row is there", () -> second("0:=TWICE") == 150);
        driver.close();
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(folder.resolve("p").resolve("halves.proj"));
        driver.await("the row is back", () -> second("0:=TWICE") == 150);
        assertTrue(driver.model().computed().contains(computed));
    }
}
