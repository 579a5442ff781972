// SPDX-License-Identifier: Apache-2.0
//
// How long the window goes without handling events while it has many clips and is at work: import, precompute
// and training run one after the other, while a simulated user scrolls, filters, sorts, writes captions,
// undoes and changes pages. Finally, with all clips in the list, the pointer moves over the pictures of the
// imported ones; each is opened, its timeline is zoomed and scrolled, and its cut is dragged. Time in which
// another process had the CPU does not count.
//
//   GOMP_SPINCOUNT=10000 xvfb-run -a build/dev/bin/bench_window_stalls [clips [steps [large]]]
//
// With 0 steps nothing is encoded and trained. "large": fewer imported clips, of 3840x2160.
#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <cstdio>
#include <map>

#include "base/atomic_file.h"
#include "base/log.h"
#include "base/paths.h"
#include "dataset/dataset_manifest.h"
#include "media/writer.h"
#include "project/bucket_plan.h"
#include "project/samples.h"
#include "quickstart/project.h"
#include "run/run_file.h"
#include "support/project_changes.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/clip_model.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/dataset_page.h"
#include "ui/player/player.h"
#include "ui/player/timeline.h"
#include "ui/shell/application.h"
#include "ui/state/clip_roles.h"
#include "ui/support/watchdog.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;
namespace fs = std::filesystem;

namespace {

/// Imported clips: all different, with pictures that repeat after 256.
struct Imported {
  int count, width, height;
  Qt::SortOrder first;  ///< the order by size that lists them before the others
};
constexpr Imported smallClips{250, 96, 64, Qt::AscendingOrder};
constexpr Imported largeClips{24, 3840, 2160, Qt::DescendingOrder};

void writeClips(const fs::path& folder, const Imported& clips) {
  fs::create_directories(folder);
  for (int clip = 0; clip < clips.count; ++clip) {
    media::ClipWriter writer(folder / (std::to_string(clip) + ".mp4"), {clips.width, clips.height},
                             {.fps = {8, 1}});
    for (int frame = 0; frame < 16; ++frame) {
      media::RgbImage image(clips.width, clips.height);
      for (int y = 0; y < clips.height; ++y)
        for (int x = 0; x < clips.width * 3; ++x)
          image.row(y)[x] = static_cast<uint8_t>(x * (clip + 1) + y * frame);
      writer.write(image);
    }
    writer.finish();
  }
}

/// The sample's clips as a dataset, and a run on them in the project of the many clips.
void writeRun(const fs::path& folder, const fs::path& project, int64_t steps) {
  const project::Project sample = quickstart::open_quickstart_project(folder / "sample");
  project::BucketRequest request;
  request.model = catalog::recognise_model({quickstart::quickstart_model_folder()});
  dataset::write_dataset_manifest(folder / "dataset.jsonl",
                                  make_manifest(sample, plan_buckets(sample, request).assignments, {}),
                                  Existing::replace);
  std::string text = read_file(folder / "sample" / "run.toml");
  const auto set = [&](const char* key, const catalog::Value& value) {
    text = run::set_in_text(text, key, value);
  };
  set("data.dataset", to_utf8(folder / "dataset.jsonl"));
  set("data.cache", to_utf8(folder / "cache"));
  set("training.train_steps", steps);
  set("validation.validation_prompts", std::vector<std::string>());
  write_file_atomically(project / "run.toml", text, Existing::replace);
}

/// A user's actions, over and over.
class Person {
 public:
  explicit Person(MainWindow& window)
      : m_window(window),
        m_dataset(dynamic_cast<DatasetPage&>(
            *window.pages()[static_cast<size_t>(window.placeOf(PageId::dataset))])) {}

  void doNext() {
    ClipBrowser& clips = *m_dataset.browser();
    QScrollBar* const bar = clips.grid()->verticalScrollBar();
    switch (m_turn++ % 12) {
      case 0:
        return m_window.showPage(PageId::dataset);
      case 1:
        return bar->setValue(bar->maximum() / 2);
      case 2:
        return bar->setValue(bar->maximum());
      case 3:
        return type(clips.filterEdit(), QStringLiteral("width>=700"));
      case 4:
        return bar->setValue(bar->maximum() / 3);
      case 5:
        return type(clips.filterEdit(), QString());
      case 6:
        return type(m_dataset.caption()->edit(), QStringLiteral("a clip"));
      case 7:
        return m_dataset.caption()->commit();
      case 8:
        return m_window.actions().action(QStringLiteral("edit.undo"))->trigger();
      case 9:
        return m_window.showPage(PageId::train);
      case 10:
        return m_window.showPage(PageId::monitor);
      default:
        return bar->setValue(0);
    }
  }

 private:
  void type(QWidget* field, const QString& text) {
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClicks(field, text);
  }

