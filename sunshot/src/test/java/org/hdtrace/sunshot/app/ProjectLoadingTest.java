// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import javax.swing.SwingUtilities;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.GrowingRun;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.RoughLoader;
import org.hdtrace.sunshot.model.RoughRun;
import org.hdtrace.sunshot.model.SeenStates;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.paint.PictureContents;
import org.hdtrace.sunshot.paint.Theme;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a window is told while it reads a project, and what it shows of samples. */
class ProjectLoadingTest {
    @BeforeAll
    static void needEventThread() {
        WindowDriver.needEventThread();
    }

    @TempDir
    private Path folder;

    private final AtomicReference<RoughRun> rough = new AtomicReference<>();

    private List<String> told(Path project) throws InterruptedException {
        return told(project, StateFilter.none(), List.of());
    }

    private List<String> told(Path project, StateFilter filter, List<SeenStates.Wanted> seen)
            throws InterruptedException {
        return told(project, filter, seen, new GrowingRun.Pace(Duration.ofDays(1), 0));
    }

    private List<String> told(Path project, StateFilter filter, List<SeenStates.Wanted> seen, GrowingRun.Pace pace)
            throws InterruptedException {
        List<String> told = new ArrayList<>();
        CountDownLatch ended = new CountDownLatch(1);
        new ProjectLoading(
                        List.of(project),
                        new CategoryTable(),
                        filter,
                        seen,
                        pace,
                        new ProjectLoading.Callbacks(
                                step -> assertTrue(step.share() <= 1),
                                (run, painted) -> {
                                    told.add("rough");
                                    rough.set(run);
                                    painted.accept(0);
                                },
                                states -> told.add("seen"),
                                runs -> told.add(runs.get(0).stateCount() + " states"),
                                line -> told.add("failed"),
                                () -> {
                                    told.add("ended");
                                    ended.countDown();
                                },
                                damage -> told.add("damaged")))
                .execute();
        assertTrue(ended.await(60, TimeUnit.SECONDS), "told so far: " + told);
        return told;
    }

    @Test
    void samplesComeBeforeAllOfALargeProject() throws Exception {
        Path project = TestProjects.large(folder);
        assertEquals(List.of("rough", "180000 states", "ended"), told(project));
        assertEquals(List.of("180000 states", "ended"), told(project), "with its store");
        assertEquals(List.of("failed", "ended"), told(folder.resolve("none.proj")));
    }

    @Test
    void whatIsSeenOfAFilterComesBeforeTheRest() throws Exception {
        Path project = TestProjects.large(folder);
        told(project);
        StateFilter filter = StateFilter.parse(".category = Send");
        SeenStates.Wanted wanted = new SeenStates.Wanted(project, new Interval(0, Long.MAX_VALUE), Set.of("n/0/0"));
        List<String> told = told(project, filter, List.of(wanted));
        assertEquals("seen", told.get(0));
        assertEquals(3, told.size(), told.toString());
        assertEquals(told.subList(1, 3), told(project, filter, List.of()));
    }

    @Test
    void ofADamagedStoreNothingIsShownBeforeAndTheTracesAreRead() throws Exception {
        Path project = TestProjects.large(folder);
        told(project);
        DamagedStoreWindowTest.damage(folder.resolve("large.hdv"), 1, 2); // what is read when it is opened is as it was
        SeenStates.Wanted wanted =
                new SeenStates.Wanted(project, new Interval(0, Long.MAX_VALUE), Set.of("n/0/0", "n/1/0"));
        StateFilter filter = StateFilter.parse(".category = Send");
        assertEquals(List.of("rough", "90000 states", "ended"), told(project, filter, List.of(wanted)));
    }

