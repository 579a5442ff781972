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

/// The presets of a model as cards: what each is for and what it was planned or measured to need. At first
/// those that fill one row, and the one in use: the settings lie below. GUI thread only.
class PresetList : public QWidget {
  Q_OBJECT
 public:
  explicit PresetList(QWidget* parent = nullptr);

  /// @param model       null: not known yet
  /// @param memoryBytes of the card; 0: there is none. The largest preset that fits it is marked.
  void showFor(const catalog::ModelSpec* model, uint64_t memoryBytes);
  /// Marks the preset that this run follows. @param preferred  the one of several that say the same
  /// @return it; null: none
  const run::Preset* markUsed(const run::RunSettings& run, const std::string& preferred);
  /// Of this model; null: it has none of that name.
  const run::Preset* find(const std::string& id) const;
  /// As its card says it.
  static QString nameOf(const run::Preset& preset);
  void setOwn(std::vector<run::Preset> presets);
  const std::vector<run::Preset>& own() const { return m_own; }
  /// In the order of the cards.
  const std::vector<PresetButton*>& buttons() const { return m_buttons; }
  /// What using the preset leaves as it is: the dataset's buckets, not all of which are the preset's. Empty
  /// when it leaves none.
  static QString keptBuckets(const run::Preset& preset, const std::set<catalog::Bucket>& buckets);
  /// Shows all of them, or a row.
  QPushButton* all() const { return m_all; }

 Q_SIGNALS:
  void chosen(const fw::run::Preset& preset);
  // Of a preset's menu:
  void changesWanted(const fw::run::Preset& preset, const QString& name);
  void copyWanted(const fw::run::Preset& preset, const QString& name);
  // And of an own one's:
  void replaceWanted(const QString& id);
  void renameWanted(const QString& id);
  void deleteWanted(const QString& id);

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
