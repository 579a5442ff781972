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

/// The folder of a model: one that is known, or any other; and what is in it. GUI thread only; looks at
/// folders on a thread of its own.
class ModelChoice : public QWidget {
  Q_OBJECT
 public:
  explicit ModelChoice(Settings& settings, QWidget* parent = nullptr);

  /// Absolute; empty while none is chosen.
  QString folder() const;
  void setFolder(const QString& folder);
  /// With the components that lie elsewhere, until another folder is chosen.
  catalog::ModelSource source() const;
  void setSource(const catalog::ModelSource& source);
  /// What the folder holds; nothing while it is looked at or when it is no model.
  const std::optional<catalog::ModelSpec>& model() const { return m_model; }
  /// Why the model cannot be used; empty when it can.
  QString obstacle() const;
  /// It becomes the first of those that are known.
  void remember();
  QComboBox* box() const { return m_box; }

 Q_SIGNALS:
  /// The folder, or what is known of it.
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
  catalog::Parts m_parts;  // of the folder that is chosen
  QString m_partsOf;
  QString m_looked;  // folder that the two below are of
  std::optional<catalog::ModelSpec> m_model;
  std::optional<Fault> m_fault;
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