  MainWindow& m_window;
  DatasetPage& m_dataset;
  int m_turn = 0;
};

template <typename IsDone>
void wait(const IsDone& isDone) {
  while (!isDone()) QTest::qWait(2);
}

void zoom(Timeline& timeline) {
  const auto turn = [&](int by, Qt::KeyboardModifier held) {
    const QPoint at = timeline.rect().center();
    QWheelEvent event(at, timeline.mapToGlobal(at), {}, {0, by}, Qt::NoButton, held, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(&timeline, &event);
    QTest::qWait(5);
  };
  for (int step = 0; step < 5; ++step) turn(120, Qt::ControlModifier);
  for (int step = 0; step < 5; ++step) turn(120, Qt::ShiftModifier);
  for (int step = 0; step < 5; ++step) turn(-120, Qt::ControlModifier);
}

/// Moves the pointer over the pictures of many clips, and drags the ends of their cuts.
/// @return  milliseconds until each picture's first frame under the pointer
std::vector<double> scrub(ClipBrowser& clips, const ClipPanel& panel, const Imported& imported) {
  std::vector<double> waited;
  clips.filterEdit()->clear();
  clips.table()->sortByColumn(ClipModel::SizeColumn, imported.first);
  QTest::qWait(500);
  wait([&] { return clips.filterEdit()->text().isEmpty() && !clips.model()->isListing(); });
  ClipGrid& grid = *clips.grid();
  const int apart = std::max(1, imported.count / 60);
  for (int row = 0; row + apart <= imported.count; row += apart) {
    const QModelIndex clip = clips.model()->index(row, 0);
    grid.scrollTo(clip);
    const QRect room = ClipDelegate::pictureRoom(grid.visualRect(clip));
    const auto picture = [&] { return clip.data(ClipThumbnailRole).value<QPixmap>().cacheKey(); };
    wait([&] { return picture() != 0; });
    const qint64 before = picture();
    QElapsedTimer clock;
    clock.start();
    for (int part = 1; part < 20; ++part) {
      QTest::mouseMove(grid.viewport(), room.topLeft() + QPoint(room.width() * part / 20, room.height() / 2));
      if (part == 1 && QTest::qWaitFor([&] { return picture() != before; }, 1000))
        waited.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
      QTest::qWait(5);
    }
    clips.showClip(clips.model()->idAt(clip.row()));
    wait([&] { return panel.player()->isOpen(); });
    Timeline& timeline = *panel.timeline();
    zoom(timeline);
    const QPoint end = timeline.handle(/*isIn=*/false);
    QTest::mousePress(&timeline, Qt::LeftButton, {}, end);
    for (int part = 1; part < 20; ++part) {
      QTest::mouseMove(&timeline, end - QPoint(part * timeline.width() / 40, 0));
      QTest::qWait(5);
    }
    QTest::mouseRelease(&timeline, Qt::LeftButton, {}, end - QPoint(timeline.width() / 2, 0));
  }
  return waited;
}

std::string phaseOf(const JobListModel& jobs) {
  const JobRow* const job = jobs.activeJob();
  return job == nullptr ? std::string() : job->kind;
}

int measure(const fs::path& folder, int clips, int64_t steps, const Imported& imported) {
  Application app;
  app.show();
  std::map<std::string, Watchdog> phases;
  app.project().open(QString::fromStdString(to_utf8(folder / "project")));
  MainWindow& window = *app.window();
  window.showPage(PageId::dataset);
  auto& dataset =
      dynamic_cast<DatasetPage&>(*window.pages()[static_cast<size_t>(window.placeOf(PageId::dataset))]);
  Watchdog* watchdog = &phases["opening"];
  wait([&] { return dataset.browser()->model()->rowCount() == clips; });
  wait([&] { return app.bridge().engineState() == EngineBridge::State::ready; });
  dataset.importPaths({QString::fromStdString(to_utf8(folder / "clips"))});
  if (steps > 0) {
    QAction* const start = window.actions().action(QStringLiteral("train.start"));
    wait([&] { return start->isEnabled(); });
    start->trigger();
  }
  Person person(window);
  std::string phase = "opening";
  wait([&] { return app.jobs().activeJob() != nullptr; });
  while (app.jobs().activeJob() != nullptr || app.jobs().waitingCount() > 0) {
    if (const std::string now = phaseOf(app.jobs()); !now.empty() && now != phase) {
      watchdog->pause();
      phase = now;
      watchdog = &phases[phase];
      watchdog->go();
    }
    person.doNext();
    QTest::qWait(150);
  }
  watchdog->pause();
  window.showPage(PageId::dataset);
  phases["scrubbing"].go();
  std::vector<double> waited = scrub(*dataset.browser(), *dataset.panel(), imported);
  phases["scrubbing"].pause();
  std::ranges::sort(waited);
  if (!waited.empty())
    std::printf("the first frame under the pointer of %zu clips: half within %.1f ms, the last %.1f ms\n",
                waited.size(), waited[waited.size() / 2], waited.back());
  bool allFinished = true;
  for (int row = 0; row < app.jobs().rowCount(); ++row)
    allFinished &= app.jobs().job(app.jobs().index(row, 0))->state == engine_api::JobState::finished;
  for (auto& [name, dog] : phases)
    std::printf("%-16s %6.1f s, 99.9 %% of gaps below %6.1f ms, longest %6.1f ms\n", name.c_str(),
                dog.seconds(), dog.percentileMs(0.999), dog.percentileMs(1));
  if (!allFinished) std::printf("A job failed: see the log.\n");
  return allFinished ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  QTemporaryDir temporary;
  qputenv("XDG_CONFIG_HOME", temporary.path().toUtf8());
  qputenv("XDG_CACHE_HOME", temporary.path().toUtf8());
  qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");  // never the tester's own desktop
  Application::setIdentity();
  QApplication qt(argc, argv);
  Settings().setLanguage(QStringLiteral("en"));
  log::start(log::Console::off);
  const int clips = argc > 1 ? std::atoi(argv[1]) : 100000;
  const fs::path folder = temporary.path().toStdString();
  {
    project::Project project = project::Project::create(folder / "project");
    add_test_clips(project, clips);
    project::set_project_buckets(project, std::vector{catalog::Bucket{17, 480, 640}});
  }
  const Imported& imported = argc > 3 && std::string_view(argv[3]) == "large" ? largeClips : smallClips;
  writeClips(folder / "clips", imported);
  const int64_t steps = argc > 2 ? std::atoll(argv[2]) : 60;
  if (steps > 0) writeRun(folder, folder / "project", steps);
  return measure(folder, clips, steps, imported);
}
