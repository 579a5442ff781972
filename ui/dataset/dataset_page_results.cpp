// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "project/import_problems.h"
#include "ui/dataset/clip_model.h"
#include "ui/dataset/dataset_page.h"
#include "ui/dataset/row_fault_card.h"
#include "ui/state/clip_store.h"
#include "ui/state/job_list_model.h"
#include "ui/widgets/accessible.h"

/// Results of jobs on the clips, and the rows they could not use.
namespace fw::ui {

/// Merges an import's problems with those of earlier imports, including other sessions.
/// @param report  nullopt: problems from earlier sessions, which are not shown unasked
void DatasetPage::showProblems(const std::optional<project::ImportReport>& report, const QString& summary) {
  if (!m_store.isOpen()) return;
  m_store.read(
      [](const project::Project& project, const std::stop_token&) { return import_problems(project); },
      [this, report, summary](const std::vector<interchange::RowFault>& kept) {
        m_hasProblems = !kept.empty();
        const project::ImportReport& own = report ? *report : project::ImportReport();
        std::vector<interchange::RowFault> all = own.faults;
        for (const interchange::RowFault& row : kept)
          if (std::ranges::find(own.faults, row) == own.faults.end()) all.push_back(row);
        const QString text = tr("%n skipped", nullptr, static_cast<int>(all.size()));
        m_faults->showResult(summary.isEmpty() ? text : summary, all, own.warnings, RowFaultCard::Of::import);
        if (!report) m_faults->hide();
        showHealth();
      });
}

/// Names several clips of one file as the list of clips does.
void DatasetPage::showFaults(const QString& summary, const std::vector<interchange::RowFault>& faults) {
  if (!m_store.isOpen()) return;
  m_store.read(
      [faults](const project::Project& project, const std::stop_token&) {
        std::vector<int64_t> ids;
        for (const interchange::RowFault& row : faults) ids.push_back(row.clip);
        RowFaultCard::ClipNames names;
        visit_clips(project, ids, [&](const project::ClipRow& row) { names[row.clip.id] = clipName(row); });
        return names;
      },
      [this, summary, faults](const RowFaultCard::ClipNames& names) {
        m_faults->showResult(summary, faults, {}, RowFaultCard::Of::other, names);
      });
}

void DatasetPage::dismissProblems(const std::vector<interchange::RowFault>& rows) {
  m_store.edit([rows](project::Project& project) { dismiss_import_problems(project, rows); });
  m_store.readAfterEdits([](const project::Project&, const std::stop_token&) { return true; },
                         [this](bool) { showProblems(project::ImportReport()); });
}

void DatasetPage::showJobEnd(const JobRow& job) {
  if (!job.result.is_object()) return;
  QStringList parts;
  if (job.kind == workflow::ImportRequest::kind) {
    project::ImportReport report;
    read_fields(job.result, report, job.kind, Reading::lenient);
    parts << tr("%n clips imported", nullptr, static_cast<int>(report.imported));
    if (report.already_there > 0)
      parts << tr("%n already there", nullptr, static_cast<int>(report.already_there));
    if (report.captions_updated > 0)
      parts << tr("%n captions updated", nullptr, static_cast<int>(report.captions_updated));
    if (!report.faults.empty())
      parts << tr("%n skipped", nullptr, static_cast<int>(report.faults.size()));
    showProblems(report, parts.join(comma()));
  } else if (job.kind == workflow::ExportRequest::kind) {
    project::ExportReport report;
    read_fields(job.result, report, job.kind, Reading::lenient);
    parts << tr("%n clips exported", nullptr, static_cast<int>(report.clips));
    if (!report.faults.empty())
      parts << tr("%n clips not exported, or only in part", nullptr, static_cast<int>(report.faults.size()));
    showFaults(parts.join(comma()), report.faults);
  } else if (job.kind == workflow::RelinkRequest::kind) {
    project::RelinkReport report;
    read_fields(job.result, report, job.kind, Reading::lenient);
    parts << tr("%n files found again", nullptr, static_cast<int>(report.relinked));
    std::vector<interchange::RowFault> faults;
    for (const std::string& file : report.still_missing)
      faults.push_back({.fault = {project::source_not_found, {{"file", file}}}});
    if (!faults.empty()) parts << tr("%n files not found", nullptr, static_cast<int>(faults.size()));
    m_faults->showResult(parts.join(comma()), faults, {});
  } else if (job.kind == workflow::CaptionRequest::kind) {
    captioning::CaptionerReport report;
    read_fields(job.result, report, job.kind, Reading::lenient);
    parts << tr("%n captions proposed", nullptr, static_cast<int>(report.written));
    if (!report.faults.empty())
      parts << tr("%n clips not captioned", nullptr, static_cast<int>(report.faults.size()));
    showFaults(parts.join(comma()), report.faults);
  } else if (job.kind == workflow::MeasureRequest::kind) {
    workflow::MeasureReport report;
    read_fields(job.result, report, job.kind, Reading::lenient);
    if (!report.faults.empty())
      showFaults(tr("%n clips not scanned", nullptr, static_cast<int>(report.faults.size())), report.faults);
  }
  showHealth();
}

}  // namespace fw::ui
