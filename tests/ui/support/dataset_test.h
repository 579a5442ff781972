// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <string>
#include <vector>

#include "project/clips.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/dataset_page.h"
#include "ui/dataset/health_strip.h"
#include "ui/shell/new_project_dialog.h"
#include "ui/support/user_input.h"
#include "ui/support/window_test.h"
#include "ui/widgets/message_bar.h"

namespace fw::ui {

/// A test of the Dataset page, with a project in the test's folder.
class DatasetTest : public WindowTest {
 protected:
  DatasetPage& page() { return pageOf<DatasetPage>(); }
  ClipBrowser& browser() { return *page().browser(); }
  CaptionEditor& editor() { return *page().caption(); }
  QString project() const { return path(QStringLiteral("Cats")); }
  /// The window with a new folder. Without an engine a message appears and moves the pages down: waits for it
  /// and closes it.
  void openWithoutEngine() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
    window().messages().dismiss("jobs.engine_missing");
    activate();
  }
  void makeProject() {
    m_app->project().create(project());
    QTRY_VERIFY(m_app->project().isOpen());
  }
  /// Types its name; its page opens.
  void makeProject(UserInput& input) {
    input.inDialog([&] { input.command("project.new"); },
                   [&](QDialog& dialog) {
                     auto& made = dynamic_cast<NewProjectDialog&>(dialog);
                     input.fill(made.name(), QStringLiteral("Cats"));
                     input.fill(made.place(), m_folder->path());
                     input.press(made.findChild<QPushButton*>(QStringLiteral("createProject")));
                   });
    input.await(QStringLiteral("the Dataset page is shown"),
                [&] { return page().isVisible() && m_app->project().folder() == project(); });
  }
  void awaitClips(UserInput& input, int count) {
    input.await(QStringLiteral("%1 clips are listed").arg(count),
                [&] { return browser().model()->rowCount() == count; });
  }
  void awaitCount(UserInput& input, HealthStrip::Kind kind, int count) {
    input.await(QStringLiteral("%1 are counted of kind %2").arg(count).arg(static_cast<int>(kind)),
                [&] { return browser().health()->count(kind) == count; });
  }
  /// As on disk.
  std::vector<project::ClipRow> rows() const {
    const auto read = project::Project::open(project().toStdString(), project::Access::read_only);
    return read_clips(read, list_clips(read));
  }
  std::vector<std::string> captions() const {
    std::vector<std::string> texts;
    for (const project::ClipRow& row : rows()) texts.push_back(row.caption ? row.caption->text : "");
    return texts;
  }
};

}  // namespace fw::ui
