// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <span>

#include "engine_api/events.h"
#include "engine_api/requests.h"
#include "ui/state/worker.h"
#include "ui/widgets/page.h"

class QAction;
class QLabel;
class QStackedWidget;

namespace fw::ui {

class ActionRegistry;
class EngineBridge;
class GenerateForm;
class HistoryPanel;
class JobListModel;
struct JobRow;
class Navigator;
class Player;
class PreviewPane;
class ProjectSession;
class Settings;
class TextBar;
class WrapLabel;

/// Generates clips: a form, a preview while a clip is being made, the result, and earlier clips. GUI thread
/// only.
class GeneratePage : public Page {
  Q_OBJECT
 public:
  GeneratePage(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, Settings& settings,
               Navigator& navigator, ActionRegistry& actions, QWidget* parent = nullptr);

  GenerateForm& form() const { return *m_form; }
  HistoryPanel& history() const { return *m_history; }
  Player& player() const { return *m_player; }
  PreviewPane& preview() const { return *m_preview; }
  /// Whether the live preview is shown instead of a clip.
  bool showsPreview() const;
  /// Why no clip can be generated, or the last action.
  QString status() const;
  QVariantMap place() const override;
  void setPlace(const QVariantMap& place) override;
  /// The fault of the last clip; empty: none.
  QString fault() const;

 protected:
  void showEvent(QShowEvent* event) override;
  /// Accepts LoRA files; everything else is left to the window.
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void makeActions(ActionRegistry& actions);
  QWidget* makeFormColumn();
  QWidget* makePictureColumn(ActionRegistry& actions);
  void connectAll();
  QString obstacle() const;
  void generate();
  void queue(const QString& folder);
  bool submit(const engine_api::GenerateRequest& request);
  void takeLastSeed();
  void cancel();
  void decodeAgain();
  void readEvents(std::span<const engine_api::Event> events);
  void takeEnded(const JobRow& job);
  void removeFiles(const QStringList& files);
  void play(const QString& file);
  void follow(bool on);
  void openFolder();
  void update();
  void showJobs();
  void showFault(const QString& what, const Fault& fault);
  void restore(const nlohmann::json& kept);
  void save();
  std::optional<int64_t> lastSeed() const;
  /// The running clip's job, otherwise the next one; null: none.
  const JobRow* currentJob() const;

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  ProjectSession& m_session;
  Settings& m_settings;
  Navigator& m_navigator;
  std::optional<int64_t> m_lastSeed;                // of the clip queued last
  std::map<engine_api::JobId, QString> m_previews;  // their pictures, deleted when the job ends
  std::map<engine_api::JobId, engine_api::GenerateRequest> m_requests;  // of jobs that have not ended
  std::map<engine_api::JobId, std::filesystem::path> m_latents;         // latents waiting to be decoded
  std::optional<engine_api::GenerateRequest> m_undecoded;               // retries the last failed decoding
  bool m_isFollowing = true;  // the job's preview, not a chosen clip
  bool m_playsWhenOpen = false;
  QString m_said;

  QAction* m_generate = nullptr;
  QAction* m_seed = nullptr;
  QAction* m_cancel = nullptr;
  QAction* m_follow = nullptr;
  QAction* m_decode = nullptr;
  GenerateForm* m_form = nullptr;
  WrapLabel* m_status = nullptr;
  QWidget* m_faultNote = nullptr;
  QWidget* m_decodeButton = nullptr;
  WrapLabel* m_faultText = nullptr;
  QWidget* m_jobRow = nullptr;
  TextBar* m_progress = nullptr;
  QWidget* m_followButton = nullptr;
  QStackedWidget* m_picture = nullptr;
  PreviewPane* m_preview = nullptr;
  Player* m_player = nullptr;
  HistoryPanel* m_history = nullptr;
  Worker m_files;  // last: destroyed first
};

}  // namespace fw::ui
