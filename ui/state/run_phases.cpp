// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/run_phases.h"

#include <QCoreApplication>
#include <algorithm>
#include <string_view>

namespace fw::ui {

namespace {

struct Word {
  std::string_view phase;  // of Progress
  RunPhase meaning;
  bool isWhole = false;  // its progress is that of the whole phase
};
constexpr Word words[]{{captionsPhase, RunPhase::captions, true},
                       {"encoding clips", RunPhase::clips, true},
                       {"checking the checkpoint", RunPhase::load},
                       {"checking the cache", RunPhase::load},
                       {"loading the model", RunPhase::load},
                       {"computing the first step", RunPhase::firstStep, true},
                       {trainingPhase, RunPhase::train, true},
                       {"encoding the prompt", RunPhase::validate},
                       {"encoding the image", RunPhase::validate},
                       {"denoising", RunPhase::validate},
                       {"decoding", RunPhase::validate},
                       {"measuring the loss", RunPhase::validate},
                       {"saving", RunPhase::save},
                       {diskPhase, RunPhase::save},
                       {folderPhase, RunPhase::save},
                       {cachePhase, RunPhase::train}};

const Word* wordOf(std::string_view phase) {
  return std::ranges::find(words, phase, &Word::phase);
}

}  // namespace

QString phaseName(RunPhase phase) {
  switch (phase) {
    case RunPhase::captions:
      return QCoreApplication::translate("run phase", "Captions");
    case RunPhase::clips:
      return QCoreApplication::translate("run phase", "Clips");
    case RunPhase::load:
      return QCoreApplication::translate("run phase", "Load");
    case RunPhase::firstStep:
      return QCoreApplication::translate("run phase", "First step");
    case RunPhase::train:
      return QCoreApplication::translate("run phase", "Train");
    case RunPhase::validate:
      return QCoreApplication::translate("run phase", "Validate");
    case RunPhase::save:
      return QCoreApplication::translate("run phase", "Save");
  }
  return {};
}

void RunPhases::take(const Progress& progress, qint64 timeMs) {
  const Word* const word = wordOf(progress.phase);
  if (word == std::end(words)) return;  // it belongs to the current phase
  stop(timeMs);
  m_current = word->meaning;
  m_begun[static_cast<size_t>(word->meaning)] = true;
  m_sinceMs = timeMs;
}

bool RunPhases::isMeasuredBy(const Progress& progress) const {
  const Word* const word = wordOf(progress.phase);
  return word != std::end(words) && word->meaning == m_current && word->isWhole;
}

RunPhases::RunPhases(const run::PhaseTimes& times, bool isActive) {
  for (const auto& [phase, time] : times.seconds) {
    const Word* const word = wordOf(phase);
    if (word == std::end(words)) continue;
    m_seconds[static_cast<size_t>(word->meaning)] += time;
    m_begun[static_cast<size_t>(word->meaning)] = true;
    if (isActive && phase == times.phase) m_current = word->meaning;
  }
  m_sinceMs = times.counted_ms;
}

void RunPhases::stop(qint64 timeMs) {
  if (m_current) m_seconds[static_cast<size_t>(*m_current)] = seconds(*m_current, timeMs);
  m_current.reset();
}

double RunPhases::seconds(RunPhase phase, qint64 nowMs) const {
  const double before = m_seconds[static_cast<size_t>(phase)];
  return phase == m_current ? before + static_cast<double>(std::max<qint64>(0, nowMs - m_sinceMs)) / 1000
                            : before;
}

bool RunPhases::isEmpty() const {
  return std::ranges::none_of(m_begun, [](bool begun) { return begun; });
}

}  // namespace fw::ui
