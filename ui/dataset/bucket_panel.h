// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/dataset/dataset_settings.h"

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QStandardItemModel;
class QVBoxLayout;

namespace fw::ui {

class ActionRegistry;
class BucketPlanner;
class FindingList;
class FlatTable;

/// The model to prepare the clips for, its rules in words, and the buckets with their sample counts. GUI
/// thread only.
class BucketPanel : public QWidget {
  Q_OBJECT
 public:
  BucketPanel(BucketPlanner& planner, ActionRegistry& actions, QWidget* parent = nullptr);

  FlatTable* table() const { return m_table; }
  QLabel* ruleLabel() const { return m_rule; }
  FindingList* findings() const { return m_findings; }
  QLineEdit* newBucket() const { return m_newBucket; }
  /// The fault of a new bucket.
  QLabel* fault() const { return m_newFault; }

 Q_SIGNALS:
  void modelFolderRequested();
  /// The user chose buckets, or a sentence about clips: these are the clips.
  void clipsRequested(const std::vector<int64_t>& clips);

 private:
  void makeForm(QVBoxLayout& column);
  void makeBuckets(QVBoxLayout& column, ActionRegistry& actions);
  void showPlan();
  void showModels();
  void showSettings();
  void showBuckets();
  void fillTable();
  void addBucket();
  void removeChosen();
  void chooseClips();
  QString totalsText() const;
  void showFindings();
  void updateCommands();

  BucketPlanner& m_planner;
  DatasetSettings m_shown;  // the values that its fields last showed or saved
  QComboBox* m_model;
  QString m_chosenModel;  // the only one it offers; empty: all published ones
  QDoubleSpinBox* m_fps;
  QSpinBox* m_batch;
  QComboBox* m_longClips;
  QLineEdit* m_idToken;
  QLabel* m_rule;
  QStandardItemModel* m_rows;
  FlatTable* m_table;
  QAction* m_choose = nullptr;
  QAction* m_remove = nullptr;
  bool m_isFilling = false;
  QLineEdit* m_newBucket;
  QLabel* m_newFault;
  QLabel* m_totals;
  FindingList* m_findings;
};

}  // namespace fw::ui
