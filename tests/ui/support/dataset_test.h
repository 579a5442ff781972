// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "project/clips.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/dataset_page.h"
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
  /// The window over a new folder. Where there is no engine a message says so and moves the pages down when
  /// it comes: it is awaited and closed.
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
  /// As they are on disk.
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
