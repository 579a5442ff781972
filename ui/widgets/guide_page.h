// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

/// Which place of the user's guide (resources/help) explains what is on the screen. GUI thread only.
namespace fw::ui {

/// @param page  of this widget and all in it: "train.md", "settings.md#runseed"
void setGuidePage(QWidget& widget, const QString& page);
/// The widget's own, not that of what is around it; empty when it has none.
QString ownGuidePage(const QWidget& widget);
/// Of the widget or of the nearest one around it; empty when there is none.
QString guidePage(const QWidget* widget);

/// Opens the widget's page: in its window, which has an invokable showGuide(QString).
void showGuidePage(const QWidget& widget);

/// The name of a heading in links, as repositories show Markdown: lower case, no punctuation, dashes for
/// spaces. "`run.seed`" is "runseed".
QString headingAnchor(const QString& heading);

}  // namespace fw::ui
