// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pictures of README and guide: take_screenshots <folder> opens the sample project, trains it, generates
// a clip with the result, and saves a picture of each page. Visible paths are those of $HOME and of the tree
// that contains the program, so run it from an installed one (CONTRIBUTING.md, "Release").
#include <spdlog/spdlog.h>

#include <QApplication>
#include <QTest>
#include <clocale>

#include "base/log.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/dataset_page.h"
#include "ui/shell/application.h"
#include "ui/shell/job_dock.h"

using namespace fw::ui;

namespace {

constexpr int limitMs = 600'000;

class Photographer {
 public:
  explicit Photographer(QString folder) : m_folder(std::move(folder)) {
    Settings().setLanguage(QStringLiteral("en"));
    m_app = std::make_unique<Application>();
    m_app->theme().setMode(ThemeMode::light);
    m_app->show();
    window().resize(1280, 800);
  }

  void takeAll() {
    await("the engine", [this] { return m_app->bridge().engineState() == EngineBridge::State::ready; });
    command("project.sample");
    await("the sample", [this] { return m_app->project().isOpen(); });
    take(PageId::train);
    runJob("train.start");
    auto& browser = *window().findChild<DatasetPage*>()->browser();
    window().showPage(PageId::dataset);
    await("clips", [&] { return browser.model()->rowCount() > 0; });
    browser.showClip(browser.model()->idAt(0));
    take(PageId::dataset);
    take(PageId::monitor);
    take(PageId::gallery);
    command("gallery.generate");
    runJob("generate.run");
    take(PageId::generate);
    take(PageId::models);
    take(PageId::start);
  }

 private:
  MainWindow& window() { return *m_app->window(); }

  void await(const char* what, const std::function<bool()>& isDone) {
    if (!QTest::qWaitFor(isDone, limitMs))
      throw std::runtime_error(std::string("waited too long for ") + what);
  }
  void command(const char* id) {
    QAction* const action = window().actions().action(QLatin1String(id));
    await(id, [action] { return action->isEnabled(); });
    action->trigger();
  }
  /// To its end: it is queued a little later.
  void runJob(const char* id) {
    JobListModel& jobs = m_app->jobs();
    const int before = jobs.rowCount();
    command(id);
    await(id, [&] { return jobs.rowCount() > before; });
    await(id, [&] { return jobs.activeJob() == nullptr && jobs.waitingCount() == 0; });
  }
  /// Once thumbnails, plans and curves are loaded.
  void take(PageId page) {
    window().showPage(page);
    window().jobDock().hide();
    QTest::qWait(4000);
    const QString name =
        QLatin1String(window().pages()[static_cast<size_t>(window().placeOf(page))]->iconName());
    if (!window().grab().save(QStringLiteral("%1/%2.png").arg(m_folder, name)))
      throw std::runtime_error("cannot write into " + m_folder.toStdString());
  }

  const QString m_folder;
  std::unique_ptr<Application> m_app;
};

}  // namespace

int main(int argc, char** argv) {
  fw::log::start(fw::log::Console::warnings);
  Application::setIdentity();
  QApplication application(argc, argv);
  std::setlocale(LC_NUMERIC, "C");
  if (argc != 2) {
    spdlog::critical("usage: take_screenshots <folder>");
    return 2;
  }
  try {
    Photographer(QString::fromLocal8Bit(argv[1])).takeAll();
  } catch (const std::exception& error) {
    spdlog::critical("{}", error.what());
    return 1;
  }
  return 0;
}
