// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariantMap>
#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace fw::ui {

/// A page of the navigation rail: a title, a sentence about its purpose, and a column of content that scrolls
/// in a small window. GUI thread only.
class Page : public QWidget {
  Q_OBJECT
 public:
  Page(const QString& title, const char* iconName, const QString& purpose, QWidget* parent = nullptr);

  const QString& title() const { return m_title; }
  const char* iconName() const { return m_iconName; }
  const QString& purpose() const { return m_purpose; }
  /// The control that gets the focus when the page opens: never a button, which a stray key would press. The
  /// page itself if there is no such control.
  QWidget* firstControl();
  /// The page's selection, kept when the window is rebuilt and for the next start; empty: none.
  virtual QVariantMap place() const { return {}; }
  /// Selects items that do not exist yet once they appear.
  virtual void setPlace(const QVariantMap&) {}
  /// Saves pending input before the page is replaced.
  virtual void keep() {}
  /// Takes over state that only the window has, such as undo, from the same page of the window being
  /// replaced.
  virtual void takeOver(const Page&) {}

 protected:
  QVBoxLayout* content() const { return m_content; }
  /// Adds widgets at the right of the title, where they are visible in any window size.
  void addToHead(QWidget* commands);
  /// Adds a widget that takes the remaining height, down to `least` or its own minimum even if its size hint
  /// is larger.
  void addFilling(QWidget* widget, int least);
  /// Otherwise firstControl() is the first visible list or table.
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
