// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <string>
#include <vector>

#include "dataset/caption_texts.h"

class QCheckBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace fw::ui {

class ClipStore;

/// The rules by which the project's captions become the texts that training encodes, with the texts of the
/// current clip. Saved as one undo step; the captions stay as they are. GUI thread only.
class CaptionRulesDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param captions  of the current clip
  CaptionRulesDialog(ClipStore& store, const dataset::CaptionRules& rules, std::vector<std::string> captions,
                     QWidget* parent = nullptr);

  QLineEdit* trigger() const { return m_trigger; }
  QLineEdit* prefix() const { return m_prefix; }
  QLineEdit* suffix() const { return m_suffix; }
  QCheckBox* shuffle() const { return m_shuffle; }
  QSpinBox* kept() const { return m_kept; }
  QLineEdit* separator() const { return m_separator; }
  QDoubleSpinBox* dropout() const { return m_dropout; }
  QCheckBox* choices() const { return m_choices; }
  QSpinBox* versions() const { return m_versions; }
  QPlainTextEdit* preview() const { return m_preview; }
  dataset::CaptionRules rules() const;

  void accept() override;

 private:
  void makeForm(QFormLayout& form);
  void showRules(const dataset::CaptionRules& rules);
  void showPreview();

  ClipStore& m_store;
  const dataset::CaptionRules m_before;
  const std::vector<std::string> m_captions;
  QLineEdit* m_trigger;
  QLineEdit* m_prefix;
  QLineEdit* m_suffix;
  QCheckBox* m_shuffle;
  QSpinBox* m_kept;
  QLineEdit* m_separator;
  QDoubleSpinBox* m_dropout;
  QCheckBox* m_choices;
  QSpinBox* m_versions;
  QPlainTextEdit* m_preview;
};

}  // namespace fw::ui
