// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import javax.swing.SwingWorker;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.search.Hits;
import org.hdtrace.sunshot.search.SearchText;
import org.hdtrace.sunshot.search.Searcher;

/** One search beside the event thread. */
final class SearchTask extends SwingWorker<List<TraceFormatException>, Void> {
    private final List<Run> runs;
    private final CategoryTable categories;
    private final StateFilter shown;
    private final SearchText text;
    private final BiConsumer<SearchTask, String> ended;
    private final Hits hits = new Hits();
    private Set<String> rows;

    /**
     * A search that waits to be executed.
     *
     * @param ended is told on the event thread, with one line if not all could be searched
     */
    SearchTask(
            List<Run> runs,
            CategoryTable categories,
            StateFilter shown,
            SearchText text,
            BiConsumer<SearchTask, String> ended) {
        this.runs = runs;
        this.categories = categories;
        this.shown = shown;
        this.text = text;
        this.ended = ended;
    }

    /** Searches only in some rows, told by keys; all if it is not called. */
    void within(Set<String> keys) {
        rows = Set.copyOf(keys);
    }

    /** What was found so far. */
    Hits hits() {
        return hits;
    }

    @Override
    protected List<TraceFormatException> doInBackground() throws TraceFormatException {
        return new Searcher(runs, categories, shown, this::isCancelled)
                .within((run, row) -> rows == null || rows.contains(run + ":" + row.path()))
                .search(text, hits);
    }

    @Override
    protected void done() {
        String problem = "";
        try {
            problem = describe(get());
        } catch (CancellationException e) {
            // What was found until then stays.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            problem = Problems.describe(e);
        }
        ended.accept(this, problem);
    }

    private static String describe(List<TraceFormatException> damages) {
        if (damages.isEmpty()) {
            return "";
        }
        int more = damages.size() - 1;
        return Problems.describe(damages.get(0)) + (more == 0 ? "" : ", and " + more + " more files");
    }
}
