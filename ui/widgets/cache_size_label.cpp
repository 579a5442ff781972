// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cache_size_label.h"

#include <QShowEvent>

#include "run/cache_cleanup.h"
#include "ui/state/fault_text.h"

namespace fw::ui {

CacheSizeLabel::CacheSizeLabel(QWidget* parent) : WrapLabel({}, parent) {
  connect(&m_worker, &Worker::failed, this, [this](const Fault& fault) { setText(faultText(fault)); });
}

void CacheSizeLabel::setCache(const std::filesystem::path& cache) {
  if (cache == m_cache) return;
  m_cache = cache;
  if (isVisible()) count();
}

void CacheSizeLabel::count() {
  m_worker.clear();
  if (m_cache.empty()) return clear();
  setText(tr("Counting…"));
  m_worker.run(
      [cache = m_cache](const std::stop_token& stop) { return run::cache_size(cache, stop); },
      [this](const run::CacheSize& size) {
        setText(tr("%1 in %n entries", nullptr, static_cast<int>(size.entries)).arg(bytesText(size.bytes)));
      });
}

void CacheSizeLabel::showEvent(QShowEvent* event) {
  WrapLabel::showEvent(event);
  if (!event->spontaneous()) count();
}

}  // namespace fw::ui
