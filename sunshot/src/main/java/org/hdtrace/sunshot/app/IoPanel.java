// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSplitPane;
import org.hdtrace.analysis.traffic.FileAccesses;
import org.hdtrace.analysis.traffic.FileAccesses.Access;
import org.hdtrace.analysis.traffic.FileTraffic;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.sunshot.control.StateNavigator;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.dock.QuietSplitPane;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.Drawing;
import org.hdtrace.sunshot.paint.OffsetPicture;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;

/**
 * The I/O lens: where in their files the processes read and write over the visible time, how large accesses and seeks are, what each
 * server moves, and figures of each file (SUNSHOT V-19). A click on an access goes to its call, the access of the chosen call is framed.
 * Read beside the event thread, only while seen.
 */
final class IoPanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final String ALL = "All files";
    private static final String READS = "Reads";
    private static final String READ = "Read";
    private static final String READ_RATE = "Read rate";
    private static final String WRITES = "Writes";
    private static final String WRITTEN = "Written";
    private static final String WRITE_RATE = "Write rate";

    private final transient Stage stage;
    private final transient ViewModel model;
    private final transient RunTraffic traffic;
    private final transient Consumer<String> failed;
    private final transient LatestTask reader = LatestTask.calm("sunshot-io");
    private final JComboBox<IoRequest.Kind> kind = new JComboBox<>(IoRequest.Kind.values());
    private final JComboBox<String> file = new JComboBox<>(new String[] {ALL});
    private final JLabel head = new JLabel(" ");
    private final Canvas canvas = new Canvas();
    private final ListTable<FileTraffic> files = new ListTable<FileTraffic>("io.files")
            .colored("File", 200, row -> endOf(row.file()), row -> -1, FileTraffic::file)
            .number(READS, 60, row -> ValueText.count(row.reads().calls()), "reads", row -> row.reads()
                    .calls())
            .number(READ, 80, row -> ValueText.of((double) row.reads().bytes(), "B"), "bytesRead", row -> row.reads()
                    .bytes())
            .number(READ_RATE, 90, row -> rate(row.reads()), "readBytesPerSecond", row -> row.reads()
                    .bytesPerSecond())
            .number(WRITES, 60, row -> ValueText.count(row.writes().calls()), "writes", row -> row.writes()
                    .calls())
            .number(
                    WRITTEN,
                    80,
                    row -> ValueText.of((double) row.writes().bytes(), "B"),
                    "bytesWritten",
                    row -> row.writes().bytes())
            .number(WRITE_RATE, 90, row -> rate(row.writes()), "writeBytesPerSecond", row -> row.writes()
                    .bytesPerSecond())
            .number(
                    "Sequential",
                    92,
                    row -> ValueText.percent(row.sequentialShare()),
                    "sequentialShare",
                    FileTraffic::sequentialShare);
    private transient IoRequest wanted;
    private transient Shown shown;
    private transient boolean filling;

    /** What is on the screen, and for which request. */
    private record Shown(IoRequest request, IoRequest.Made made, BufferedImage image, String problem) {}

    IoPanel(Stage stage, RunTraffic traffic, Consumer<Drawing> save, Consumer<String> failed) {
        super(new BorderLayout(0, 4));
        this.stage = stage;
        this.model = stage.model();
        this.traffic = traffic;
        this.failed = failed;
        setName("io");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        setPreferredSize(new Dimension(420, 280));
        kind.setName("io.kind");
        kind.addActionListener(event -> refresh());
        file.setName("io.file");
        file.setPrototypeDisplayValue("a file with a name");
        file.addActionListener(event -> refresh());
        head.setName("io.head");
        PanelButton picture = PanelButton.picture("io.save", () -> {
            if (shown != null) {
                shown.made().drawing().ifPresent(save);
            }
        });
        PanelButton copy = PanelButton.copy("io.copy", files::csv);
        PanelHead north = new PanelHead(kind, file);
        add(north.with(head, picture.whileOpen(model), copy.whileOpen(model)), BorderLayout.NORTH);
        JSplitPane both = new QuietSplitPane(JSplitPane.HORIZONTAL_SPLIT, canvas, new JScrollPane(files.table()));
        both.setResizeWeight(0.5);
        add(both);
        files.onChoice(row -> file.setSelectedItem(row.file()));
        stage.listen(this::refresh);
        WhenSeen.run(this, this::refresh);
    }

    /** Of a path its end says most. */
    private static String endOf(String file) {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    private static String rate(FileTraffic.Direction direction) {
        return direction.bytesPerSecond() == 0 ? "" : ValueText.of(direction.bytesPerSecond(), "B/s");
    }

    private void refresh() {
        List<Run> runs = model.runs();
        if (!isShowing() || runs.isEmpty() || filling) {
            return;
        }
        int chosen = MatrixPanel.runOfChosenRow(model);
        String name = file.getSelectedIndex() <= 0 ? "" : String.valueOf(file.getSelectedItem());
        IoRequest request = new IoRequest(
                (IoRequest.Kind) kind.getSelectedItem(),
                runs.get(chosen),
                model.visible(),
                model.query().originOf(runs, chosen),
                name,
                stage.theme(),
                Math.max(80, canvas.getWidth()),
                Math.max(80, canvas.getHeight()));
        if (runs.get(chosen).isDerived() || request.equals(wanted)) {
            canvas.repaint();
            return;
        }
        wanted = request;
        double scale = getGraphicsConfiguration().getDefaultTransform().getScaleX();
        if (shown == null) {
            head.setText("Reading what files are used for …");
        }
        reader.submit(() -> make(request, scale), this::take);
    }

    /** Runs on the reader's thread. */
    private Shown make(IoRequest request, double scale) {
        try {
            IoRequest.Made made = request.make(traffic);
            BufferedImage image = new BufferedImage(
                    (int) Math.ceil(request.width() * scale),
                    (int) Math.ceil(request.height() * scale),
                    BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = image.createGraphics();
            graphics.setColor(new Color(request.theme().background()));
            graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
            graphics.scale(scale, scale);
            made.drawing().ifPresent(drawing -> drawing.paint(graphics, true));
            graphics.dispose();
            return new Shown(request, made, image, "");
        } catch (TraceFormatException e) {
            IoRequest.Made nothing = new IoRequest.Made(Optional.empty(), List.of(), FileAccesses.none(), "");
            return new Shown(request, nothing, null, Problems.describe(e));
        }
    }

    private void take(Shown answer) {
        if (!answer.request().equals(wanted)) {
            return;
        }
        shown = answer;
        if (!answer.problem().isEmpty()) {
            failed.accept(answer.problem());
        }
        head.setText(answer.made().head());
        head.setToolTipText(answer.made().head());
        List<FileTraffic> rows = answer.made().files();
        // Most programs only read or only write; figures of the other would take the room for those that tell
        // something.
        boolean read = rows.stream().anyMatch(row -> row.reads().calls() > 0);
        boolean written = rows.stream().anyMatch(row -> row.writes().calls() > 0);
        List.of(READS, READ, READ_RATE).forEach(column -> files.setColumnShown(column, read || !written));
        List.of(WRITES, WRITTEN, WRITE_RATE).forEach(column -> files.setColumnShown(column, written || !read));
        files.show(rows);
        showNames(answer.made().accesses().files(), answer.request().file());
        canvas.repaint();
    }

    private void showNames(List<String> names, String chosen) {
        List<String> now = new ArrayList<>();
        for (int i = 1; i < file.getItemCount(); i++) {
            now.add(file.getItemAt(i));
        }
        if (!now.equals(names)) {
            filling = true;
            file.removeAllItems();
            file.addItem(ALL);
            names.forEach(file::addItem);
            file.setSelectedItem(names.contains(chosen) ? chosen : ALL);
            filling = false;
        }
    }

    /** Goes to the call of an access. */
    void goTo(Access access) {
        Run run = shown.request().run();
        int number = model.runs().indexOf(run);
        if (number < 0) {
            return;
        }
        String path = shown.made().accesses().pathOf(access);
        new StateNavigator(model).showTime(number, path, new Interval(access.startNanos(), access.endNanos()));
        stage.reveal(model.selectedIndex());
    }

    private Optional<OffsetPicture> offsets() {
        return shown == null
                ? Optional.empty()
                : shown.made().drawing().filter(OffsetPicture.class::isInstance).map(OffsetPicture.class::cast);
    }

    void stop() {
        reader.stop();
    }

    private final class Canvas extends JComponent {
        private static final long serialVersionUID = 1L;

        Canvas() {
            setName("io.canvas");
            setToolTipText("");
            setMinimumSize(new Dimension(120, 80));
            setPreferredSize(new Dimension(400, 200));
            addMouseListener(new MouseAdapter() {
                @Override
                public void mouseClicked(MouseEvent event) {
                    offsets()
                            .flatMap(picture -> picture.accessAt(event.getX(), event.getY()))
                            .ifPresent(IoPanel.this::goTo);
                }
            });
        }

        @Override
        public void setBounds(int x, int y, int width, int height) {
            super.setBounds(x, y, width, height);
            refresh();
        }

        @Override
        public String getToolTipText(MouseEvent event) {
            return offsets()
                    .flatMap(picture -> picture.accessAt(event.getX(), event.getY()))
                    .map(access -> (access.write() ? "write of " : "read of ")
                            + ValueText.of((double) access.bytes(), "B") + " at "
                            + ValueText.count(access.offset()) + ", "
                            + TimeTicks.duration(access.endNanos() - access.startNanos()))
                    .orElse(null);
        }

        @Override
        protected void paintComponent(Graphics g) {
            Graphics2D graphics = (Graphics2D) g.create();
            try {
                graphics.setColor(new Color(stage.theme().background()));
                graphics.fillRect(0, 0, getWidth(), getHeight());
                if (shown == null || shown.image() == null) {
                    return;
                }
                graphics.drawImage(
                        shown.image(),
                        0,
                        0,
                        shown.request().width(),
                        shown.request().height(),
                        null);
                frameChosen(graphics);
            } finally {
                graphics.dispose();
            }
        }

        private void frameChosen(Graphics2D graphics) {
            model.chosen().ifPresent(state -> offsets().ifPresent(picture -> picture.accesses().stream()
                    .filter(access -> access.startNanos() == state.time().startNanos()
                            && access.endNanos() == state.time().endNanos())
                    .forEach(access -> picture.frame(graphics, access))));
        }
    }
}