    /** In gzip, and as long as before. */
    private static final class Stored extends GZIPOutputStream {
        Stored(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.NO_COMPRESSION);
        }
    }

    private Path largeInGzip() throws IOException {
        Path project = TestProjects.large(folder);
        List<Path> traces;
        try (Stream<Path> files = Files.list(folder)) {
            traces = files.filter(file -> file.toString().endsWith(".trc")).toList();
        }
        for (Path trace : traces) {
            try (OutputStream out = new Stored(Files.newOutputStream(Path.of(trace + ".gz")))) {
                Files.copy(trace, out);
            }
            Files.delete(trace);
        }
        return project;
    }

    @Test
    void ofTracesInGzipTheBeginningComesBefore() throws Exception {
        Path project = largeInGzip();
        assertEquals(List.of("rough", "180000 states", "ended"), told(project));
        assertTrue(rough.get().beginning());
        String subtitle = PictureContents.of(rough.get()).subtitle();
        assertTrue(subtitle.startsWith("the beginning of the traces"), subtitle);
    }

    @Test
    void ofTracesInGzipThePictureGrowsWhileTheyAreRead() throws Exception {
        Path project = largeInGzip();
        List<String> told = told(project, StateFilter.none(), List.of(), new GrowingRun.Pace(Duration.ofMillis(1), 0));
        int all = told.indexOf("180000 states");
        assertTrue(all >= 3, "several before all is read: " + told);
        assertEquals(Collections.nCopies(all, "rough"), told.subList(0, all));
        assertTrue(rough.get().run().interval().durationNanos() > 1_000_000_000L, "more than the beginning");
    }

    /** Also where all is read before the event thread gets to them. */
    private static RoughRun samples(Path project) throws Exception {
        RoughLoader loader = new RoughLoader(new CategoryTable(), StateFilter.none(), () -> false);
        return loader.load(Project.open(project)).orElseThrow();
    }

    @Test
    void theFormerPictureStaysUntilTheNextOneIsMade() throws Exception {
        RoughRun first = samples(TestProjects.large(folder));
        RoughRun next = new RoughRun(first.run(), first.categories(), 1, true);
        RoughRun other = samples(TestProjects.large(folder.resolve("other")));
        LatestTask painter = new LatestTask("test");
        CountDownLatch painted = new CountDownLatch(2);
        List<Long> took = new CopyOnWriteArrayList<>();
        RoughPicture picture = new RoughPicture(painter, painted::countDown);
        Graphics2D graphics = new BufferedImage(800, 500, BufferedImage.TYPE_INT_RGB).createGraphics();
        try {
            SwingUtilities.invokeAndWait(() -> {
                picture.show(first, took::add);
                picture.paint(graphics, new Dimension(800, 500), Theme.LIGHT);
            });
            assertTrue(painted.await(60, TimeUnit.SECONDS), "painted");
            assertEquals(1, took.size(), "it tells what the picture took");
            assertTrue(took.get(0) > 0);
            SwingUtilities.invokeAndWait(() -> {
                assertTrue(picture.isThere());
                picture.show(next, took::add);
                assertTrue(picture.isThere(), "of the same project");
                picture.show(other, took::add);
                assertFalse(picture.isThere(), "of another project");
                picture.show(null, took::add);
                assertFalse(picture.isWanted());
            });
        } finally {
            graphics.dispose();
            painter.stop();
        }
    }

    @Test
    void thePictureOfSamplesHasTheColoursOfTheExactOne() throws Exception {
        told(TestProjects.large(folder));
        BufferedImage image =
                RoughPicture.picture(rough.get(), Theme.LIGHT, 800, 500).toImage();
        CategoryTable names = new CategoryTable();
        int send = names.get(names.idOf("Send")).rgb();
        int recv = names.get(names.idOf("Recv")).rgb();
        // Labels take up to a quarter of the width.
        assertTrue(likeFirst(image, 250, 350, send, recv) > 0.95, "first half");
        assertTrue(likeFirst(image, 650, 750, recv, send) > 0.95, "second half");
    }

    @Test
    void aLowWindowShowsTheTopOfIt() throws Exception {
        told(TestProjects.large(folder));
        assertTrue(RoughPicture.picture(rough.get(), Theme.LIGHT, 10, 10).height() > 100);
    }

    /** The share of the pixels of rows in some columns that are more like one colour than another. */
    private static double likeFirst(BufferedImage image, int fromX, int toX, int one, int other) {
        int first = 0;
        int second = 0;
        for (int y = 90; y < image.getHeight() - 60; y++) {
            for (int x = fromX; x < toX; x++) {
                int pixel = image.getRGB(x, y);
                int near = Math.min(distance(pixel, one), distance(pixel, other));
                // Neither ground nor lines nor labels.
                if (near < 120) {
                    first += distance(pixel, one) < distance(pixel, other) ? 1 : 0;
                    second += distance(pixel, one) < distance(pixel, other) ? 0 : 1;
                }
            }
        }
        assertTrue(first + second > 500, "coloured pixels: " + (first + second));
        return (double) first / (first + second);
    }

    private static int distance(int pixel, int other) {
        int distance = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            distance += Math.abs((pixel >> shift & 255) - (other >> shift & 255));
        }
        return distance;
    }
}
