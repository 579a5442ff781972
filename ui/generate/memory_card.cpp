// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/memory_card.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QThread>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/generate/form_rows.h"
#include "ui/plan/memory_bars.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/process_count.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

const QString automaticId = QStringLiteral("automatic");
const QString ownId = QStringLiteral("own");

using catalog::AttentionForm;
using catalog::DeviceMap;
using catalog::Dtype;
using catalog::Offload;
using catalog::Quantization;
using catalog::TextEncoderPlace;

void narrow(QComboBox& box) {
  box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box.setMinimumContentsLength(12);
}

}  // namespace

MemoryCard::MemoryCard(EngineBridge& bridge, JobListModel& jobs, QWidget* parent)
    : Card(tr("Memory"), parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_feed(bridge),
      m_shared(bridge),
      m_mode(new QComboBox),
      m_offload(new QComboBox),
      m_encoder(new QComboBox),
      m_blocksBox(new QSpinBox),
      m_tiling(new QCheckBox(tr("In tiles"))),
      m_deviceMap(new QComboBox),
      m_device(new QComboBox),
      m_processes(new ProcessCount),
      m_brings(new WrapLabel),
      m_dtype(new QComboBox),
      m_quantization(new QComboBox),
      m_attention(new QComboBox),
      m_help(new WrapLabel),
      m_bars(new MemoryBars),
      m_icon(new QLabel),
      m_verdict(new WrapLabel) {
  setGuidePage(*this, QStringLiteral("memory.md"));
  m_mode->setObjectName(QStringLiteral("generate.memoryMode"));
  m_mode->addItem(tr("Automatic"), automaticId);
  for (const MemoryMode& mode : memoryModes()) m_mode->addItem(mode.name, mode.id);
  m_mode->addItem(tr("Custom"), ownId);
  addChoice(*m_dtype, Dtype::automatic, tr("As published (CPU: float32)"));
  for (const Dtype dtype : {Dtype::bf16, Dtype::fp16, Dtype::fp32})
    addChoice(*m_dtype, dtype, QLatin1String(name_of(dtype).data()));
  addChoice(*m_quantization, Quantization::none, tr("None"));
  for (const Quantization format : {Quantization::fp8, Quantization::int8, Quantization::nf4})
    addChoice(*m_quantization, format, QLatin1String(name_of(format).data()));
  addChoice(*m_attention, AttentionForm::exact, tr("Exact"));
  addChoice(*m_attention, AttentionForm::int8, QLatin1String(name_of(AttentionForm::int8).data()));
  m_attention->setObjectName(QStringLiteral("generate.attention"));
  for (QComboBox* const box : {m_mode, m_device, m_dtype, m_quantization, m_attention}) narrow(*box);
  auto* const rows = makeFormRows();
  addFormRow(*rows, tr("Mode"), m_mode, tr("What stays on the device during generation."));
  rows->addRow(m_help);
  m_help->setForegroundRole(QPalette::PlaceholderText);
  m_rows = rows;
  makeOwnRows();
  addFormRow(*rows, tr("Device"), m_device, tr("Where the clip is generated."));
  m_device->setObjectName(QStringLiteral("generate.device"));
  m_processes->setObjectName(QStringLiteral("generate.processes"));
  addFormRow(*rows, tr("Processes"), m_processes,
             tr("How many processes of this machine make the clip together: one a GPU, or several that share "
                "the cores of the processor. It is the same clip."));
  m_brings->setForegroundRole(QPalette::PlaceholderText);
  rows->addRow(m_brings);
  rows->setRowVisible(m_brings, false);
  addFormRow(*rows, tr("Precision"), m_dtype, tr("The data type that the networks compute in."));
  addFormRow(
      *rows, tr("Quantization"), m_quantization,
      tr("Keeps the weights of the transformer's blocks in fewer bits: less memory, slightly different "
         "clips."));
  addFormRow(
      *rows, tr("Attention"), m_attention,
      tr("int8 can be faster on NVIDIA cards from the RTX 30 series on; clips are slightly different. "
         "The first step compares both: the log says by how much they differ, and where int8 is not close "
         "enough or not faster, attention stays exact."));
  body()->addLayout(rows);
  auto* const line = new QHBoxLayout;
  line->addWidget(m_icon, 0, Qt::AlignTop);
  line->addWidget(m_verdict, 1);
  body()->addWidget(m_bars);
  body()->addLayout(line);
  fillDevices();

  connect(m_mode, &QComboBox::currentIndexChanged, this, &MemoryCard::modeChosen);
  connect(m_device, &QComboBox::currentIndexChanged, this, [this] {
    offerProcesses();
    Q_EMIT changed();
  });
  connect(m_processes, &QComboBox::currentIndexChanged, this, &MemoryCard::changed);
  connect(&m_shared, &SharedForecast::changed, this, [this] {
    m_brings->setText(m_shared.text());
    m_rows->setRowVisible(m_brings, !m_shared.text().isEmpty());
  });
  for (QComboBox* const box : {m_dtype, m_quantization, m_attention})
    connect(box, &QComboBox::currentIndexChanged, this, &MemoryCard::changed);
  connect(&m_feed, &PlanFeed::planned, this, &MemoryCard::take);
  connect(&m_feed, &PlanFeed::clipFitted, this, &MemoryCard::takeFit);
  connect(&m_feed, &PlanFeed::failed, this, [this](const Fault& fault) {
    m_plan.reset();
    m_fault = fault;
    showPlan();
  });
  connect(&m_feed, &PlanFeed::busyChanged, this, &MemoryCard::showVerdict);
  connect(&m_bridge, &EngineBridge::devicesChanged, this, [this] {
    fillDevices();
    if (m_jobs.computingJob() == nullptr) m_idleBytes = 0;
    showVerdict();
  });
  connect(&m_jobs, &JobListModel::summaryChanged, this, &MemoryCard::showVerdict);
  modeChosen();
}

void MemoryCard::makeOwnRows() {
  addChoice(*m_offload, Offload::model, tr("One at a time"));
  addChoice(*m_offload, Offload::none, tr("All"));
  addChoice(*m_encoder, TextEncoderPlace::device, tr("On the device"));
  addChoice(*m_encoder, TextEncoderPlace::streamed, tr("Block by block"));
  addChoice(*m_encoder, TextEncoderPlace::cpu, tr("On the CPU"));
  addChoice(*m_deviceMap, DeviceMap::none, tr("One GPU"));
  addChoice(*m_deviceMap, DeviceMap::balanced, tr("Balanced over all GPUs"));
  m_blocksBox->setRange(0, allBlocks);
  for (QComboBox* const box : {m_offload, m_encoder, m_deviceMap}) narrow(*box);
  addFormRow(*m_rows, tr("Components"), m_offload, tr("How many components are on the device at a time."));
  addFormRow(*m_rows, tr("Text encoder"), m_encoder, tr("Where prompts are encoded."));
  addFormRow(*m_rows, tr("Streamed blocks"), m_blocksBox,
             tr("Number of transformer blocks that stay in host memory. A number above the total means all "
                "of them."));
  addFormRow(*m_rows, tr("Decoding"), m_tiling,
             tr("Decodes the clip in tiles: much less memory, but faint seams may show."));
  addFormRow(*m_rows, tr("Device map"), m_deviceMap,
             tr("Where the transformer's blocks are: one process can place them over all GPUs."));
  for (QComboBox* const box : {m_offload, m_encoder, m_deviceMap})
    connect(box, &QComboBox::currentIndexChanged, this, &MemoryCard::changed);
  connect(m_blocksBox, &QSpinBox::valueChanged, this, &MemoryCard::changed);
  connect(m_tiling, &QCheckBox::toggled, this, &MemoryCard::changed);
}

void MemoryCard::fillDevices() {
  const QSignalBlocker quiet(m_device);
  if (m_device->count() == 0) m_device->addItem(tr("Automatic"), QStringLiteral("auto"));
  for (const DeviceStatus& device : m_bridge.devices()) {
    if (m_device->findData(device.id) < 0)
      m_device->addItem(QStringLiteral("%1 · %2").arg(device.id, device.name), device.id);
  }
  offerProcesses();
}

/// If one GPU is chosen, there is one process.
void MemoryCard::offerProcesses() {
  const QString device = m_device->currentData().toString();
  const auto gpus = std::ranges::count_if(m_bridge.devices(), &DeviceStatus::isGpu);
  const bool onGpu = gpus > 0 && device != QLatin1String("cpu");
  const bool isOne = device != QLatin1String("cpu") && device != QLatin1String("auto");
  const int64_t before = m_processes->count();
  m_processes->offer(isOne ? 1 : onGpu ? gpus : QThread::idealThreadCount(), onGpu);
  m_rows->setRowVisible(m_processes, m_processes->QComboBox::count() > 1);
  if (m_processes->count() != before) Q_EMIT changed();
}

void MemoryCard::showShared() {
  if (!m_asked || m_processes->count() == 1) return m_shared.clear();
  if (!m_processes->isOnGpu()) return m_shared.showProcesses();
  QString card;
  for (const DeviceStatus& device : m_bridge.devices()) {
    if (!device.isGpu()) continue;
    if (!card.isEmpty() && card != device.name) return m_shared.askForGpus(*m_asked, 0, {});
    card = device.name;
  }
  m_shared.askForGpus(*m_asked, m_processes->count(), card);
}

bool MemoryCard::isAutomatic() const {
  return m_mode->currentData() == automaticId;
}

bool MemoryCard::isOwn() const {
  return m_mode->currentData() == ownId;
}

engine_api::ClipMemory MemoryCard::ownMemory() const {
  return {chosen<Offload>(*m_offload), chosen<TextEncoderPlace>(*m_encoder), m_blocksBox->value(),
          m_tiling->isChecked(), chosen<DeviceMap>(*m_deviceMap)};
}

void MemoryCard::showOwn(const engine_api::ClipMemory& memory) {
  const QSignalBlocker quiet(this);
  choose(*m_offload, static_cast<int>(memory.offload));
  choose(*m_encoder, static_cast<int>(memory.text_encoder));
  m_blocksBox->setValue(static_cast<int>(std::min<int64_t>(memory.streamed_blocks, allBlocks)));
  m_tiling->setChecked(memory.vae_tiling);
  choose(*m_deviceMap, static_cast<int>(memory.device_map));
}

void MemoryCard::write(engine_api::GenerateRequest& request) const {
  request.memory = isAutomatic() ? m_found : ownMemory();
  request.device = m_device->currentData().toString().toStdString();
  request.shared.reset();
  if (m_processes->count() > 1) request.shared = {.mesh = {}, .world = {.size = m_processes->count()}};
  request.dtype = chosen<Dtype>(*m_dtype);
  request.quantization = chosen<Quantization>(*m_quantization);
  request.attention = chosen<AttentionForm>(*m_attention);
}

QString MemoryCard::mode() const {
  return m_mode->currentData().toString();
}

void MemoryCard::setRequest(const engine_api::GenerateRequest& request, QString mode) {
  choose(*m_device, QString::fromStdString(request.device));
  if (request.shared) m_processes->setCount(request.shared->world.size);
  choose(*m_dtype, static_cast<int>(request.dtype));
  choose(*m_quantization, static_cast<int>(request.quantization));
  choose(*m_attention, static_cast<int>(request.attention));
  if (mode.isEmpty()) mode = memoryModeOf(request.memory);
  if (mode.isEmpty()) mode = ownId;
  if (mode == ownId) showOwn(request.memory);
  choose(*m_mode, mode);
  Q_EMIT changed();
}

void MemoryCard::modeChosen() {
  for (QWidget* const editor :
       std::initializer_list<QWidget*>{m_offload, m_encoder, m_blocksBox, m_tiling, m_deviceMap})
    m_rows->setRowVisible(editor, isOwn());
  QString help;
  for (const MemoryMode& mode : memoryModes()) {
    if (mode.id != m_mode->currentData()) continue;
    help = mode.help;
    showOwn(mode.memory);  // starting values for custom settings
  }
  if (isAutomatic()) help = tr("The fastest mode that fits in free memory.");
  m_asked.reset();  // the automatic mode may start from the mode's settings
  m_help->setText(help);
  m_rows->setRowVisible(m_help, !help.isEmpty());
  Q_EMIT changed();
}

void MemoryCard::setClip(engine_api::GenerateRequest clip, const QString& obstacle) {
  m_obstacle = m_feed.isAvailable() ? obstacle : tr("No plan: the engine is not loaded.");
  write(clip);
  if (isAutomatic()) clip.memory = {};
  if (!m_obstacle.isEmpty()) {
    m_asked.reset();
    m_plan.reset();
    m_fault.reset();
    showShared();
    return showPlan();
  }
  const bool isNew = m_asked != clip;
  m_asked = std::move(clip);
  showShared();
  if (!isNew) return showVerdict();
  ask();
}

void MemoryCard::ask() {
  isAutomatic() ? m_feed.askForClipFit(*m_asked, freeBytes() / holders()) : m_feed.askForClip(*m_asked);
}

void MemoryCard::take(const engine_api::RunPlan& plan) {
  if (!m_asked) return;
  m_plan = plan;
  m_fault.reset();
  showPlan();
}

void MemoryCard::takeFit(const engine_api::ClipFit& fit) {
  m_found = fit.memory;
  m_foundName = memoryText(fit.memory, fit.plan.block_count);
  take(fit.plan);
}

/// Number of processes that hold the model in the same memory; the plan is for one of them.
int64_t MemoryCard::holders() const {
  return m_processes->isOnGpu() ? 1 : m_processes->count();
}

int64_t MemoryCard::neededBytes() const {
  return m_plan->device_peak_bytes() * holders();
}

int64_t MemoryCard::neededHostBytes() const {
  return m_plan->host_peak_bytes() * m_processes->count();
}

/// A running job's memory will be free when this job starts, so use what was free before it.
int64_t MemoryCard::freeBytes() const {
  const QString device = holders() > 1 ? QStringLiteral("cpu") : m_device->currentData().toString();
  const int64_t now = freeBytesFor(m_bridge, device, m_plan);
  return m_jobs.computingJob() != nullptr ? std::max(now, m_idleBytes) : now;
}

bool MemoryCard::fits() const {
  return m_plan && neededBytes() <= freeBytes() &&
         (m_plan->on_cpu() || neededHostBytes() <= m_plan->host_free_bytes);
}

void MemoryCard::showPlan() {
  m_bars->setPhases(m_plan ? phasesOf(*m_plan, holders()) : std::vector<PhaseBar>());
  m_bars->setVisible(m_plan.has_value());
  showVerdict();
}

void MemoryCard::showVerdict() {
  if (m_plan && m_jobs.computingJob() == nullptr) m_idleBytes = freeBytes();
  m_icon->setVisible(m_plan.has_value() || m_fault.has_value());
  if (!m_plan) {
    showIcon(*m_icon, "warning", Tint::warning, 18);
    m_verdict->setText(!m_obstacle.isEmpty() ? m_obstacle
                       : m_fault
                           ? sentences({tr("No plan: %1").arg(faultText(*m_fault)), faultHint(*m_fault)})
                       : m_feed.isBusy() ? tr("Planning…")
                                         : tr("No plan yet."));
    return Q_EMIT verdictChanged();
  }
  const int64_t free = freeBytes();
  m_bars->setFree(static_cast<uint64_t>(free));
  const int64_t peak = neededBytes();
  const bool good = free > 0 && fits();
  const bool isHost = !good && peak <= free;
  showIcon(*m_icon, good ? "ok" : "warning", good ? Tint::good : Tint::warning, 18);
  const bool isBusy = m_jobs.computingJob() != nullptr;
  QString text = free == 0 ? tr("Needs %1. This computer has no such device.").arg(bytesText(peak))
                 : isHost  ? tr("Fits the device, but not host memory.")
                 : !good   ? tr("Does not fit: %1 needed, %2 free.").arg(bytesText(peak), bytesText(free))
                 : isBusy
                     ? tr("Fits: %1 of %2 free when no job is running.").arg(bytesText(peak), bytesText(free))
                     : tr("Fits: %1 of %2 free now.").arg(bytesText(peak), bytesText(free));
  if (isAutomatic() && !m_foundName.isEmpty()) text = m_foundName + fullStop() + text;
  if (!m_plan->on_cpu())
    text += QLatin1Char('\n') + tr("Host memory: %1 of %2 free")
                                    .arg(bytesText(neededHostBytes()), bytesText(m_plan->host_free_bytes));
  if (m_feed.isBusy()) text += gapAfter(text) + tr("Planning…");
  m_verdict->setText(text);
  Q_EMIT verdictChanged();
}

QString MemoryCard::verdict() const {
  return m_verdict->text();
}

}  // namespace fw::ui
