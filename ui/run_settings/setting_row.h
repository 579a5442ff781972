// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>

#include "run/run_file.h"

class QAction;
class QGridLayout;
class QHBoxLayout;
class QLabel;
class QPoint;
class QToolButton;
class QWidget;

namespace fw::ui {

class RunDraft;
class WrapLabel;

/// What a preset would make of the run file that is being written.
struct PresetRun {
  QString name;      ///< of the preset
  run::RunFile run;  ///< the whole file, with the preset in it
};

/// One setting of the form: label, editor, unit, the way back to the default, and below what is wrong with
/// the value or why it does nothing. A menu over both has what can be done with it. GUI thread only.
class SettingRow : public QObject {
  Q_OBJECT
 public:
  /// Takes one row of `grid`.
  SettingRow(const catalog::Setting& setting, RunDraft& draft, QGridLayout& grid, QObject* parent);

  const catalog::Setting& setting() const { return m_setting; }
  QWidget* editor() const { return m_editor; }
  /// Of the editor, or of what belongs to it; also while another window has the keys.
  bool hasFocus() const;
  /// Reads the draft. @param fault  what is wrong with this setting; empty: nothing
  void update(const QString& fault);
  void setVisible(bool visible);
  /// The preset that the run follows, but for what was changed since; null: none.
  void setPreset(const std::shared_ptr<const PresetRun>& preset) { m_preset = preset; }
  /// A line below the editor about the value, from outside; becomes the row's.
  void addBelow(QLabel* line);

 Q_SIGNALS:
  /// The editor has the focus, or the mouse is over the row.
  void entered();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void makeEditor();
  void makeCheckBox();
  void makeChoice();
  void makeList();
  void makeLine();
  void addBrowse(QHBoxLayout& line);
  void showNote(const QString& fault);
  void makeCommands();
  void openMenu(QWidget& over, QPoint place);
  bool offersPreset() const;
  void takeFromPreset();

  const catalog::Setting& m_setting;
  QString m_tip;
  RunDraft& m_draft;
  QLabel* m_label;
  QWidget* m_field;  // editor and what belongs to it
  QWidget* m_editor = nullptr;
  QToolButton* m_reset;
  QAction* m_resetCommand;
  QAction* m_presetCommand;
  QAction* m_copyKey;
  QAction* m_help;
  QWidget* m_note;
  QLabel* m_noteIcon;
  WrapLabel* m_noteText;
  std::function<void(const catalog::Value&)> m_show;  // puts a value into the editor
  std::shared_ptr<const PresetRun> m_preset;
};

}  // namespace fw::ui
