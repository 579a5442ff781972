// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/memory_card.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/generate/form_rows.h"
#include "ui/plan/memory_bars.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

const QString automaticId = QStringLiteral("automatic");
const QString ownId = QStringLiteral("own");

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
      m_mode(new QComboBox),
      m_offload(new QComboBox),
      m_encoder(new QComboBox),
      m_blocksBox(new QSpinBox),
      m_tiling(new QCheckBox(tr("In tiles"))),
      m_device(new QComboBox),
      m_dtype(new QComboBox),
      m_help(new WrapLabel),
      m_bars(new MemoryBars),
      m_icon(new QLabel),
      m_verdict(new WrapLabel) {
  m_mode->setObjectName(QStringLiteral("generate.memoryMode"));
  m_mode->addItem(tr("Automatic"), automaticId);
  for (const MemoryMode& mode : memoryModes()) m_mode->addItem(mode.name, mode.id);
  m_mode->addItem(tr("Custom"), ownId);
  m_dtype->addItem(tr("As published (CPU: float32)"), QStringLiteral("auto"));
  for (const char* const name : {"bf16", "fp16", "fp32"})
    m_dtype->addItem(QLatin1String(name), QLatin1String(name));
  for (QComboBox* const box : {m_mode, m_device, m_dtype}) narrow(*box);
  auto* const rows = makeFormRows();
  addFormRow(*rows, tr("Mode"), m_mode, tr("What stays on the device during generation."));
  rows->addRow(m_help);
  m_help->setForegroundRole(QPalette::PlaceholderText);
  m_rows = rows;
  makeOwnRows();
  addFormRow(*rows, tr("Device"), m_device, tr("Where the clip is generated."));
  addFormRow(*rows, tr("Precision"), m_dtype, tr("The data type that the networks compute in."));
  body()->addLayout(rows);
  auto* const line = new QHBoxLayout;
  line->addWidget(m_icon, 0, Qt::AlignTop);
  line->addWidget(m_verdict, 1);
  body()->addWidget(m_bars);
  body()->addLayout(line);
  fillDevices();

  connect(m_mode, &QComboBox::currentIndexChanged, this, &MemoryCard::modeChosen);
  connect(m_device, &QComboBox::currentIndexChanged, this, &MemoryCard::changed);
  connect(m_dtype, &QComboBox::currentIndexChanged, this, &MemoryCard::changed);
  connect(&m_feed, &PlanFeed::planned, this, &MemoryCard::take);
  connect(&m_feed, &PlanFeed::failed, this, [this](const Fault& fault) {
    m_plan.reset();
    m_fault = fault;
    showPlan();
  });
  connect(&m_feed, &PlanFeed::busyChanged, this, &MemoryCard::showVerdict);
  connect(&m_bridge, &EngineBridge::devicesChanged, this, [this] {
    fillDevices();
    if (m_jobs.activeJob() == nullptr) m_idleBytes = 0;
    showVerdict();
  });
  connect(&m_jobs, &JobListModel::summaryChanged, this, &MemoryCard::showVerdict);
  modeChosen();
}

void MemoryCard::makeOwnRows() {
  m_offload->addItem(tr("One at a time"), QStringLiteral("model"));
  m_offload->addItem(tr("All"), QStringLiteral("none"));
  m_encoder->addItem(tr("On the device"), QStringLiteral("device"));
  m_encoder->addItem(tr("Block by block"), QStringLiteral("stream"));
  m_encoder->addItem(tr("On the CPU"), QStringLiteral("cpu"));
  m_blocksBox->setRange(0, allBlocks);
  for (QComboBox* const box : {m_offload, m_encoder}) narrow(*box);
  addFormRow(*m_rows, tr("Components"), m_offload, tr("How many components are on the device at a time."));
  addFormRow(*m_rows, tr("Text encoder"), m_encoder, tr("Where prompts are encoded."));
  addFormRow(*m_rows, tr("Streamed blocks"), m_blocksBox,
             tr("Number of transformer blocks that stay in host memory. A number above the total means all "
                "of them."));
  addFormRow(*m_rows, tr("Decoding"), m_tiling,
             tr("Decodes the clip in tiles: much less memory, but faint seams may show."));
  for (QComboBox* const box : {m_offload, m_encoder})
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
}

