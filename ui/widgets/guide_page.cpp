// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/guide_page.h"

#include <QVariant>
#include <QWidget>

namespace fw::ui {

namespace {

constexpr const char* property = "guidePage";

}  // namespace

void setGuidePage(QWidget& widget, const QString& page) {
  widget.setProperty(property, page);
}

QString ownGuidePage(const QWidget& widget) {
  return widget.property(property).toString();
}

QString guidePage(const QWidget* widget) {
  for (; widget != nullptr; widget = widget->parentWidget())
    if (const QString page = ownGuidePage(*widget); !page.isEmpty()) return page;
  return {};
}

void showGuidePage(const QWidget& widget) {
  QMetaObject::invokeMethod(widget.window(), "showGuide", Q_ARG(QString, guidePage(&widget)));
}

QString headingAnchor(const QString& heading) {
  QString anchor;
  for (const QChar letter : heading.toLower()) {
    if (letter == QLatin1Char(' '))
      anchor += QLatin1Char('-');
    else if (letter.isLetterOrNumber() || letter == QLatin1Char('-') || letter == QLatin1Char('_'))
      anchor += letter;
  }
  return anchor;
}

}  // namespace fw::ui
