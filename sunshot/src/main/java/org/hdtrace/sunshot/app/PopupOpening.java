// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import javax.swing.event.PopupMenuEvent;
import javax.swing.event.PopupMenuListener;

/** Hears only that a menu is about to be seen. */
abstract class PopupOpening implements PopupMenuListener {
    @Override
    public void popupMenuWillBecomeInvisible(PopupMenuEvent event) {}

    @Override
    public void popupMenuCanceled(PopupMenuEvent event) {}
}
