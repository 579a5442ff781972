// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/card.h"

class QLabel;
class QStandardItemModel;

namespace fw::ui {

class ActionRegistry;
class ClipStore;
class FlatTable;
class ProjectSession;
class Settings;

/// The open project and the recent ones. GUI thread only.
class ProjectCard : public Card {
  Q_OBJECT
 public:
  ProjectCard(ProjectSession& session, ClipStore& clips, Settings& settings, ActionRegistry& actions,
              QWidget* parent = nullptr);

  FlatTable* recentTable() const { return m_recent; }

 private:
  void showProject();
  void count();
  void showOpen();
  void showRecent();
  QString chosenFolder() const;

  Settings& m_settings;
  ProjectSession& m_session;
  ClipStore& m_clips;
  qint64 m_count = -1;  // number of clips in the open project; below 0: not counted yet
  QLabel* m_open;
  QStandardItemModel* m_folders;
  FlatTable* m_recent;
};

}  // namespace fw::ui