bool MemoryCard::isAutomatic() const {
  return m_mode->currentData() == automaticId;
}

bool MemoryCard::isOwn() const {
  return m_mode->currentData() == ownId;
}

nlohmann::json MemoryCard::ownParams() const {
  return {{"offload", m_offload->currentData().toString().toStdString()},
          {"text_encoder", m_encoder->currentData().toString().toStdString()},
          {"streamed_blocks", m_blocksBox->value()},
          {"vae_tiling", m_tiling->isChecked()}};
}

void MemoryCard::showOwn(const nlohmann::json& params) {
  const QSignalBlocker quiet(this);
  choose(*m_offload, QString::fromStdString(params.at("offload").get<std::string>()));
  choose(*m_encoder, QString::fromStdString(params.at("text_encoder").get<std::string>()));
  m_blocksBox->setValue(params.at("streamed_blocks").get<int>());
  m_tiling->setChecked(params.at("vae_tiling").get<bool>());
}

nlohmann::json MemoryCard::params() const {
  nlohmann::json params = isAutomatic() ? m_found : ownParams();
  params["device"] = m_device->currentData().toString().toStdString();
  params["dtype"] = m_dtype->currentData().toString().toStdString();
  return params;
}

nlohmann::json MemoryCard::state() const {
  nlohmann::json state = params();
  state["memory_mode"] = m_mode->currentData().toString().toStdString();
  return state;
}

void MemoryCard::setParams(const nlohmann::json& params) {
  const auto text = [&](const char* key) {
    const auto found = params.find(key);
    return found != params.end() && found->is_string() ? QString::fromStdString(found->get<std::string>())
                                                       : QString();
  };
  if (const QString device = text("device"); !device.isEmpty()) choose(*m_device, device);
  if (const QString dtype = text("dtype"); !dtype.isEmpty()) choose(*m_dtype, dtype);
  const nlohmann::json memory = memoryParams(params);
  bool isGiven = false;
  for (const auto& [key, value] : memory.items()) isGiven = isGiven || params.contains(key);
  QString mode = text("memory_mode");
  if (mode.isEmpty() && isGiven) mode = memoryModeOf(memory);
  if (mode.isEmpty() && isGiven) mode = ownId;
  if (mode.isEmpty()) return;
  if (mode == ownId) showOwn(memory);
  choose(*m_mode, mode);
  Q_EMIT changed();
}

void MemoryCard::modeChosen() {
  for (QWidget* const editor : std::initializer_list<QWidget*>{m_offload, m_encoder, m_blocksBox, m_tiling})
    m_rows->setRowVisible(editor, isOwn());
  QString help;
  for (const MemoryMode& mode : memoryModes()) {
    if (mode.id != m_mode->currentData()) continue;
    help = mode.help;
    showOwn(mode.params);  // where an own choice begins
  }
  if (isAutomatic()) help = tr("The fastest mode that fits in free memory.");
  m_help->setText(help);
  m_rows->setRowVisible(m_help, !help.isEmpty());
  Q_EMIT changed();
}

void MemoryCard::setClip(const nlohmann::json& clip, const QString& obstacle) {
  m_clip = clip;
  m_obstacle = m_feed.isAvailable() ? obstacle : tr("No plan: the engine is not loaded.");
  nlohmann::json wanted = clip;
  wanted.update(params());
  if (isAutomatic()) {
    for (const char* const key : {"offload", "text_encoder", "streamed_blocks", "vae_tiling"})
      wanted.erase(key);
  }
  if (!m_obstacle.isEmpty()) {
    m_asked = nullptr;
    m_plan.reset();
    m_fault.reset();
    return showPlan();
  }
  if (wanted == m_asked) return showVerdict();
  m_asked = wanted;
  m_tried = 0;
  ask();
}

void MemoryCard::ask() {
  nlohmann::json request = m_asked;
  if (isAutomatic()) request.update(automaticModes(m_blocks).at(m_tried).params);
  m_feed.askForClip(request);
}

