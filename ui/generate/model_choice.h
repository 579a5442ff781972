// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "catalog/catalog.h"
#include "ui/state/worker.h"

class QComboBox;
class QLabel;

namespace fw::ui {

class Settings;
class WrapLabel;

/// Chooses a model's folder, known or other, and shows its contents. GUI thread only; reads folders on its
/// own thread.
class ModelChoice : public QWidget {
  Q_OBJECT
 public:
  explicit ModelChoice(Settings& settings, QWidget* parent = nullptr);

  /// Absolute; empty: none chosen.
  QString folder() const;
  void setFolder(const QString& folder);
  /// With components in other folders, until another folder is chosen.
  catalog::ModelSource source() const;
  void setSource(const catalog::ModelSource& source);
  /// The folder's model; nullopt while reading, or if it is not a model.
  const std::optional<catalog::ModelSpec>& model() const { return m_model; }
  /// Why the model cannot be used; empty if it can.
  QString obstacle() const;
  /// Makes it the first of the known ones.
  void remember();
  QComboBox* box() const { return m_box; }

 Q_SIGNALS:
  /// The folder changed, or the knowledge about it.
  void changed();

 private:
  void fill();
  void browse();
  void look();
  void showFacts();

  Settings& m_settings;
  QComboBox* m_box;
  QLabel* m_icon;
  WrapLabel* m_facts;
  catalog::Parts m_parts;  // of the chosen folder
  QString m_partsOf;
  QString m_looked;  // the folder that the two below describe
  std::optional<catalog::ModelSpec> m_model;
  std::optional<Fault> m_fault;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
