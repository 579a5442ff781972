// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <cstdint>
#include <string>
#include <vector>

#include "run/sweep.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace fw::ui {

class WrapLabel;

/// What a sweep varies: a list of settings, each with its values, checked while they are typed. GUI thread
/// only.
class SweepDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param text, file  of the run that is varied   @param seconds  of one run; 0: unknown
  SweepDialog(std::string text, std::filesystem::path file, double seconds, QWidget* parent = nullptr);

  /// @pre accepted
  const std::vector<run::SweepAxis>& axes() const { return m_axes; }
  /// As run::Sweep::halving.
  int64_t halving() const;
  /// Number of runs; 0 while the input has a fault.
  size_t runs() const { return m_runs; }

 private:
  struct Row {
    QWidget* line;
    QComboBox* setting;
    QLineEdit* values;
  };
  void addRow(const std::string& key, const QString& values);
  void removeRow(QWidget* line);
  void check();
  void checkHalving();
  std::vector<run::SweepAxis> read() const;

  const std::string m_text;
  const std::filesystem::path m_file;
  const double m_seconds;
  std::vector<Row> m_rows;
  std::vector<run::SweepAxis> m_axes;
  size_t m_runs = 0;
  QVBoxLayout* m_lines;
  QCheckBox* m_drops;
  QSpinBox* m_share;
  WrapLabel* m_summary;
  QPushButton* m_add;
};

}  // namespace fw::ui
