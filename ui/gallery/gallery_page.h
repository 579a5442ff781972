// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "ui/gallery/clip_matrix.h"
#include "ui/gallery/gallery_store.h"
#include "ui/state/thumbnail_cache.h"
#include "ui/widgets/live_combo_box.h"
#include "ui/widgets/page.h"

class QAction;
class QLabel;

namespace fw::ui {

class ActionRegistry;
class ClipMatrixView;
class ClipStore;
class ComparePlayer;
class EmptyState;
class EngineBridge;
class ExportBar;
class JobListModel;
class Navigator;
class ProjectSession;
class RecipePanel;
class RunListModel;
class WrapLabel;

/// The validation clips of a run, by step and prompt, or the clips of a checkpoint grid: each next to the one
/// without LoRA, with its recipe. GUI thread only.
class GalleryPage : public Page {
  Q_OBJECT
 public:
  GalleryPage(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, RunListModel& runs,
              ClipStore& store, Navigator& navigator, ActionRegistry& actions, QWidget* parent = nullptr);

  LiveComboBox* runBox() const { return m_runBox; }
  ClipMatrixView* grid() const { return m_grid; }
  const ClipMatrix& matrix() const { return m_matrix; }
  ComparePlayer* compare() const { return m_compare; }
  RecipePanel* recipe() const { return m_recipe; }
  ExportBar* exportBar() const { return m_exportBar; }
  /// The selected clip, B; null: none.
  const GalleryClip* chosenClip() const;
  /// The clip it is compared with, A; nullopt: none.
  const std::optional<GalleryClip>& standard() const { return m_standard; }
  /// Text shown instead of clips, or next to them if there are none from before training; otherwise empty.
  QString emptyText() const;
  /// The run and its clip.
  QVariantMap place() const override;
  void setPlace(const QVariantMap& place) override;
  void takeOver(const Page& other) override;

  /// Does not ask where to.
  void exportClipTo(const QString& file);
  void exportComparisonTo(const QString& file);
  void exportSheetTo(const QString& file);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Pin {
    std::shared_ptr<const GalleryRun> run;
    GalleryClip clip;
  };

  void makeActions(ActionRegistry& actions);
  QWidget* makeHead();
  QWidget* makeClips(ActionRegistry& actions);
  QWidget* makePlayer();
  void openClip(const QString& runFolder, const QString& clip);
  void keepRun();
  void fillRunBox();
  void readRun();
  void showRun();
  void choose(const QString& path);
  void showClip();
  void showState();
  void updateCommands();
  std::optional<GalleryClip> standardFor(const GalleryClip& clip) const;
  QString standardNote(const GalleryClip& standard, const GalleryClip& clip) const;
  QString suggestedName(const QString& what) const;
  QString askForFile(const QString& title, const QString& name, const QStringList& kinds);
  void validateNow();
  void askForGrid();
  void queueGrid(const CheckpointGrid& grid, const QString& folder);

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  ProjectSession& m_session;
  RunListModel& m_runs;
  GalleryStore m_store;
  ThumbnailCache m_thumbnails;
  ClipMatrix m_matrix;
  QString m_folder;      // of the displayed run
  QString m_wantedRun;   // shown once it is in the list
  QString m_wantedClip;  // selected once it exists
  bool m_wantsNewest = false;
  QString m_chosen;  // path of the selected clip
  std::optional<Pin> m_pin;
  std::optional<GalleryClip> m_standard;

  EmptyState* m_noProject = nullptr;
  EmptyState* m_noRun = nullptr;
  QWidget* m_body = nullptr;
  EmptyState* m_noClips = nullptr;
  QWidget* m_clips = nullptr;
  LiveComboBox* m_runBox = nullptr;
  WrapLabel* m_noBefore = nullptr;
  ClipMatrixView* m_grid = nullptr;
  ComparePlayer* m_compare = nullptr;
  ExportBar* m_exportBar = nullptr;
  RecipePanel* m_recipe = nullptr;
  QAction* m_setA = nullptr;
  QAction* m_resetA = nullptr;
  QAction* m_validate = nullptr;
  QAction* m_makeGrid = nullptr;
  QAction* m_export = nullptr;
  QAction* m_exportBoth = nullptr;
  QAction* m_exportSheet = nullptr;
};

}  // namespace fw::ui
