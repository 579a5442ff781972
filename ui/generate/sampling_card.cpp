// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/sampling_card.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontMetrics>
#include <QGridLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <map>
#include <utility>

#include "run/sampling_options.h"
#include "ui/generate/form_rows.h"
#include "ui/run_settings/setting_row.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/wheel_guard.h"

namespace fw::ui {

namespace {

constexpr int mostSteps = 1000;
constexpr double strongestGuidance = 50;
constexpr double largestSeed = 9007199254740991;  // 2^53 - 1: exactly representable as a double
constexpr int mostClips = 99;

}  // namespace

SamplingCard::SamplingCard(QAction* lastSeed, QWidget* parent)
    : Card(tr("Sampling"), parent),
      m_optionRows(new QWidget),
      m_steps(new QSpinBox),
      m_guidance(new QDoubleSpinBox),
      m_scheduler(new QComboBox),
      m_draw(new QCheckBox(tr("A new one for each clip"))),
      m_seed(new QDoubleSpinBox),
      m_clips(new QSpinBox) {
  m_steps->setRange(1, mostSteps);
  m_steps->setObjectName(QStringLiteral("generate.steps"));
  m_guidance->setRange(0, strongestGuidance);
  m_guidance->setSingleStep(0.5);
  m_guidance->setObjectName(QStringLiteral("generate.guidance"));
  m_scheduler->addItem(tr("Model default"), QString());
  m_scheduler->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_scheduler->setMinimumContentsLength(16);
  m_draw->setChecked(true);
  m_draw->setObjectName(QStringLiteral("generate.drawSeed"));
  m_seed->setDecimals(0);
  m_seed->setRange(0, largestSeed);
  m_seed->setGroupSeparatorShown(false);
  m_seed->setObjectName(QStringLiteral("generate.seed"));
  // Wide enough for common 32-bit seeds, not for the largest.
  m_seed->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0000000000")) + 48);
  m_seed->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_clips->setRange(1, mostClips);
  m_clips->setObjectName(QStringLiteral("generate.clips"));

  auto* const rows = makeFormRows();
  addFormRow(*rows, tr("Steps"), m_steps,
             tr("Number of denoising steps. More take longer and give finer results."));
  addFormRow(*rows, tr("Guidance"), m_guidance,
             tr("How closely the clip follows the prompt. 1 or less turns guidance off and halves the time "
                "per step."));
  rows->addRow(m_optionRows);
  addFormRow(*rows, tr("Scheduler"), m_scheduler, tr("How the noise is removed."));
  rows->addRow(tr("Seed"), m_draw);
  named(m_draw, tr("A new seed for each clip"),
        tr("The same seed and settings give the same clip. When this is off, further clips use the seeds "
           "that follow."));
  m_draw->setToolTip(m_draw->accessibleDescription());
  auto* const seed = new QHBoxLayout;
  seed->addWidget(m_seed, 1);
  seed->addWidget(actionButton(lastSeed));
  named(m_seed, tr("Seed"), tr("Seed of the first clip. Further clips use the numbers that follow."));
  m_seed->setToolTip(m_seed->accessibleDescription());
  keepWheelFromChanging(m_seed);
  rows->addRow(QString(), seed);
  addFormRow(*rows, tr("Clips"), m_clips, tr("Number of clips to queue, each with its own seed."));
  body()->addLayout(rows);

  connect(m_steps, &QSpinBox::valueChanged, this, &SamplingCard::changed);
  connect(m_guidance, &QDoubleSpinBox::valueChanged, this, &SamplingCard::changed);
  connect(&m_options, &RunDraft::changed, this, &SamplingCard::changed);
  connect(m_scheduler, &QComboBox::currentIndexChanged, this, &SamplingCard::changed);
  connect(m_draw, &QCheckBox::toggled, this, &SamplingCard::changed);
  connect(m_seed, &QDoubleSpinBox::valueChanged, this, &SamplingCard::changed);
  connect(m_clips, &QSpinBox::valueChanged, this, &SamplingCard::changed);
  connect(this, &SamplingCard::changed, this, &SamplingCard::update);
  update();
}

void SamplingCard::update() {
  std::map<std::string, QString> faults;
  for (const Fault& fault : m_options.run().faults) faults[faultKey(fault)] = shortFaultText(fault);
  for (SettingRow* const row : m_rows) row->update(faults[std::string(row->setting().key)]);
  m_seed->setEnabled(!m_draw->isChecked());
}

void SamplingCard::setModel(const std::optional<catalog::ModelSpec>& model) {
  if (!model) return;
  if (m_steps->value() == m_ownSteps) m_steps->setValue(static_cast<int>(model->steps));
  if (m_guidance->value() == m_ownGuidance) m_guidance->setValue(model->guidance_scale);
  m_ownSteps = model->steps;
  m_ownGuidance = model->guidance_scale;
  fillSchedulers(*model);
  if (m_family != model->family) showOptions(model->family);
  if (m_waiting) takeOptions(*std::exchange(m_waiting, {}));
}

void SamplingCard::fillSchedulers(const catalog::ModelSpec& model) {
  const QVariant chosen = m_scheduler->currentData();
  const QSignalBlocker quiet(m_scheduler);
  while (m_scheduler->count() > 1) m_scheduler->removeItem(1);
  for (const std::string& sampler : model.samplers) {
    const QString name = QString::fromStdString(sampler);
    m_scheduler->addItem(name, name);
  }
  choose(*m_scheduler, chosen);
}

void SamplingCard::showOptions(const std::string& family) {
  m_family = family;
  for (SettingRow* const row : std::exchange(m_rows, {})) delete row;
  qDeleteAll(m_optionRows->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  delete m_optionRows->layout();
  auto* const grid = new QGridLayout(m_optionRows);
  grid->setContentsMargins(0, 0, 0, 0);
  m_options.begin({}, run::set_in_text({}, "model.family", catalog::Value(family)));
  for (const catalog::Setting* const setting : run::sampling_settings(family))
    m_rows.push_back(new SettingRow(*setting, m_options, *grid, this));
  m_optionRows->setVisible(!m_rows.empty());
  update();
}

void SamplingCard::takeOptions(const catalog::OwnValues& options) {
  run::RunSettings said;
  try {
    said.own = run::read_sampling_options(options, m_family);
  } catch (const Error&) {
    return;  // of another family, or from another version
  }
  for (const catalog::Setting* const setting : run::sampling_settings(m_family))
    m_options.setValue(*setting, value_of(said, *setting));
}

void SamplingCard::write(engine_api::GenerateRequest& request) const {
  request.steps = m_steps->value();
  request.guidance_scale = m_guidance->value();
  request.options = run::sampling_options(m_options.run().settings, m_family);
  request.sampler = m_scheduler->currentData().toString().toStdString();
  request.seed = m_draw->isChecked() ? -1 : static_cast<int64_t>(m_seed->value());
}

void SamplingCard::setRequest(const engine_api::GenerateRequest& request) {
  m_steps->setValue(static_cast<int>(request.steps > 0 ? request.steps : m_ownSteps));
  m_guidance->setValue(request.guidance_scale >= 0 ? request.guidance_scale : m_ownGuidance);
  m_family.empty() ? void(m_waiting = request.options) : takeOptions(request.options);
  const QString sampler = QString::fromStdString(request.sampler);
  if (m_family.empty() && m_scheduler->findData(sampler) < 0) m_scheduler->addItem(sampler, sampler);
  choose(*m_scheduler, sampler);
  setSeed(request.seed);
}

void SamplingCard::setSeed(int64_t seed) {
  m_draw->setChecked(seed < 0);
  if (seed >= 0) m_seed->setValue(static_cast<double>(seed));
}

int SamplingCard::clips() const {
  return m_clips->value();
}

void SamplingCard::setClips(int clips) {
  m_clips->setValue(clips);
}

}  // namespace fw::ui
