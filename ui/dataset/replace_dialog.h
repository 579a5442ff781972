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
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QStandardItemModel;
class QVBoxLayout;

namespace fw::ui {

class ClipStore;
class FlatTable;

/// Changes many captions: finds and replaces, or adds a prefix or suffix. Previews the result while typing
/// and applies it as one undo step. Also sets the trigger word, which training prepends to every caption. GUI
/// thread only.
class ReplaceDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param query     of the current list
  /// @param selected  clips selected in it
  ReplaceDialog(ClipStore& store, const ClipQuery& query, std::vector<int64_t> selected,
                QWidget* parent = nullptr);

  enum Kind { Replace, Prefix, Suffix };
  QComboBox* kind() const { return m_kind; }
  QLineEdit* triggerWord() const { return m_triggerWord; }
  QLineEdit* search() const { return m_search; }
  QLineEdit* replacement() const { return m_replacement; }
  FlatTable* preview() const { return m_preview; }
  QPushButton* replaceButton() const { return m_replace; }
  /// The number of changes to be made, or made.
  QString summary() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Preview;
  struct Request {
    Kind what;
    std::string search;
    std::string replacement;
    project::TextPattern::Kind kind;
    project::TextPattern::Case letterCase;
    ClipQuery query;
    std::vector<int64_t> selected;  ///< empty: the whole list

    std::vector<int64_t> clips(const project::Project& project) const;
    project::TextPattern pattern() const;
    std::vector<project::CaptionChange> preview(const project::Project& project) const;
    int64_t apply(project::Project& project) const;
  };
  Request request() const;
  void makeForm(QVBoxLayout& column);
  void showKind();
  void readTriggerWord();
  void keepTriggerWord();
  void askPreview();
  void forgetLast();
  void showPreview(const Preview& preview);
  void replaceAll();

  ClipStore& m_store;
  ClipQuery m_query;
  std::vector<int64_t> m_selected;
  QFormLayout* m_form;
  QComboBox* m_kind;
  QLineEdit* m_search;
  QLineEdit* m_replacement;
  QCheckBox* m_expression;
  QCheckBox* m_matchCase;
  QWidget* m_options;
  QComboBox* m_scope;
  QLineEdit* m_triggerWord;
  QLabel* m_summary;
  QStandardItemModel* m_rows;
  FlatTable* m_preview;
  QPushButton* m_replace;
  QTimer m_typing;
  std::shared_ptr<int64_t> m_changed;  // number of captions changed last; written by the store's worker
  bool m_hasFailed = false;            // it changed nothing; the fault follows
  std::optional<Fault> m_fault;        // that fault
  int m_asked = 0;                     // number of the latest preview
};

}  // namespace fw::ui
