// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include "base/paths.h"
#include "ui/support/train_folders.h"
#include "ui/support/window_test.h"
#include "ui/train/check_card.h"
#include "ui/train/train_page.h"

namespace fw::ui {

/// A test of the Train page, with a project in the test's folder.
class TrainTest : public WindowTest {
 protected:
  TrainPage& page() { return pageOf<TrainPage>(); }
  CheckCard& card() { return *page().findChild<CheckCard*>(); }
  std::filesystem::path file(const char* name) const { return path(QLatin1String(name)).toStdString(); }
  std::filesystem::path largeModel() const {
    fake::makeModelFolder(file("model"), "cogvideox-5b");
    return file("model");
  }
  static std::filesystem::path sampleModel() { return FW_SOURCE_FOLDER "/resources/sample/model"; }

  /// A project filled by `fill`, on the Train page, for a model.
  void open(const std::function<void(project::Project&)>& fill, const std::filesystem::path& model) {
    {
      auto made = project::Project::create(file("project"));
      fill(made);
    }
    fake::chooseModel(file("project"), model);
    m_app->project().open(path(QStringLiteral("project")));
    QTRY_VERIFY(m_app->project().isOpen() && !page().draft().file().empty());
    window().showPage(PageId::train);
    QTRY_VERIFY(page().check().isCurrent() && page().check().facts().model);
  }
};

}  // namespace fw::ui
