// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "base/log.h"
#include "base/paths.h"
#include "media/writer.h"
#include "ui/generate/clip_card.h"
#include "ui/generate/condition_list.h"
#include "ui/generate/form_rows.h"
#include "ui/generate/generate_form.h"
#include "ui/generate/generate_page.h"
#include "ui/generate/history_panel.h"
#include "ui/generate/legal_sizes.h"
#include "ui/generate/lora_list.h"
#include "ui/generate/memory_card.h"
#include "ui/generate/model_choice.h"
#include "ui/generate/multiple_spin_box.h"
#include "ui/generate/preview_pane.h"
#include "ui/generate/sampling_card.h"
#include "ui/generate/shared_forecast.h"
#include "ui/player/player.h"
#include "ui/shell/application.h"
#include "ui/state/file_path.h"
#include "ui/support/access_walk.h"
#include "ui/support/answer.h"
#include "ui/support/fake_jobs.h"
#include "ui/support/train_folders.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/process_count.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

inline constexpr int64_t gib = int64_t{1} << 30;

inline QByteArray text(const nlohmann::json& json) {
  return QByteArray::fromStdString(json.dump(1));
}

/// A clip as the job leaves it.
inline void writeClip(const std::string& file, const nlohmann::json& recipe) {
  media::WriterOptions options;
  options.fps = {8, 1};
  options.metadata = {{"comment", recipe.dump()}};
  media::ClipWriter writer(file, {64, 48}, options);
  media::RgbImage image(64, 48);
  for (int frame = 0; frame < 5; ++frame) {
    std::fill(image.pixels.begin(), image.pixels.end(), static_cast<uint8_t>(40 * frame));
    writer.write(image);
  }
  writer.finish();
}

/// Empty: none.
inline QByteArray engineLibrary() {
#ifdef FW_ENGINE_LIBRARY
  return FW_ENGINE_LIBRARY;
#else
  return qgetenv("FW_TEST_ENGINE");
#endif
}

/// A window on its Generate page, with jobs of its own.
class GenerateFixture {
 protected:
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Application> m_app;
  std::shared_ptr<fake::Gate> m_gate;
  std::vector<engine_api::GenerateRequest> m_made;  // by the jobs, in the order they ran
  std::mutex m_mutex;                               // guards it

  MainWindow& window() { return *m_app->window(); }
  GeneratePage& page() { return *window().findChild<GeneratePage*>(); }
  GenerateForm& form() { return page().form(); }
  ClipHistory& history() { return page().history().history(); }
  QAction* action(const char* id) { return window().actions().action(QLatin1String(id)); }
  template <typename Widget>
  Widget* part(const char* name) {
    return page().findChild<Widget*>(QLatin1String(name));
  }
  std::string path(const char* name) { return m_folder->filePath(QLatin1String(name)).toStdString(); }
  std::vector<engine_api::GenerateRequest> made() {
    const std::lock_guard lock(m_mutex);
    return m_made;
  }

  /// Adds a job that shows a preview, waits at the gate, and writes a clip; a prompt "fail" fails at the
  /// gate.
  void addGenerate() {
    using engine_api::GenerateRequest;
    m_app->bridge().addKind(engine_api::kind_of<GenerateRequest>(
        [this, gate = m_gate](const GenerateRequest& request, engine_api::JobContext& context) {
          const std::string out = request.out.string();
          QImage strip(36, 8, QImage::Format_RGB32);
          strip.fill(Qt::red);
          strip.save(QString::fromStdString(out + ".preview.png"));
          context.publish(engine_api::PreviewMade{out + ".preview.png", 1, 3, 8, 12});
          fake::waitAtGate(*gate, context);
          const bool isDecoding = !request.latents.empty();
          if (request.prompt == "fail late" && !isDecoding)
            context.publish(
                engine_api::FileMade{engine_api::FileMade::What::latents, out + ".latents.safetensors"});
          if (request.prompt.starts_with("fail") && !isDecoding)
            throw Error(fake::broken_file, {{"file", "model"}});
          writeClip(out, engine_api::ClipRecipe{request, "cogvideox-5b", {}, {}});
          const std::lock_guard lock(m_mutex);
          m_made.push_back(request);
          return engine_api::Outcome::finished(
              engine_api::GenerateResult{out, {}, static_cast<uint64_t>(request.seed), 0});
        }));
  }

