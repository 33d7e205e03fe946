// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.swing.AbstractButton;
import javax.swing.ButtonGroup;
import javax.swing.JCheckBoxMenuItem;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.JRadioButtonMenuItem;
import javax.swing.event.PopupMenuEvent;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Category;

/** The menu of a right click on the legend: what is shown, its colours, and in which order (SUNSHOT S-53). */
final class LegendMenu extends JPopupMenu {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;
    private final transient ListTable<Category> table;
    private final Map<LegendOrder.By, AbstractButton> orders = new EnumMap<>(LegendOrder.By.class);
    private final JCheckBoxMenuItem reversed = new JCheckBoxMenuItem("The other way round");

    LegendMenu(Stage stage, ListTable<Category> table, CommandActions actions) {
        this.stage = stage;
        this.table = table;
        setName("legendMenu");
        item("legend.only", "Show only what is chosen", this::showOnly);
        item("legend.turn", "Show or hide what is chosen", () -> table.allChosen()
                .forEach(this::turn));
        add(actions.get(Command.SHOW_ALL));
        item("legend.none", "Hide all", () -> table.items().forEach(each -> model().setVisible(each.id(), false)));
        addSeparator();
        add(actions.get(Command.COLOR));
        add(actions.get(Command.RENAME_STATE));
        add(actions.get(Command.DEFAULT_COLOR));
        addSeparator();
        ButtonGroup group = new ButtonGroup();
        for (LegendOrder.By by : LegendOrder.By.values()) {
            JRadioButtonMenuItem item = new JRadioButtonMenuItem(by.title());
            item.setName("legend.order." + by);
            item.addActionListener(event ->
                    stage.setLegendOrder(new LegendOrder(by, stage.legendOrder().reversed())));
            group.add(item);
            orders.put(by, item);
            add(item);
        }
        reversed.setName("legend.reversed");
        reversed.addActionListener(event ->
                stage.setLegendOrder(new LegendOrder(stage.legendOrder().by(), reversed.isSelected())));
        add(reversed);
        addPopupMenuListener(new PopupOpening() {
            @Override
            public void popupMenuWillBecomeVisible(PopupMenuEvent event) {
                orders.get(stage.legendOrder().by()).setSelected(true);
                reversed.setSelected(stage.legendOrder().reversed());
            }
        });
    }

    private void item(String name, String text, Runnable run) {
        JMenuItem item = new JMenuItem(text);
        item.setName(name);
        item.addActionListener(event -> run.run());
        add(item);
    }

    private ViewModel model() {
        return stage.model();
    }

    private void turn(Category category) {
        model().setVisible(category.id(), model().hidden().get(category.id()));
    }

    private void showOnly() {
        List<Category> chosen = table.allChosen();
        if (!chosen.isEmpty()) {
            table.items().forEach(each -> model().setVisible(each.id(), chosen.contains(each)));
        }
    }
}
