// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/cache_row.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include "run/cache_cleanup.h"
#include "run/run_folder.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/cache_size_label.h"

namespace fw::ui {

namespace {

std::vector<std::filesystem::path> runsOf(const QStringList& projects) {
  std::vector<std::filesystem::path> runs;
  for (const QString& project : projects) {
    for (const run::RunPaths& run : run::list_runs(toPath(project) / "runs")) runs.push_back(run.folder);
  }
  return runs;
}

}  // namespace

CacheRow::CacheRow(std::filesystem::path cache, const QStringList& projects,
                   std::function<uint64_t()> limitBytes, QWidget* parent)
    : QWidget(parent),
      m_cache(std::move(cache)),
      m_projects(projects),
      m_limitBytes(std::move(limitBytes)),
      m_label(new CacheSizeLabel),
      m_clean(named(new QPushButton(tr("Clean &up…")), tr("Clean up the cache"),
                    tr("Removes the least recently used entries. Asks first."))) {
  setObjectName(QStringLiteral("cacheRow"));
  m_clean->setObjectName(QStringLiteral("cleanCache"));
  m_clean->setAutoDefault(false);
  auto* const row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(m_label, 1, Qt::AlignVCenter);
  row->addWidget(m_clean);
  connect(m_clean, &QPushButton::clicked, this, &CacheRow::plan);
  connect(&m_worker, &Worker::failed, this, [this](const Fault& fault) { say(faultWithHint(fault)); });
  m_label->setCache(m_cache);
}

void CacheRow::say(const QString& text) {
  m_label->setText(text);
  m_clean->setEnabled(true);
}

void CacheRow::plan() {
  m_clean->setEnabled(false);
  const uint64_t limit = m_limitBytes();
  m_worker.run(
      [cache = m_cache, projects = m_projects, limit](const std::stop_token& stop) {
        return run::plan_cleanup(cache, limit, runsOf(projects), stop);
      },
      [this, limit](const run::CacheCleanup& plan) { ask(plan, limit); });
}

void CacheRow::ask(const run::CacheCleanup& plan, uint64_t limitBytes) {
  const QString needed = plan.needed.entries > 0
                             ? tr("%1 is kept for unfinished runs.").arg(bytesText(plan.needed.bytes))
                             : QString();
  if (plan.removed.entries == 0) return say(sentences({tr("Nothing to remove."), needed}));
  QStringList missing;
  for (const std::filesystem::path& run : plan.missing) missing << QDir::toNativeSeparators(toText(run));
  const QString lost = missing.isEmpty()
                           ? QString()
                           : tr("These runs cannot be found (is a disk not connected?), so nothing is kept "
                                "for them: %1.")
                                 .arg(QLocale().createSeparatedList(missing));
  QMessageBox question(
      QMessageBox::Question, tr("Clean up the cache?"),
      tr("Remove %1 of %2?").arg(bytesText(plan.removed.bytes), bytesText(plan.before.bytes)),
      QMessageBox::NoButton, window());
  question.setObjectName(QStringLiteral("cleanQuestion"));
  question.setInformativeText(
      sentences({tr("The least recently used entries are removed. They are encoded again when needed."),
                 needed, lost}));
  QPushButton* const remove = question.addButton(tr("&Remove"), QMessageBox::DestructiveRole);
  remove->setObjectName(QStringLiteral("removeEntries"));
  QPushButton* const keep = question.addButton(tr("&Cancel"), QMessageBox::RejectRole);
  question.setDefaultButton(keep);
  question.setEscapeButton(keep);
  question.exec();
  if (question.clickedButton() == remove) return clean(limitBytes, plan.missing);
  m_clean->setEnabled(true);
}

void CacheRow::clean(uint64_t limitBytes, const std::vector<std::filesystem::path>& givenUp) {
  m_worker.run(
      [cache = m_cache, projects = m_projects, limitBytes, givenUp](const std::stop_token& stop) {
        return run::clean_cache(cache, limitBytes, runsOf(projects), stop, givenUp);
      },
      [this](const run::CacheCleanup&) {
        m_clean->setEnabled(true);
        m_label->count();
      });
}

}  // namespace fw::ui
