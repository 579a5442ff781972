// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/generate/form_state.h"

class QCheckBox;
class QDoubleSpinBox;
class QMimeData;
class QPushButton;
class QVBoxLayout;

namespace fw::ui {

class WrapLabel;

/// LoRA files for a model, each with its strength; disabled ones stay in the list. GUI thread only.
class LoraList : public QWidget {
  Q_OBJECT
 public:
  explicit LoraList(QWidget* parent = nullptr);

  /// If the file is in the list already, it is only enabled.
  void add(const QString& file, double weight = 1, bool isOn = true);
  /// The enabled ones.
  std::vector<engine_api::LoraChoice> loras() const;
  std::vector<ListedLora> all() const;
  /// Replaces the list.
  void setLoras(const std::vector<ListedLora>& loras);
  /// The project whose runs are offered; empty: none is open.
  void setProject(const QString& folder);
  int count() const { return static_cast<int>(m_rows.size()); }

 Q_SIGNALS:
  void changed();

 private:
  struct Row {
    QString file;
    QWidget* widget;
    QCheckBox* on;
    QDoubleSpinBox* weight;
  };
  Row makeRow(const QString& file, double weight, bool isOn);
  void browse();
  void listRuns();
  void remove(QWidget* widget);
  void showEmpty();

  std::vector<Row> m_rows;
  QVBoxLayout* m_column;
  WrapLabel* m_empty;
  QString m_project;
  QPushButton* m_fromRun;
};

/// The .safetensors files in the dragged data.
QStringList draggedLoras(const QMimeData& data);

}  // namespace fw::ui
