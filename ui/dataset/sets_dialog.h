// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "project/repeats.h"
#include "project/weights.h"

class QCheckBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QStandardItemModel;

namespace fw::ui {

class ClipStore;
class FlatTable;

/// The rules for sets of clips: how often they are used in an epoch, their share of a run's draws, the weight
/// of their loss and how often their captions are dropped. Saved as one undo step. GUI thread only.
class SetsDialog : public QDialog {
  Q_OBJECT
 public:
  SetsDialog(ClipStore& store, const std::vector<project::Repeat>& repeats,
             const std::vector<project::SetRule>& rules, QWidget* parent = nullptr);

  FlatTable* table() const { return m_table; }
  QPushButton* add() const { return m_add; }
  QPushButton* remove() const { return m_remove; }
  QLineEdit* filter() const { return m_filter; }
  QSpinBox* times() const { return m_times; }
  QDoubleSpinBox* lossWeight() const { return m_weight; }
  QDoubleSpinBox* share() const { return m_share; }
  QDoubleSpinBox* dropout() const { return m_dropout; }
  QCheckBox* regularises() const { return m_regularises; }
  /// Why the rules cannot be saved; empty if they can.
  QLabel* fault() const { return m_fault; }

  void accept() override;

 private:
  /// A set with everything that is said about it.
  struct Set {
    project::SetRule rule;
    std::optional<int64_t> times;
  };
  void makeForm(QFormLayout& form);
  void fillTable();
  void showRow(size_t row) const;
  void showSet();
  void takeFields();
  void addSet();
  void removeSet();
  std::optional<size_t> current() const;

  ClipStore& m_store;
  std::vector<Set> m_sets;
  QStandardItemModel* m_rows;
  FlatTable* m_table;
  QPushButton* m_add;
  QPushButton* m_remove;
  QLineEdit* m_filter;
  QSpinBox* m_times;
  QDoubleSpinBox* m_weight;
  QDoubleSpinBox* m_share;
  QDoubleSpinBox* m_dropout;
  QCheckBox* m_regularises;
  QLabel* m_fault;
  bool m_isShowing = false;  // the fields are filled, not edited
};

}  // namespace fw::ui