void MemoryCard::take(const nlohmann::json& plan) {
  if (m_asked.is_null()) return;
  m_blocks = plan.at("block_count").get<int64_t>();
  m_plan = plan;
  m_fault.reset();
  if (isAutomatic()) {
    const auto modes = automaticModes(m_blocks);
    m_tried = std::min(m_tried, modes.size() - 1);
    if (!fits() && m_tried + 1 < modes.size()) {
      ++m_tried;
      return ask();
    }
    m_found = modes[m_tried].params;
    m_foundName = modes[m_tried].name;
  }
  showPlan();
}

/// A running job's memory is there again when this one's turn comes: then what was free before it counts.
uint64_t MemoryCard::freeBytes() const {
  const uint64_t now =
      freeBytesFor(m_bridge, m_device->currentData().toString(), m_plan ? *m_plan : nlohmann::json());
  return m_jobs.activeJob() != nullptr ? std::max(now, m_idleBytes) : now;
}

bool MemoryCard::fits() const {
  if (!m_plan) return false;
  const bool onCpu = m_plan->at("device") == "cpu";
  return m_plan->at("device_peak_bytes").get<uint64_t>() <= freeBytes() &&
         (onCpu ||
          m_plan->at("host_peak_bytes").get<uint64_t>() <= m_plan->at("host_free_bytes").get<uint64_t>());
}

void MemoryCard::showPlan() {
  m_bars->setPhases(m_plan ? phasesOf(*m_plan) : std::vector<PhaseBar>());
  m_bars->setVisible(m_plan.has_value());
  showVerdict();
}

void MemoryCard::showVerdict() {
  if (m_plan && m_jobs.activeJob() == nullptr) m_idleBytes = freeBytes();
  m_icon->setVisible(m_plan.has_value() || m_fault.has_value());
  if (!m_plan) {
    m_icon->setPixmap(icon("warning", Tint::warning).pixmap(QSize(18, 18), devicePixelRatioF()));
    m_verdict->setText(!m_obstacle.isEmpty() ? m_obstacle
                       : m_fault ? QString(tr("No plan: %1").arg(faultText(*m_fault)) + QLatin1Char(' ') +
                                           faultHint(*m_fault))
                                       .trimmed()
                       : m_feed.isBusy() ? tr("Planning…")
                                         : tr("No plan yet."));
    return Q_EMIT verdictChanged();
  }
  const uint64_t free = freeBytes();
  m_bars->setFree(free);
  const auto peak = m_plan->at("device_peak_bytes").get<uint64_t>();
  const bool good = free > 0 && fits();
  const bool isHost = !good && peak <= free;
  m_icon->setPixmap(icon(good ? "ok" : "warning", good ? Tint::good : Tint::warning)
                        .pixmap(QSize(18, 18), devicePixelRatioF()));
  const bool isBusy = m_jobs.activeJob() != nullptr;
  QString text = free == 0 ? tr("Needs %1. This computer has no such device.").arg(bytesText(peak))
                 : isHost  ? tr("Fits the device, but not host memory.")
                 : !good   ? tr("Does not fit: %1 needed, %2 free.").arg(bytesText(peak), bytesText(free))
                 : isBusy
                     ? tr("Fits: %1 of %2 free when no job is running.").arg(bytesText(peak), bytesText(free))
                     : tr("Fits: %1 of %2 free now.").arg(bytesText(peak), bytesText(free));
  if (isAutomatic() && !m_foundName.isEmpty()) text = m_foundName + QStringLiteral(". ") + text;
  if (m_plan->at("device") != "cpu")
    text += QLatin1Char('\n') + tr("Host memory: %1 of %2 free")
                                    .arg(bytesText(m_plan->at("host_peak_bytes").get<uint64_t>()),
                                         bytesText(m_plan->at("host_free_bytes").get<uint64_t>()));
  if (m_feed.isBusy()) text += QLatin1Char(' ') + tr("Planning…");
  m_verdict->setText(text);
  Q_EMIT verdictChanged();
}

QString MemoryCard::verdict() const {
  return m_verdict->text();
}

}  // namespace fw::ui
