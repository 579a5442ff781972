// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "ui/gallery/gallery_fixture.h"
#include "ui/support/train_folders.h"

/// Content for every page without an engine, put into the open project.
namespace fw::ui::full {

struct Clips : GalleryFixture {
  using GalleryFixture::addClip;
};

inline QJsonObject figures(int step) {
  const double loss = 0.08 + 0.25 * std::exp(-step / 60.0) + 0.02 * std::sin(step * 12.9898);
  const int range = step * 7 % 4;
  static const char* const names[]{"loss_t0_249", "loss_t250_499", "loss_t500_749", "loss_t750_999"};
  return {{QStringLiteral("loss"), loss},
          {QLatin1String(names[range]), loss * (1.6 - 0.3 * range)},
          {QStringLiteral("lr"), 1e-4 * std::min(1.0, step / 50.0)},
          {QStringLiteral("grad_norm"), 0.4 + 0.3 * std::cos(step * 7.233)},
          {QStringLiteral("steps_per_hour"), 1800 + 200 * std::sin(step / 9.0)},
          {QStringLiteral("host_bytes"), 6.1e9 + step * 1e6},
          {QStringLiteral("vram_allocated_bytes"), 9.5e9 + 2e8 * std::sin(step / 3.0)},
          {QStringLiteral("vram_reserved_bytes"), 1.2e10},
          {QStringLiteral("vram_total_bytes"), 2.4e10}};
}

/// Trained to step `steps` of 1000, with a checkpoint and clips of two prompts every hundred steps.
inline void addRun(const QString& project, const QString& name, int steps) {
  RunFolder run(project, name, 1000);
  for (int step = 0; step <= steps; ++step) {
    if (step > 0) run.metrics(step, figures(step));
    if (step % 50 == 0)
      run.event(QStringLiteral("held_out"), step,
                {{QStringLiteral("values"),
                  QJsonObject{{QStringLiteral("held_out_loss"), 0.1 + 0.2 * std::exp(-step / 80.0)}}}});
    if (step % 100 != 0) continue;
    Clips::addClip(run, step, QStringLiteral("0-0"), 9, 40 + step % 200);
    Clips::addClip(run, step, QStringLiteral("1-0"), 9, 200 - step % 200);
    if (step > 0) run.checkpoint(step);
  }
  run.flush();
}

/// Two runs, one of them finished with a long name, a plan for a card, and a running job.
inline void fill(Application& app) {
  app.bridge().addKind(engine_api::kind_of<engine_api::PlanRequest>(
      [](const engine_api::PlanRequest& request, engine_api::JobContext&) { return fake::planOf(request); }));
  const QString project = app.project().folder();
  addRun(project, QStringLiteral("cats-lora"), 1000);
  addRun(project, QStringLiteral("a-second-run-of-which-somebody-wrote-the-whole-story-into-its-name"), 400);
  app.bridge().submit({"train", "LoRA", {}});
  QTRY_COMPARE(app.runs().rowCount(), 2);
  QTRY_VERIFY(app.jobs().activeJob() != nullptr);
}

}  // namespace fw::ui::full
