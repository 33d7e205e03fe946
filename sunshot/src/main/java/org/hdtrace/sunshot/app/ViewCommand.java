// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.GraphicsEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.control.StateText;
import org.hdtrace.sunshot.model.CategoryTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hdtrace view}: the window. */
@Command(name = "view", description = "Opens the timeline viewer.", mixinStandardHelpOptions = true)
final class ViewCommand implements Callable<Integer> {
    /** The window is open and ends the program itself. */
    static final int KEEPS_RUNNING = -1;

    @Parameters(
            arity = "0..*",
            paramLabel = "P",
            description =
                    "Project files or folders, traces of Paje (.trace, .trace.gz, .paje), archives of OTF2 (.otf2) or files of"
                            + " SLOG-2 (.slog2), or one link of a view.")
    private List<String> targets = List.of();

    @Option(
            names = "--theme",
            paramLabel = "T",
            description = "light, dark or contrast (default: that of the settings, light).")
    private String theme;

    @Option(
            names = "--compare",
            description = "Compare the two projects: their ranks below each other, with differences.")
    private boolean compare;

    @Mixin
    private ViewOptions view;

    @Mixin
    private OffsetOptions offsets;

    @Override
    public Integer call() throws Exception {
        if (GraphicsEnvironment.isHeadless()) {
            throw new IllegalStateException("no display; use hdtrace render to draw into a file");
        }
        view.filter();
        offsets.parse();
        boolean isLink = targets.size() == 1 && targets.get(0).startsWith(StateText.LINK);
        StateText link = isLink ? StateText.ofLink(targets.get(0)) : new StateText();
        List<Path> projects =
                (isLink ? link.all("project") : targets).stream().map(Path::of).toList();
        if (compare && projects.size() != 2) {
            throw new IllegalArgumentException("--compare needs two projects");
        }
        for (Path project : projects) {
            // Reads only the project file: a wrong name is told on the terminal, before a window appears.
            ImportedTraces.check(project);
        }
        UserSettings store = UserSettings.ofUser();
        Settings settings = store.read();
        Looks looks = Looks.of(theme == null ? settings.theme() : theme);
        UserCategories colors = UserCategories.ofUser();
        CategoryTable categories = colors.read();
        Preparation.begin(looks.theme());
        SwingUtilities.invokeAndWait(() -> {
            looks.install();
            Preparation.beginLooks();
            PaintTurns.install();
            MainWindow window = new MainWindow(looks, RecentFiles.ofUser(), colors, categories, store);
            window.apply(settings.withTheme(looks.theme().name()));
            Thread.setDefaultUncaughtExceptionHandler(new UnexpectedProblems(window::showError));
            if (isLink) {
                window.openLink(link);
            } else {
                window.open(projects, view, offsets, compare);
            }
            window.show();
        });
        return KEEPS_RUNNING;
    }
}
