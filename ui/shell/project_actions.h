// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace fw::ui {

class ActionRegistry;
class ProjectSession;

/// "project.new", "project.open" and "project.close"; the first two ask for a folder. @param window  parent
/// of their dialogs
void addProjectActions(ActionRegistry& actions, ProjectSession& session, QWidget* window);

}  // namespace fw::ui
