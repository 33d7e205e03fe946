// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import javax.swing.JEditorPane;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JOptionPane;
import javax.swing.SwingUtilities;
import org.assertj.swing.finder.JFileChooserFinder;
import org.assertj.swing.fixture.JFileChooserFixture;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryColors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Menus and the dialogs they open (SUNSHOT S-03, S-04, S-05, S-28, S-51, S-61). */
class MenuWindowTest extends OpenWindow {
    /** The first chooser of a program takes its time on a busy machine. */
    private static final long PATIENCE_MILLIS = 60_000;

    /** Gives a command whose dialog holds the event thread; a click would miss a button that the window manager moves just then. */
    private void begin(Command command) {
        SwingUtilities.invokeLater(() -> driver.window().actions().run(command));
    }

    private JFileChooserFixture chooser(String name) {
        return JFileChooserFinder.findFileChooser(name)
                .withTimeout(PATIENCE_MILLIS)
                .using(driver.robot());
    }

    @Tag("S-03")
    @Test
    void commandsAreInTheMenusAndHelpIsNotDead() throws Exception {
        JMenuBar bar = driver.window().frame().getJMenuBar();
        List<String> menus = WindowDriver.compute(() -> Arrays.stream(bar.getComponents())
                .filter(JMenu.class::isInstance)
                .map(menu -> ((JMenu) menu).getText())
                .toList());
        assertEquals(List.of("File", "Find", "View", "Rows", "Marks", "Compare", "Look", "Help"), menus);
        driver.frame().menuItem("menu.COLLAPSE").click();
        driver.await("all is closed", () -> driver.model().rows().size() == 1);
        driver.frame().menuItem("menu.KEYS").click();
        driver.await("the sheet is shown", () -> driver.dialog("keySheet") != null);
        String sheet = WindowDriver.compute(() ->
                driver.inDialog("keySheet", "keySheetText", JEditorPane.class).getText());
        for (Command command : Command.values()) {
            boolean told =
                    command.keys().isEmpty() || sheet.contains(command.title().replace("…", ""));
            assertTrue(told, command + " is not in the sheet");
        }
    }

    @Tag("S-03")
    @Test
    void menusFitOnSmallScreensAndTellTheTheme() throws Exception {
        JMenuBar bar = driver.window().frame().getJMenuBar();
        for (int i = 0; i < bar.getMenuCount(); i++) {
            JMenu menu = bar.getMenu(i);
            int height = WindowDriver.compute(() -> menu.getPopupMenu().getPreferredSize().height);
            assertTrue(height < 600, menu.getText() + " is " + height + " high");
        }
        assertTrue(driver.menuItem("menu.THEME_LIGHT").isSelected());
        driver.run(Command.THEME_DARK);
        assertTrue(driver.menuItem("menu.THEME_DARK").isSelected());
        assertFalse(driver.menuItem("menu.THEME_LIGHT").isSelected());
    }

    @Tag("S-03")
    @Test
    void aboutTellsWhatThisIs() throws Exception {
        driver.frame().menuItem("menu.ABOUT").click();
        driver.await("it is shown", () -> driver.dialog("about") != null);
        JOptionPane text = driver.inDialog("about", "aboutText", JOptionPane.class);
        String told = WindowDriver.compute(() -> String.valueOf(text.getMessage()));
        assertTrue(told.startsWith("Sunshot"), told);
        assertTrue(told.contains("GNU General Public License"), told);
        assertTrue(told.contains("Java " + System.getProperty("java.version")), told);
    }

    @Tag("S-03")
    @Test
    void theLastProjectsAreAtHandAndQuitCloses() throws Exception {
        String project = folder.resolve("p").resolve("halves.proj").toString();
        JMenu recent = driver.component("recent", JMenu.class);
        driver.await(
                "it is the first of the recent ones",
                () -> recent.getItemCount() == 1 && recent.getItem(0).getText().equals(project));
        driver.run(Command.CLOSE);
        driver.await("closed", () -> driver.model().runs().isEmpty());
        driver.onEventThread(recent.getItem(0)::doClick);
        driver.await("open again", () -> driver.model().runs().size() == 1);
        driver.run(Command.QUIT);
        driver.await("closed", () -> !driver.window().frame().isDisplayable());
    }

    @Tag("S-04")
    @Test
    void theChooserShowsProjectsOfTheLastFolder() throws Exception {
        Path other = TestProjects.chain(folder.resolve("q"));
        Path text = Files.writeString(folder.resolve("q").resolve("notes.txt"), "none");
        begin(Command.OPEN);
        JFileChooserFixture first = chooser("openChooser");
        WindowDriver.compute(() -> {
            assertTrue(first.target().accept(other.toFile()));
            assertFalse(first.target().accept(text.toFile()), "no project");
            return null;
        });
        first.selectFile(other.toFile()).approve();
        driver.await("the other one is open", () -> driver.model().runs().stream()
                .anyMatch(run -> run.name().equals("chain")));
        begin(Command.OPEN);
        JFileChooserFixture second = chooser("openChooser");
        assertEquals(other.getParent().toFile(), WindowDriver.compute(() -> second.target()
                .getCurrentDirectory()));
        second.cancel();
    }

    @Tag("S-28")
    @Tag("S-51")
    @Test
    void whatIsSeenIsSavedWhereTheUserWants() throws Exception {
        Path file = folder.resolve("seen.png");
        begin(Command.SAVE_PICTURE);
        JFileChooserFixture chooser = chooser("saveChooser");
        chooser.fileNameTextBox().requireText("timeline.png").setText(file.toString());
        chooser.approve();
        driver.await("it is saved", () -> driver.text("hover").equals("saved " + file));
        var image = ImageIO.read(file.toFile());
        assertTrue(image.getWidth() >= 1200, image.toString());
        int send = 0;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                send += (image.getRGB(x, y) & 0xFFFFFF) == CategoryColors.colorOf("Send") ? 1 : 0;
            }
        }
        assertTrue(send > 1000, "states of both ranks and the legend: " + send);
    }

    @Tag("S-05")
    @Test
    void theFirstStartAsksNothingAndWritesNoSettings() throws Exception {
        assertEquals(List.of(driver.window().frame()), WindowDriver.compute(() -> Arrays.stream(Window.getWindows())
                .filter(Window::isShowing)
                .toList()));
        driver.awaitRecent(folder.resolve("p").resolve("halves.proj"));
        driver.close();
        assertFalse(Files.exists(folder.resolve("colors")), "no colour was changed");
        assertTrue(Files.exists(folder.resolve("recent")), "but what was opened is known");
    }
}
