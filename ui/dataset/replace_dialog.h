// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>
#include <optional>
#include <vector>

#include "project/captions.h"
#include "ui/dataset/clip_model.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStandardItemModel;
class QVBoxLayout;

namespace fw::ui {

class ClipStore;
class FlatTable;

/// Finds and replaces in many captions: shows what would become of them while it is typed, and makes all of
/// it one step of the undo history. GUI thread only.
class ReplaceDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param query     of the list that is shown
  /// @param selected  clips that are selected in it
  ReplaceDialog(ClipStore& store, const ClipQuery& query, std::vector<int64_t> selected,
                QWidget* parent = nullptr);

  QLineEdit* search() const { return m_search; }
  QLineEdit* replacement() const { return m_replacement; }
  FlatTable* preview() const { return m_preview; }
  QPushButton* replaceButton() const { return m_replace; }
  /// What will be changed, or was.
  QString summary() const;

 private:
  struct Preview;
  struct Request {
    std::string search;
    std::string replacement;
    project::TextPattern::Kind kind;
    project::TextPattern::Case letterCase;
    ClipQuery query;
    std::vector<int64_t> selected;  ///< empty: all of the list
  };
  Request request() const;
  void makeForm(QVBoxLayout& column);
  void askPreview();
  void showPreview(const Preview& preview);
  void replaceAll();

  ClipStore& m_store;
  ClipQuery m_query;
  std::vector<int64_t> m_selected;
  QLineEdit* m_search;
  QLineEdit* m_replacement;
  QCheckBox* m_expression;
  QCheckBox* m_matchCase;
  QComboBox* m_scope;
  QLabel* m_summary;
  QStandardItemModel* m_rows;
  FlatTable* m_preview;
  QPushButton* m_replace;
  QTimer m_typing;
  std::shared_ptr<int64_t> m_changed;  // captions by the last replacement; written by the store's worker
  int m_asked = 0;                     // number of the newest preview
};

}  // namespace fw::ui
