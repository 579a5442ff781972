// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine_api/requests.h"
#include "ui/state/worker.h"

class QDoubleSpinBox;
class QLabel;
class QSpinBox;
class QVBoxLayout;

namespace fw::ui {

class WrapLabel;

/// Images and videos as conditions of a clip, each with frame and strength. GUI thread only.
class ConditionList : public QWidget {
  Q_OBJECT
 public:
  explicit ConditionList(QWidget* parent = nullptr);

  void add(const engine_api::ClipCondition& condition);
  std::vector<engine_api::ClipCondition> all() const;
  /// Replaces the list.
  void setAll(const std::vector<engine_api::ClipCondition>& conditions);
  int count() const { return static_cast<int>(m_rows.size()); }
  /// Why a clip of this many frames cannot use them; empty if it can.
  QString obstacle(int64_t frames) const;

 Q_SIGNALS:
  void changed();
  void addRequested();

 private:
  struct Row {
    QString file;
    QWidget* widget;
    QLabel* picture;
    QSpinBox* frame;
    QDoubleSpinBox* strength;
  };
  Row makeRow(const engine_api::ClipCondition& condition);
  void showPicture(const Row& row);
  void remove(QWidget* widget);
  void showEmpty();

  std::vector<Row> m_rows;
  QVBoxLayout* m_column;
  WrapLabel* m_empty;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
