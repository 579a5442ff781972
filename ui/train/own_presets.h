// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "base/error.h"
#include "run/preset.h"
#include "ui/state/worker.h"

namespace fw::ui {

class RunDraft;

/// The user's presets: lists, saves, replaces, renames and deletes them, asking first. GUI thread only; files
/// are read on a worker.
class OwnPresets : public QObject {
  Q_OBJECT
 public:
  /// @param page  parent of its questions
  OwnPresets(const RunDraft& draft, QWidget* page);

  /// Reads the presets again: found() or failed() follows.
  void look();
  /// Saves the draft's settings; asks for a name.
  void save();
  /// Saves another preset; asks for a name. @param name  suggestion
  void copy(const run::Preset& preset, const QString& name);
  void replace(const QString& id);
  void rename(const QString& id);
  void remove(const QString& id);

 Q_SIGNALS:
  void found(const std::vector<fw::run::Preset>& presets);
  void failed(const fw::Fault& fault);

 private:
  void saveAs(const QString& title, const QString& suggested, const std::string& text);
  void write(const QString& name, const std::string& text, bool replaces);
  bool agreesToReplace(const QString& name, const QString& text);
  bool agrees(const QString& title, const QString& text, const QString& yes);

  const RunDraft& m_draft;
  QWidget* m_page;
  Worker m_reader;  // last: destroyed first
};

}  // namespace fw::ui
