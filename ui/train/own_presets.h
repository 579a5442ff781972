// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "base/error.h"
#include "run/preset.h"
#include "ui/state/worker.h"

namespace fw::ui {

class RunDraft;

/// The presets that the user has saved: reads them, and saves, replaces, renames and deletes them after a
/// question. GUI thread only; files are read on a worker.
class OwnPresets : public QObject {
  Q_OBJECT
 public:
  /// @param page  over which it asks
  OwnPresets(const RunDraft& draft, QWidget* page);

  /// Reads them anew: found() follows, or failed().
  void look();
  /// The draft's settings under a name that is asked for.
  void save();
  /// Another preset under a name that is asked for. @param name  that is suggested
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
  Worker m_reader;  // last: ends before all else
};

}  // namespace fw::ui
