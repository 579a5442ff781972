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

/// The run file as a preset would change it.
struct PresetRun {
  QString name;      ///< the preset's name
  run::RunFile run;  ///< the whole file with the preset applied
};

/// One setting of the form: label, editor, unit, a reset button, and below them the fault of the value or the
/// reason why it is not used. A context menu has the setting's commands. GUI thread only.
class SettingRow : public QObject {
  Q_OBJECT
 public:
  /// Occupies one row of `grid`.
  SettingRow(const catalog::Setting& setting, RunDraft& draft, QGridLayout& grid, QObject* parent);

  const catalog::Setting& setting() const { return m_setting; }
  QWidget* editor() const { return m_editor; }
  /// Whether the editor or a part of it has the focus, even if another window is active.
  bool hasFocus() const;
  /// Reads the draft. @param fault  of this setting; empty: none
  void update(const QString& fault);
  void setVisible(bool visible);
  /// The preset that the run is based on; null: none.
  void setPreset(const std::shared_ptr<const PresetRun>& preset) { m_preset = preset; }
  /// Adds a line about the value below the editor; takes ownership.
  void addBelow(QLabel* line);

 Q_SIGNALS:
  /// The editor got the focus, or the mouse entered the row.
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
  QWidget* m_field;  // the editor and its parts
  QWidget* m_editor = nullptr;
  QToolButton* m_reset;
  QAction* m_resetCommand;
  QAction* m_presetCommand;
  QAction* m_copyKey;
  QAction* m_help;
  QWidget* m_note;
  QLabel* m_noteIcon;
  WrapLabel* m_noteText;
  std::function<void(const catalog::Value&)> m_show;  // displays a value in the editor
  std::shared_ptr<const PresetRun> m_preset;
};

}  // namespace fw::ui
