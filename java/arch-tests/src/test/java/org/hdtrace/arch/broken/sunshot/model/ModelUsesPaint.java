// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.sunshot.model;

final class ModelUsesPaint {
    org.hdtrace.arch.broken.sunshot.paint.TargetPaint target;
}
