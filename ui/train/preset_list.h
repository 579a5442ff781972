// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "catalog/model_spec.h"
#include "run/preset.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace fw::ui {

class PresetButton;

/// The presets of a model as cards, each with its purpose and its planned or measured needs. At first only
/// one row and the one in use, to leave room for the settings below. GUI thread only.
class PresetList : public QWidget {
  Q_OBJECT
 public:
  explicit PresetList(QWidget* parent = nullptr);

  /// @param model       null: not known yet
  /// @param memoryBytes of the card; 0: no card. Marks the largest preset that fits.
  void showFor(const catalog::ModelSpec* model, uint64_t memoryBytes);
  /// Marks the preset that this run follows. @param preferred  chosen among several equal ones
  /// @return it; null: none
  const run::Preset* markUsed(const run::RunSettings& run, const std::string& preferred);
  /// Null if this model lacks a preset of that name.
  const run::Preset* find(const std::string& id) const;
  /// The name shown on its card.
  static QString nameOf(const run::Preset& preset);
  void setOwn(std::vector<run::Preset> presets);
  const std::vector<run::Preset>& own() const { return m_own; }
  /// In card order.
  const std::vector<PresetButton*>& buttons() const { return m_buttons; }
  /// The dataset's buckets that the preset would keep, because not all of them are the preset's. Empty: none.
  static QString keptBuckets(const run::Preset& preset, const std::set<catalog::Bucket>& buckets);
  /// Toggles between all cards and one row.
  QPushButton* all() const { return m_all; }

 Q_SIGNALS:
  void chosen(const fw::run::Preset& preset);
  // From any preset's menu:
  void changesRequested(const fw::run::Preset& preset, const QString& name);
  void copyRequested(const fw::run::Preset& preset, const QString& name);
  // Only from a user's preset's menu:
  void replaceRequested(const QString& id);
  void renameRequested(const QString& id);
  void deleteRequested(const QString& id);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fill();
  void addMenu(PresetButton& button, const run::Preset& preset);
  void arrange();
  int columnCount() const;

  std::optional<catalog::ModelSpec> m_model;
  double m_cardGib = 0;
  std::vector<run::Preset> m_own;
  std::vector<run::Preset> m_shown;
  std::vector<PresetButton*> m_buttons;  // parallel to m_shown
  QLabel* m_empty;
  QGridLayout* m_grid;
  QPushButton* m_all;
  int m_columns = 0;
};

}  // namespace fw::ui
