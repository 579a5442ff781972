// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <QTest>

#include "base/log.h"
#include "media/writer.h"
#include "ui/gallery/clip_matrix_view.h"
#include "ui/gallery/compare_player.h"
#include "ui/gallery/export_bar.h"
#include "ui/gallery/gallery_page.h"
#include "ui/player/player.h"
#include "ui/shell/application.h"
#include "ui/support/fake_jobs.h"
#include "ui/support/run_folders.h"

namespace fw::ui {

/// A window with a Gallery page, and runs with real clips for it.
class GalleryFixture {
 protected:
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Application> m_app;
  std::shared_ptr<fake::Gate> m_gate;

  static constexpr media::Size size{96, 64};

  MainWindow& window() { return *m_app->window(); }
  GalleryPage& page() { return *window().findChild<GalleryPage*>(); }
  ClipMatrixView& grid() { return *page().grid(); }
  ComparePlayer& compare() { return *page().compare(); }
  Player& player() { return *compare().player(); }
  QAction& action(const char* id) { return *window().actions().action(QLatin1String(id)); }
  QString project() const { return m_folder->filePath(QStringLiteral("Cats")); }
  void openProject() {
    m_app->project().create(project());
    QTRY_VERIFY(m_app->project().isOpen());
    window().showPage(PageId::gallery);
  }

  /// A clip as the engine writes it: each frame has its own brightness.
  static void writeClip(const QString& file, int frames, int tone, const nlohmann::json& recipe) {
    QDir().mkpath(QFileInfo(file).absolutePath());
    media::WriterOptions options{.fps = {8, 1}, .preset = "ultrafast"};
    options.metadata = {{"comment", recipe.dump()}};
    media::ClipWriter writer(file.toStdString(), size, options);
    for (int frame = 0; frame < frames; ++frame) {
      media::RgbImage image(size.width, size.height);
      for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
          uint8_t* const pixel = image.row(y) + 3 * x;
          pixel[0] = static_cast<uint8_t>(tone);
          pixel[1] = static_cast<uint8_t>(20 + 15 * frame);
          pixel[2] = static_cast<uint8_t>(x + y);
        }
      }
      writer.write(image);
    }
    writer.finish();
  }
  static void addClip(RunFolder& run, int step, const QString& name, int frames, int tone) {
    const QString file = run.sample(step, name);
    writeClip(file, frames, tone,
              {{"prompt", name.toStdString()},
               {"seed", 1},
               {"steps", 7},
               {"guidance_scale", 4.5},
               {"frames", frames},
               {"width", size.width},
               {"height", size.height},
               {"fps", 8.0},
               {"model", "/models/tiny"},
               {"model_id", "cogvideox-2b"},
               {"loras", {{{"file", "/loras/fast.safetensors"}, {"weight", 0.5}}}},
               {"run_step", step}});
  }
  /// Steps 0, 100 and 200 of two prompts; step 100's checkpoint was deleted. Clips from before training are
  /// shorter.
  RunFolder makeRun(const QString& name, bool withBefore = true) {
    RunFolder run(project(), name, 200);
    for (int step = withBefore ? 0 : 100; step <= 200; step += 100) {
      addClip(run, step, QStringLiteral("0-0"), step == 0 ? 6 : 9, 40 + step);
      addClip(run, step, QStringLiteral("1-0"), step == 0 ? 6 : 9, 30 + step);
    }
    run.checkpoint(200);
    run.write(QStringLiteral("checkpoints/step-00000200/pytorch_lora_weights.safetensors"), {});
    run.flush();
    return run;
  }
  static QString clipOf(const RunFolder& run, int step, const char* name) {
    return run.path() + QStringLiteral("/samples/step-%1/%2.mp4")
                            .arg(step, 8, 10, QLatin1Char('0'))
                            .arg(QLatin1String(name));
  }
  QString chosen() { return page().chosenClip() != nullptr ? page().chosenClip()->path : QString(); }
  void waitForClips(int rows, int columns) {
    QTRY_COMPARE(page().matrix().rowCount(), rows);
    QCOMPARE(page().matrix().columnCount(), columns);
    QTRY_VERIFY(player().isOpen() && player().isShown());
  }
  /// The page's latest request to the Generate page.
  struct Wanted {
    engine_api::GenerateRequest request;
    WeightsChoice weights;
  };
  /// @param wanted  must outlive the page
  void listen(Wanted& wanted) {
    QObject::connect(&m_app->navigator(), &Navigator::generationRequested, &page(),
                     [&](const engine_api::GenerateRequest& request) { wanted.request = request; });
    QObject::connect(&m_app->navigator(), &Navigator::weightsRequested, &page(),
                     [&](const WeightsChoice& choice) { wanted.weights = choice; });
  }
  void waitForExport() { QTRY_VERIFY_WITH_TIMEOUT(!page().exportBar()->isBusy(), 30000); }
  /// For viewing: FW_TEST_PICTURES names a folder.
  void keepPicture(const char* name) {
    if (!qEnvironmentVariableIsSet("FW_TEST_PICTURES")) return;
    QTest::qWait(300);
    window().grab().save(qEnvironmentVariable("FW_TEST_PICTURES") + QLatin1Char('/') + QLatin1String(name) +
                         QStringLiteral(".png"));
  }

  static void setEnvironment() {
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
    log::start(log::Console::off);
  }

  void start() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CONFIG_HOME", m_folder->path().toUtf8());
    qputenv("XDG_CACHE_HOME", m_folder->filePath(QStringLiteral("cache")).toUtf8());
    Settings().setLanguage(QStringLiteral("en"));
    m_app = std::make_unique<Application>();
    m_gate = fake::addKinds(m_app->bridge());
    m_app->show();
    window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window()));
  }

  void stop() { m_app.reset(); }
};

}  // namespace fw::ui