  /// A planner for a card with 12 GiB: a clip needs 20, with 5 of 10 blocks streamed 10.5.
  void addPlanner() {
    using engine_api::PlanRequest;
    m_app->bridge().addKind(engine_api::kind_of<PlanRequest>([](const PlanRequest& request,
                                                                engine_api::JobContext&) {
      const auto plan = [](int64_t peak) {
        return engine_api::RunPlan{.device = "cuda",
                                   .size = "49x480x720",
                                   .phases = {fake::phaseOf("generation", peak, 0)},
                                   .block_count = 10,
                                   .device_limit_bytes = 12 * gib,
                                   .host_free_bytes = 30 * gib};
      };
      if (!request.cards.empty()) {
        engine_api::MeshForecast two{.mesh = {.guidance = 2}, .step_s = 2, .seconds = 100, .speed_up = 1.9};
        engine_api::MeshForecast four{.mesh = {.guidance = 2, .ulysses = 2},
                                      .step_s = 1.98,
                                      .seconds = 99,
                                      .speed_up = 1.92,
                                      .exchange_s = 0.99,
                                      .memory_bytes = 14 * gib,
                                      .extrapolated = true};
        return engine_api::Outcome::finished(engine_api::ScalingPlan{
            .card = request.cards, .cards = 4, .meshes = {four}, .by_count = {two, four}, .best = two});
      }
      if (!request.fit) return engine_api::Outcome::finished(plan(20 * gib));
      engine_api::ClipFit fit{.fits = true, .plan = plan(10 * gib + gib / 2)};
      fit.memory = {.text_encoder = catalog::TextEncoderPlace::streamed, .streamed_blocks = 5};
      return engine_api::Outcome::finished(fit);
    }));
  }

  void chooseModel(const char* model = "cogvideox-5b") {
    const std::string folder = path(model);
    if (!std::filesystem::exists(folder)) fake::makeModelFolder(folder, model);
    form().model().setFolder(QString::fromStdString(folder));
    QTRY_VERIFY(form().model().model());
  }

  void chooseLtx(const char* version) {
    form().model().setFolder(
        QStringLiteral(FW_SOURCE_FOLDER "/tests/reference/cases/models/ltx-%1").arg(QLatin1String(version)));
    QTRY_VERIFY(form().model().model() && form().model().model()->id == std::string("ltx-video-") + version);
  }
  ConditionList& conditions() { return *page().findChild<ConditionList*>(); }
  /// @return the file
  QString makePicture(const char* name, Qt::GlobalColor colour) {
    const QString file = m_folder->filePath(QLatin1String(name));
    QImage image(120, 80, QImage::Format_RGB32);
    image.fill(colour);
    image.save(file);
    return file;
  }
  /// @return whether the page accepts it
  bool drop(const QStringList& files) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files) urls << QUrl::fromLocalFile(file);
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QObject& target = page();  // not its surroundings, which accept other files
    target.event(&enter);
    if (!enter.isAccepted()) return false;
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    target.event(&drop);
    return true;
  }

  void start() {
    m_app = std::make_unique<Application>();
    m_gate = fake::addKinds(m_app->bridge());
    addGenerate();
    m_app->show();
    QVERIFY(QTest::qWaitForWindowExposed(&window()));
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
    window().showPage(PageId::generate);
  }

  /// Fills in a form that can generate a clip.
  void fill(const QString& prompt = QStringLiteral("a boat")) {
    chooseModel();
    part<QPlainTextEdit>("generate.prompt")->setPlainText(prompt);
    QTRY_VERIFY(action("generate.run")->isEnabled());
  }

  engine_api::JobState stateOf(int row) {
    const JobRow* const job = m_app->jobs().job(m_app->jobs().index(row, 0));
    return job != nullptr ? job->state : engine_api::JobState{};
  }

  void shoot(const char* name, const QSize& size = {1280, 800}) {
    if (!qEnvironmentVariableIsSet("FW_SHOTS")) return;
    window().resize(size);
    for (const ThemeMode mode : {ThemeMode::dark, ThemeMode::light}) {
      m_app->theme().setMode(mode);
      QTest::qWait(150);
      window().grab().save(
          QStringLiteral("%1/%2-%3.png")
              .arg(qEnvironmentVariable("FW_SHOTS"), QLatin1String(name),
                   mode == ThemeMode::dark ? QStringLiteral("dark") : QStringLiteral("light")));
    }
  }

  static void prepareProcess() {
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
    log::start(log::Console::off);
  }

  void setUp() {
    m_folder = std::make_unique<QTemporaryDir>();
    for (const char* const name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
      qputenv(name, m_folder->path().toUtf8());
    Settings().setLanguage(QStringLiteral("en"));
    m_made.clear();
    start();
  }
};

}  // namespace fw::ui
