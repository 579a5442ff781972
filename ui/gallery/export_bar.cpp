// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/export_bar.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QUrl>

#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/text_bar.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

QToolButton* makeButton(const char* iconName, const QString& text) {
  auto* const button = named(new QToolButton, text);
  button->setIcon(icon(iconName));
  button->setToolTip(text);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

}  // namespace

ExportBar::ExportBar(QWidget* parent)
    : QWidget(parent),
      m_progress(named(new TextBar, tr("Export"))),
      m_icon(new QLabel),
      m_text(new WrapLabel),
      m_cancel(makeButton("cancel", tr("Cancel the export"))),
      m_reveal(makeButton("folder", tr("Open folder"))),
      m_dismiss(makeButton("close", tr("Dismiss this message"))) {
  auto* const row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  row->addWidget(m_progress, 1);
  row->addWidget(m_icon);
  row->addWidget(m_text, 1, Qt::AlignVCenter);
  row->addWidget(m_cancel);
  row->addWidget(m_reveal);
  row->addWidget(m_dismiss);
  connect(m_cancel, &QToolButton::clicked, this, &ExportBar::cancel);
  connect(m_dismiss, &QToolButton::clicked, this, &QWidget::hide);
  connect(m_reveal, &QToolButton::clicked, this, [this] {
    const QFileInfo target(m_target);
    QDesktopServices::openUrl(
        QUrl::fromLocalFile(target.isDir() ? target.absoluteFilePath() : target.absolutePath()));
  });
  connect(&m_worker, &Worker::failed, this, [this](const Fault& fault) {
    end("error", faultWithHint(fault), {});
    Q_EMIT failed(fault);
  });
  hide();
}

void ExportBar::start(const QString& target, std::function<void(const ExportWork&)> work) {
  if (m_isBusy) return;
  m_isBusy = true;
  m_target = target;
  const QString name = QFileInfo(target).fileName();
  m_progress->showProgress(0, name);
  m_progress->show();
  m_cancel->show();
  for (QWidget* const part : std::initializer_list<QWidget*>{m_icon, m_text, m_reveal, m_dismiss})
    part->hide();
  show();
  Q_EMIT busyChanged();
  m_worker.run(
      [this, name, work = std::move(work)](const std::stop_token& stop) {
        ExportWork progress;
        progress.stop = stop;
        progress.onProgress = [this, name, stop](int done, int total) {
          QMetaObject::invokeMethod(
              this,
              [this, name, done, total, stop] {
                if (!stop.stop_requested())
                  m_progress->showProgress(static_cast<double>(done) / std::max(1, total), name);
              },
              Qt::QueuedConnection);
        };
        work(progress);
        return true;
      },
      [this](bool) {
        end("ok", tr("Exported: %1").arg(QFileInfo(m_target).fileName()), m_target);
        Q_EMIT finished(m_target);
      });
}

void ExportBar::cancel() {
  if (!m_isBusy) return;
  m_worker.clear();
  end("info", tr("The export was cancelled."), {});
}

void ExportBar::end(const char* iconName, const QString& text, const QString& target) {
  m_isBusy = false;
  m_target = target;
  m_progress->hide();
  m_cancel->hide();
  const bool isBad = qstrcmp(iconName, "error") == 0;
  const Tint tint = isBad ? Tint::bad : qstrcmp(iconName, "ok") == 0 ? Tint::good : Tint::text;
  showIcon(*m_icon, iconName, tint, 18);
  m_text->setText(text);
  for (QWidget* const part : std::initializer_list<QWidget*>{m_icon, m_text, m_dismiss}) part->show();
  m_reveal->setVisible(!target.isEmpty());
  show();
  Q_EMIT busyChanged();
}

QString ExportBar::text() const {
  return m_text->text();
}

}  // namespace fw::ui
