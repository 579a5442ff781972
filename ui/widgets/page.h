// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariantMap>
#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace fw::ui {

/// One place of the navigation rail. A page has a title, a sentence on what it is for, and a column of
/// content that scrolls when the window is small. GUI thread only.
class Page : public QWidget {
  Q_OBJECT
 public:
  Page(const QString& title, const char* iconName, const QString& purpose, QWidget* parent = nullptr);

  const QString& title() const { return m_title; }
  const char* iconName() const { return m_iconName; }
  const QString& purpose() const { return m_purpose; }
  /// What has the focus when the page opens: never a button, which a key pressed for something else would
  /// press. The page itself when it has no such control.
  QWidget* firstControl();
  /// What is chosen in it, for a window that is made anew and for the next start; empty: nothing.
  virtual QVariantMap place() const { return {}; }
  /// What is not there yet is chosen when it comes.
  virtual void setPlace(const QVariantMap&) {}
  /// Writes down what was typed a moment ago, for a page that is made in its place.
  virtual void keep() {}
  /// What only this window knows, such as what can be undone, from the same page of a window that is to go.
  virtual void takeOver(const Page&) {}

 protected:
  QVBoxLayout* content() const { return m_content; }
  /// At the right of the title, where there is room however small the window is.
  void addToHead(QWidget* commands);
  /// Adds what takes the height there is, be it less than it would like best: at least `least`, and what it
  /// cannot do without.
  void addFilling(QWidget* widget, int least);
  /// Without it firstControl() is the first list or table in view.
  void setFirstControl(QWidget* control) { m_first = control; }

 private:
  QString m_title;
  const char* m_iconName;
  QString m_purpose;
  QVBoxLayout* m_content;
  QHBoxLayout* m_titleRow;
  QWidget* m_first = nullptr;
};

}  // namespace fw::ui
