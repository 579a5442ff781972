// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

/// Links between widgets and the places in the user's guide (resources/help) that explain them. GUI thread
/// only.
namespace fw::ui {

/// @param page  for this widget and its children: "train.md", "settings.md#runseed"
void setGuidePage(QWidget& widget, const QString& page);
/// The widget's own page, not an ancestor's; empty if it has none.
QString ownGuidePage(const QWidget& widget);
/// The page of the widget or its nearest ancestor that has one; otherwise empty.
QString guidePage(const QWidget* widget);

/// Opens the widget's page through its window's invokable showGuide(QString).
void showGuidePage(const QWidget& widget);

/// A heading's anchor as in rendered Markdown: lower case, no punctuation, dashes for spaces. "`run.seed`"
/// becomes "runseed".
QString headingAnchor(const QString& heading);

}  // namespace fw::ui
