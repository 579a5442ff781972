// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/gallery/clip_export.h"
#include "ui/state/worker.h"

class QLabel;
class QToolButton;

namespace fw::ui {

class TextBar;
class WrapLabel;

/// Runs an export on its own thread and shows its progress, then the file's location or the error. Hidden
/// until the first export. GUI thread only.
class ExportBar : public QWidget {
  Q_OBJECT
 public:
  explicit ExportBar(QWidget* parent = nullptr);

  /// @param work  on the bar's thread; may throw fw::Error
  void start(const QString& target, std::function<void(const ExportWork&)> work);
  bool isBusy() const { return m_isBusy; }
  void cancel();
  /// Result of the last export.
  QString text() const;

 Q_SIGNALS:
  void busyChanged();
  void finished(const QString& target);
  void failed(const fw::Fault& fault);

 private:
  void end(const char* iconName, const QString& text, const QString& target);

  QString m_target;
  bool m_isBusy = false;
  TextBar* m_progress;
  QLabel* m_icon;
  WrapLabel* m_text;
  QToolButton* m_cancel;
  QToolButton* m_reveal;
  QToolButton* m_dismiss;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
