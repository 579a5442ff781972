// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/job_title.h"

#include <QCoreApplication>

#include "engine_api/requests.h"
#include "ui/state/file_path.h"
#include "workflow/dataset_jobs.h"
#include "workflow/download_jobs.h"
#include "workflow/sweep.h"

namespace fw::ui {

namespace {

const char* wordsOf(const engine_api::JobSpec& job) {
  using namespace engine_api;
  if (job.kind == workflow::ImportRequest::kind) return QT_TRANSLATE_NOOP("job titles", "Import %1");
  if (job.kind == workflow::ExportRequest::kind) return QT_TRANSLATE_NOOP("job titles", "Export clips");
  if (job.kind == workflow::RelinkRequest::kind) return QT_TRANSLATE_NOOP("job titles", "Find missing files");
  if (job.kind == workflow::MeasureRequest::kind) return QT_TRANSLATE_NOOP("job titles", "Scan clips");
  if (job.kind == workflow::CaptionRequest::kind) return QT_TRANSLATE_NOOP("job titles", "Propose captions");
  if (job.kind == workflow::ModelFetchRequest::kind || job.kind == workflow::DatasetFetchRequest::kind)
    return QT_TRANSLATE_NOOP("job titles", "Download %1");
  if (job.kind == workflow::SweepRequest::kind) return QT_TRANSLATE_NOOP("job titles", "Sweep: %1");
  if (job.kind == PrecomputeRequest::kind)
    return QT_TRANSLATE_NOOP("job titles", "Encode clips and captions");
  if (job.kind == LossRequest::kind) return QT_TRANSLATE_NOOP("job titles", "Loss by clip: %1");
  if (job.kind == ModelCheckRequest::kind) return QT_TRANSLATE_NOOP("job titles", "Check %1");
  if (job.kind == DeviceCheckRequest::kind) return QT_TRANSLATE_NOOP("job titles", "Device check");
  if (job.kind != LoraRequest::kind) return nullptr;
  const std::string work = job.params.value("work", "");
  if (work == name_of(LoraWork::check)) return QT_TRANSLATE_NOOP("job titles", "Check %1");
  if (work == name_of(LoraWork::convert)) return QT_TRANSLATE_NOOP("job titles", "Export %1");
  return QT_TRANSLATE_NOOP("job titles", "Merge LoRAs");
}

}  // namespace

JobTitle::JobTitle(const engine_api::JobSpec& spec)
    : m_words(wordsOf(spec)), m_about(QString::fromStdString(spec.title)) {
  const auto paths = spec.params.find("paths");
  if (spec.kind == workflow::ImportRequest::kind && paths != spec.params.end() && paths->size() > 1) {
    m_count = static_cast<int>(paths->size());
    m_words = QT_TRANSLATE_N_NOOP("job titles", "Import %n files");
  }
  // A run without a name is called by its folder; titles are never empty.
  if (m_about.isEmpty()) m_about = toText(engine_api::trained_run(spec).filename());
  if (m_about.isEmpty() && m_words == nullptr)
    m_words = spec.kind == engine_api::GenerateRequest::kind
                  ? QT_TRANSLATE_NOOP("job titles", "Clip without a prompt")
                  : QT_TRANSLATE_NOOP("job titles", "Job without a name");
}

QString JobTitle::text() const {
  if (m_words == nullptr) return m_about;
  const QString words = QCoreApplication::translate("job titles", m_words, nullptr, m_count);
  return words.contains(QLatin1String("%1")) ? words.arg(m_about) : words;
}

}  // namespace fw::ui
