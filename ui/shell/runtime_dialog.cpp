// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runtime_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include "base/paths.h"
#include "runtime/install.h"
#include "runtime/installed.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/runtime_installer.h"
#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr uint64_t megabyte = 1'000'000;

}  // namespace

RuntimeDialog::RuntimeDialog(RuntimeInstaller& installer, QWidget* parent)
    : QDialog(parent),
      m_installer(installer),
      m_cuda(new QRadioButton(tr("For &NVIDIA cards (CUDA)"))),
      m_cpu(new QRadioButton(tr("For the &processor alone"))),
      m_index(new QLineEdit),
      m_sizes(new WrapLabel),
      m_says(new WrapLabel),
      m_bar(new QProgressBar) {
  setObjectName(QStringLiteral("runtimeDialog"));
  setWindowTitle(tr("Install LibTorch"));
  setGuidePage(*this, QStringLiteral("start.md#libtorch"));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_install = buttons->addButton(tr("&Install"), QDialogButtonBox::ActionRole);
  m_install->setObjectName(QStringLiteral("installRuntime"));
  m_cancel = buttons->addButton(tr("&Stop"), QDialogButtonBox::ActionRole);
  m_cancel->setObjectName(QStringLiteral("cancelRuntime"));
  named(m_bar, tr("Progress of the installation"));
  m_says->setObjectName(QStringLiteral("runtimeSays"));
  auto* const column = new QVBoxLayout(this);
  column->setSpacing(12);
  column->addWidget(
      new WrapLabel(tr("LibTorch trains and generates. It is fetched from the package index that pip is "
                       "configured with, checked, "
                       "and unpacked into your own folder. You can close this dialog meanwhile and work on "
                       "clips and captions.")));
  column->addWidget(makeChoice());
  column->addWidget(m_sizes);
  column->addWidget(m_bar);
  column->addWidget(m_says);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_install, &QPushButton::clicked, this,
          [this] { m_installer.install(flavour(), m_index->text()); });
  connect(m_cancel, &QPushButton::clicked, &m_installer, &RuntimeInstaller::cancel);
  connect(m_cuda, &QRadioButton::toggled, this, &RuntimeDialog::showState);
  connect(&m_installer, &RuntimeInstaller::changed, this, &RuntimeDialog::showState);
  (runtime::suggested_flavour() == runtime::Flavour::cuda ? m_cuda : m_cpu)->setChecked(true);
  m_install->setDefault(true);
  resize(fontMetrics().averageCharWidth() * 90, 0);
  showState();
}

QWidget* RuntimeDialog::makeChoice() {
  auto* const box = new QWidget;
  named(m_index, tr("Package index"), tr("The address of another package index. Empty: the one of pip."));
  m_index->setPlaceholderText(tr("as pip is configured"));
  auto* const form = new QFormLayout(box);
  form->setContentsMargins(0, 0, 0, 0);
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  form->addRow(m_cuda);
  form->addRow(m_cpu);
  form->addRow(tr("Package in&dex"), m_index);
  return box;
}

runtime::Flavour RuntimeDialog::flavour() const {
  return m_cuda->isChecked() ? runtime::Flavour::cuda : runtime::Flavour::cpu;
}

void RuntimeDialog::showSizes() {
  const runtime::PinList& pins = runtime::pins_of(flavour());
  try {
    std::error_code error;
    const auto space = std::filesystem::space(data_folder(), error);
    QString text =
        tr("%1 to download, up to %2 in %3, where %4 are free.")
            .arg(bytesText(pins.download_mb() * megabyte), bytesText(pins.unpacked_mb() * megabyte),
                 toText(data_folder()), bytesText(space.available));
    if (const uint64_t left = runtime::bytes_left_by_interruption(flavour()); left > 0)
      text += gapAfter(text) + tr("%1 are there already.").arg(bytesText(left));
    m_sizes->setText(text);
    const auto there = runtime::installed();
    if (m_installer.state() == RuntimeInstaller::State::done && there && there->flavour == flavour())
      m_install->setEnabled(false);
  } catch (const Error& error) {
    m_sizes->setText(faultText(error.fault()));
  }
}

void RuntimeDialog::showState() {
  using State = RuntimeInstaller::State;
  const State state = m_installer.state();
  const Progress& progress = m_installer.progress();
  for (QWidget* const choice : {static_cast<QWidget*>(m_cuda), static_cast<QWidget*>(m_cpu),
                                static_cast<QWidget*>(m_index), static_cast<QWidget*>(m_install)})
    choice->setEnabled(state != State::running);
  m_cancel->setEnabled(state == State::running);
  m_bar->setVisible(state == State::running);
  m_bar->setMaximum(static_cast<int>(progress.total));
  m_bar->setValue(static_cast<int>(progress.done));
  m_says->setVisible(state != State::idle);
  if (state != State::running) showSizes();
  switch (state) {
    case State::idle:
      break;
    case State::running: {
      QStringList parts{phaseText(progress)};
      for (const ProgressDetail& detail : progress.details) parts << detailText(detail);
      if (progress.rate_per_s > 0)
        parts << tr("%1 per second").arg(bytesText(static_cast<uint64_t>(progress.rate_per_s * megabyte)));
      if (progress.seconds_left) parts << tr("%1 left").arg(durationText(*progress.seconds_left));
      parts.removeAll(QString());
      m_says->setText(parts.isEmpty() ? tr("Asking the package index…") : parts.join(comma()));
      break;
    }
    case State::failed:
      m_says->setText(faultWithHint(m_installer.fault()));
      break;
    case State::done:
      m_says->setText(
          tr("LibTorch is installed. An engine that was open before uses it from the next start on."));
      break;
  }
  grow();
}

/// Makes room for new content; keeps a dialog that the user enlarged.
void RuntimeDialog::grow() {
  layout()->activate();
  resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

}  // namespace fw::ui
