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
  void replace(const QString& id);
  void rename(const QString& id);
  void remove(const QString& id);

 Q_SIGNALS:
  void found(const std::vector<fw::run::Preset>& presets);
  void failed(const fw::Fault& fault);

 private:
  void write(const QString& name, bool replaces);
  bool agrees(const QString& title, const QString& text, const QString& yes);

  const RunDraft& m_draft;
  QWidget* m_page;
  Worker m_reader;  // last: ends before all else
};

}  // namespace fw::ui
