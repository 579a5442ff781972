// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <filesystem>
#include <optional>

class QAction;
class QLabel;

namespace fw::ui {

class ActionRegistry;
class BucketPlanner;
class ClipStore;
class EngineBridge;
class JobListModel;
struct JobRow;

/// How many samples and captions have changed since they were encoded, and the command that encodes them: so
/// that the first run does not have to. GUI thread only.
class EncodingRow : public QWidget {
  Q_OBJECT
 public:
  EncodingRow(EngineBridge& bridge, JobListModel& jobs, ClipStore& store, BucketPlanner& planner,
              ActionRegistry& actions, QWidget* parent = nullptr);

  QLabel* label() const { return m_label; }

 private:
  struct Stale;
  /// Where the precompute job leaves what it has encoded for the present model.
  std::filesystem::path encodedFile() const;
  void compare();
  void showStale(const std::optional<Stale>& stale);
  void encode();
  void updateCommand();

  EngineBridge& m_bridge;
  ClipStore& m_store;
  BucketPlanner& m_planner;
  QLabel* m_label;
  QAction* m_encode;
  bool m_isComparing = false;
  bool m_compareAgain = false;
};

}  // namespace fw::ui
