// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "ui/models/models_page.h"
#include "ui/support/window_test.h"

namespace fw::ui {

namespace fs = std::filesystem;

/// A test of the Models page, with copies of small models in the test's folder.
class ModelsTest : public WindowTest {
 protected:
  nlohmann::json m_params;  // of the engine's last job
  ModelsPage* m_page = nullptr;

  static fs::path reference(const char* model) {
    return fs::path(FW_SOURCE_FOLDER) / "tests" / "reference" / "cases" / "models" / model;
  }
  /// A published model reduced to a few kilobytes, with two LoRAs.
  QString copyModel(const char* model, const QString& name) {
    const fs::path target(path(name).toStdU16String());
    fs::create_directories(target.parent_path());
    fs::copy(reference(model), target, fs::copy_options::recursive);
    return path(name);
  }
  static QString loraOf(const QString& model) {
    return model + QStringLiteral("/lora/pytorch_lora_weights.safetensors");
  }
  void waitUntilLooked() { QTRY_VERIFY(!m_page->library().isLooking()); }
  void add(const QString& folder) {
    m_page->library().add({folder});
    waitUntilLooked();
  }
  void addKind(const char* kind, const nlohmann::json& result) {
    m_app->bridge().addKind({kind, {}, [this, result](const nlohmann::json& params) {
                               // The job's thread is not the test's.
                               QMetaObject::invokeMethod(this, [this, params] { m_params = params; });
                               return engine_api::make_job([result](engine_api::JobContext&) {
                                 return engine_api::Outcome::finished(result);
                               });
                             }});
  }
  /// Opens a new window on that page.
  void open() {
    makeFolder();
    restart();
    m_page = m_app->window()->findChild<ModelsPage*>();
    QVERIFY(m_page != nullptr);
    m_app->window()->showPage(PageId::models);
    waitUntilLooked();
  }
};

}  // namespace fw::ui
