// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/system_card.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include "catalog/catalog.h"
#include "run/preset.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/runtime_installer.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

QLabel* dimLabel(const QString& text) {
  auto* const label = new QLabel(text);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

SystemCard::SystemCard(const EngineBridge& bridge, QAction* reopen, QAction* install, QWidget* parent)
    : Card(tr("This computer"), parent), m_bridge(bridge), m_reopen(reopen), m_install(install) {
  connect(&m_bridge, &EngineBridge::engineStateChanged, this, &SystemCard::showSystem);
  connect(&m_bridge, &EngineBridge::devicesChanged, this, &SystemCard::showMemory);
  showSystem();
}

void SystemCard::showSystem() {
  delete m_facts;
  m_memory.clear();
  m_facts = new QWidget;
  m_column = new QVBoxLayout(m_facts);
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(10);
  m_grid = new QGridLayout;
  m_column->addLayout(m_grid);
  m_grid->setHorizontalSpacing(18);
  m_grid->setVerticalSpacing(8);
  m_grid->setColumnStretch(1, 1);
  switch (m_bridge.engineState()) {
    case EngineBridge::State::closed:
    case EngineBridge::State::opening:
      m_grid->addWidget(dimLabel(tr("Loading the engine and looking for devices…")), 0, 0, 1, 2);
      break;
    case EngineBridge::State::ready:
      addDevices();
      addWhatFits();
      addVersions();
      for (const Fault& advice : m_bridge.advice()) addNotice(advice, Tint::warning);
      if (m_bridge.engineFault()) addNotice(*m_bridge.engineFault(), Tint::bad);
      break;
    case EngineBridge::State::failed:
      addNotice(*m_bridge.engineFault(), Tint::bad);
      addRemedy(lacksLibTorch(m_bridge) ? m_install : m_reopen);
      addVersions();
      break;
  }
  body()->addWidget(m_facts);
}

void SystemCard::addRow(const QString& name, const QString& value) {
  const int row = m_grid->rowCount();
  auto* const text = new WrapLabel(value);
  m_grid->addWidget(dimLabel(name), row, 0, Qt::AlignTop);
  m_grid->addWidget(text, row, 1);
}

void SystemCard::addDevices() {
  for (const DeviceStatus& device : m_bridge.devices()) {
    const int row = m_grid->rowCount();
    auto* const name = new WrapLabel(device.name);
    m_memory.push_back(dimLabel({}));
    auto* const texts = new QVBoxLayout;
    texts->setSpacing(1);
    texts->addWidget(name);
    texts->addWidget(m_memory.back());
    m_grid->addWidget(dimLabel(device.isGpu() ? tr("GPU") : tr("Processor")), row, 0, Qt::AlignTop);
    m_grid->addLayout(texts, row, 1);
  }
  showMemory();
}

void SystemCard::showMemory() {
  const auto& devices = m_bridge.devices();
  if (devices.size() != m_memory.size()) return;
  for (size_t i = 0; i < devices.size(); ++i)
    m_memory[i]->setText(
        tr("%1 free of %2").arg(bytesText(devices[i].freeBytes), bytesText(devices[i].totalBytes)));
}

QString SystemCard::modelsThatFit(run::TrainingType training, uint64_t memory) {
  QStringList names;
  for (const run::Preset& preset : run::shipped_presets()) {
    const catalog::ModelSpec* const model = catalog::find_model(preset.model);
    const bool fits = preset.settings.training_type == training &&
                      run::fits_card(preset, static_cast<double>(memory) / (1 << 30));
    if (!fits || model == nullptr) continue;
    const QString name = QString::fromStdString(model->rules.model);
    if (!names.contains(name)) names << name;
  }
  return names.join(comma());
}

void SystemCard::addWhatFits() {
  uint64_t memory = 0;
  for (const DeviceStatus& device : m_bridge.devices()) {
    if (device.isGpu()) memory = std::max(memory, device.totalBytes);
  }
  if (memory == 0)
    return addRow(tr("What fits"), tr("The sample model, which trains on the processor in minutes. The "
                                      "published models need a GPU."));
  const QString loras = modelsThatFit(run::TrainingType::lora, memory),
                whole = modelsThatFit(run::TrainingType::sft, memory);
  if (loras.isEmpty() && whole.isEmpty())
    return addRow(tr("What fits"), tr("The sample model. The published models need more GPU memory."));
  if (!loras.isEmpty()) addRow(tr("LoRAs that fit"), loras);
  if (!whole.isEmpty()) addRow(tr("Full fine-tuning"), whole);
}

void SystemCard::addVersions() {
  const auto& info = m_bridge.systemInfo();
  if (!info) return;
  if (info->engine) addCuda(*info->engine);
  addRow(QStringLiteral("FFmpeg"),
         info->ffmpeg ? QString::fromStdString(*info->ffmpeg) : tr("not in this build"));
}

void SystemCard::addCuda(const jobs::EngineInfo& engine) {
  addRow(QStringLiteral("LibTorch"), QString::fromStdString(engine.libtorch));
  const auto& cuda = engine.cuda;
  addRow(QStringLiteral("CUDA"),
         cuda                     ? QString::fromStdString(cuda->version)
         : m_install->isEnabled() ? tr("none: LibTorch for the processor is installed")
                                  : tr("none: built for the processor; installers/run.sh builds for NVIDIA "
                                       "cards"));
  if (!cuda && m_install->isEnabled()) addRemedy(m_install);
  if (!cuda) return;
  addRow(tr("NVIDIA driver"),
         tr("%1 (needed: %2 or newer)")
             .arg(cuda->driver.empty() ? tr("none") : QString::fromStdString(cuda->driver),
                  QString::fromStdString(cuda->minimum_driver)));
}

void SystemCard::addRemedy(QAction* command) {
  auto* const button = new QPushButton(command->icon(), command->iconText());
  named(button, command->iconText(), command->whatsThis());
  connect(button, &QPushButton::clicked, command, &QAction::trigger);
  m_column->addWidget(button, 0, Qt::AlignLeft);
}

void SystemCard::addNotice(const Fault& fault, Tint tint) {
  auto* const picture = new QLabel;
  showIcon(*picture, tint == Tint::bad ? "error" : "warning", tint, 20);
  auto* const what = new WrapLabel(faultText(fault));
  setBold(*what);
  auto* const texts = new QVBoxLayout;
  texts->setSpacing(2);
  texts->addWidget(what);
  texts->addWidget(new WrapLabel(faultHint(fault)));
  auto* const line = new QHBoxLayout;
  line->setSpacing(10);
  line->addWidget(picture, 0, Qt::AlignTop);
  line->addLayout(texts, 1);
  m_column->addLayout(line);
}

}  // namespace fw::ui
