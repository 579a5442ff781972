// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QLabel;

namespace fw::ui {

/// Placeholder for an empty page: what will appear here, and one or two commands that create it. GUI thread
/// only.
class EmptyState : public QWidget {
  Q_OBJECT
 public:
  EmptyState(const char* iconName, const QString& sentence, const QList<QAction*>& commands,
             QWidget* parent = nullptr);

  void setSentence(const QString& sentence);
  QString sentence() const;
  /// Shows only these of the commands passed to the constructor.
  void showCommands(const QList<QAction*>& commands);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void drawIcon();

  const char* m_iconName;
  QLabel* m_icon;
  QLabel* m_sentence;
  QList<std::pair<QAction*, QWidget*>> m_buttons;
};

}  // namespace fw::ui
