// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "project/clips.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/dataset_page.h"
#include "ui/support/window_test.h"

namespace fw::ui {

/// A test of the Dataset page, with a project in the test's folder.
class DatasetTest : public WindowTest {
 protected:
  DatasetPage& page() { return pageOf<DatasetPage>(); }
  ClipBrowser& browser() { return *page().browser(); }
  CaptionEditor& editor() { return *page().caption(); }
  QString project() const { return path(QStringLiteral("Cats")); }
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
