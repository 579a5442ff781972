// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QDialog>
#include <vector>

#include "media/scene_cuts.h"
#include "project/clips.h"

class QLabel;
class QPushButton;
class QSlider;

namespace fw::ui {

class ClipStore;
class FlatTable;
class ThumbnailCache;

/// Proposed scene cuts with the frames on both sides, each accepted or rejected. GUI thread only.
class SceneCutModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { BeforeColumn, AfterColumn, ClipColumn, FrameColumn, ChangeColumn, ColumnCount };
  struct Cut {
    project::ClipRow row;
    media::SceneCut cut;
    bool isAccepted = true;
    bool isChosen = false;  ///< accepted or rejected by hand
  };
  SceneCutModel(ClipStore& store, QObject* parent = nullptr);

  void setCuts(std::vector<Cut> cuts);
  const std::vector<Cut>& cuts() const { return m_cuts; }
  /// Accepts exactly those with at least this change.
  void acceptFrom(double change);
  int accepted() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QVariant picture(const Cut& cut, int64_t frame) const;

  ThumbnailCache* m_thumbnails;
  std::vector<Cut> m_cuts;
};

/// Reviews the scene cuts of some clips before splitting at them: a threshold accepts the strong ones, each
/// can be accepted or rejected, and splitting is one undo step. GUI thread only.
class SceneReview : public QDialog {
  Q_OBJECT
 public:
  SceneReview(ClipStore& store, std::vector<int64_t> clips, QWidget* parent = nullptr);

  SceneCutModel* model() const { return m_model; }
  QSlider* threshold() const { return m_threshold; }
  QPushButton* splitButton() const { return m_split; }
  FlatTable* table() const { return m_table; }
  QLabel* countLabel() const { return m_count; }

 private:
  void acceptChosen(bool accepted);
  void showCount();
  void split();

  ClipStore& m_store;
  SceneCutModel* m_model;
  FlatTable* m_table;
  QSlider* m_threshold;
  QLabel* m_least;
  QLabel* m_count;
  QPushButton* m_split;
  int m_unscanned = 0;  // number of clips not scanned for scene cuts
};

}  // namespace fw::ui
