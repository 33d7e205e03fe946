// SPDX-License-Identifier: GPL-3.0-or-later
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.RoughLoader;
import org.hdtrace.sunshot.model.RoughRun;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.paint.Picture;
import org.hdtrace.sunshot.paint.PictureContents;
import org.hdtrace.sunshot.paint.PictureWriter;
import org.hdtrace.sunshot.paint.Theme;

/**
 * Makes the rough picture that the window shows while a project without a store is read, and prints lines of {@code NAME VALUE}:
 * milliseconds since the start of Java until it is there, of processor time too. With a second argument the picture is kept.
 */
public final class Rough {
    private Rough() {}

    public static void main(String[] args) throws Exception {
        RoughLoader loader = new RoughLoader(new CategoryTable(), StateFilter.none(), () -> false);
        RoughRun rough = loader.load(Project.open(Path.of(args[0]))).orElseThrow();
        Picture picture = new Picture(PictureContents.of(rough), Theme.LIGHT, 1920, 960);
        picture.toImage();
        long begin = ManagementFactory.getRuntimeMXBean().getStartTime();
        System.out.printf(Locale.ROOT, "rough %d%n", System.currentTimeMillis() - begin);
        System.out.printf(Locale.ROOT, "rough-share %.4f%n", rough.share());
        if (args.length > 1) {
            PictureWriter.write(picture, Path.of(args[1]));
        }
    }
}
