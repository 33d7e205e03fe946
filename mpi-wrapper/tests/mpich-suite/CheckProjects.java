// SPDX-License-Identifier: GPL-3.0-or-later
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hdtrace.analysis.check.ProjectChecker;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;

/**
 * What {@code hdtrace check} says of many projects, without starting Java for each: reads a project file's path from
 * each line of standard input, answers with a line, the errors found as a JSON array of strings.
 */
public final class CheckProjects {
    private static final int FINDINGS_MAX = 100;
    /** Tests run side by side already. */
    private static final Workers ONE = Workers.of(1);

    private CheckProjects() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(
                    errors(Path.of(line)).stream().map(CheckProjects::quoted).collect(Collectors.joining(",", "[", "]")));
            System.out.flush();
        }
    }

    private static String quoted(String text) {
        return '"' + text.replaceAll("[\\p{Cntrl}]", " ").replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static List<String> errors(Path file) throws IOException {
        List<String> errors = new ArrayList<>();
        try {
            ProjectChecker.check(Project.open(file), ONE, path -> {}, finding -> {
                if (finding.severity() == Severity.ERROR && errors.size() < FINDINGS_MAX) {
                    errors.add(finding.toString());
                }
            });
        } catch (TraceFormatException e) {
            errors.add(e.getMessage());
        }
        return errors;
    }
}
