// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/sampling_card.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontMetrics>
#include <QVBoxLayout>

#include "ui/generate/form_parts.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/wheel_guard.h"

namespace fw::ui {

namespace {

constexpr int mostSteps = 1000;
constexpr double strongestGuidance = 50;
constexpr double largestSeed = 9007199254740991;  // 2^53 - 1: what a double holds exactly
constexpr int mostClips = 99;

}  // namespace

SamplingCard::SamplingCard(QAction* lastSeed, QWidget* parent)
    : Card(tr("Sampling"), parent),
      m_steps(new QSpinBox),
      m_guidance(new QDoubleSpinBox),
      m_dynamic(new QCheckBox(tr("Let it rise during the run"))),
      m_scheduler(new QComboBox),
      m_draw(new QCheckBox(tr("A new one for each clip"))),
      m_seed(new QDoubleSpinBox),
      m_clips(new QSpinBox) {
  m_steps->setRange(1, mostSteps);
  m_steps->setValue(static_cast<int>(m_ownSteps));
  m_steps->setObjectName(QStringLiteral("generate.steps"));
  m_guidance->setRange(0, strongestGuidance);
  m_guidance->setSingleStep(0.5);
  m_guidance->setValue(m_ownGuidance);
  m_guidance->setObjectName(QStringLiteral("generate.guidance"));
  m_scheduler->addItem(tr("The model's own"), QString());
  for (const char* const name : {"CogVideoXDDIMScheduler", "CogVideoXDPMScheduler"})
    m_scheduler->addItem(QLatin1String(name), QLatin1String(name));
  m_scheduler->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_scheduler->setMinimumContentsLength(16);
  m_draw->setChecked(true);
  m_draw->setObjectName(QStringLiteral("generate.drawSeed"));
  m_seed->setDecimals(0);
  m_seed->setRange(0, largestSeed);
  m_seed->setGroupSeparatorShown(false);
  m_seed->setObjectName(QStringLiteral("generate.seed"));
  // As wide as the usual seeds of 32 bits, not as the largest.
  m_seed->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0000000000")) + 48);
  m_seed->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_clips->setRange(1, mostClips);
  m_clips->setObjectName(QStringLiteral("generate.clips"));

  auto* const rows = makeFormRows();
  addFormRow(*rows, tr("Steps"), m_steps, tr("Denoising steps: more take longer and are finer."));
  addFormRow(
      *rows, tr("Guidance"), m_guidance,
      tr("How closely the clip follows the prompt. At 1 and below there is none, and a step takes half "
         "the time."));
  rows->addRow(QString(), m_dynamic);
  named(m_dynamic, m_dynamic->text(), tr("Dynamic guidance: from 1 along a cosine, for calmer first steps."));
  m_dynamic->setToolTip(m_dynamic->accessibleDescription());
  addFormRow(*rows, tr("Scheduler"), m_scheduler, tr("How the noise is taken away."));
  rows->addRow(tr("Seed"), m_draw);
  named(m_draw, tr("A new seed for each clip"),
        tr("The same seed and settings give the same clip. Without this, several clips take the seeds that "
           "follow."));
  m_draw->setToolTip(m_draw->accessibleDescription());
  auto* const seed = new QHBoxLayout;
  seed->addWidget(m_seed, 1);
  seed->addWidget(actionButton(lastSeed));
  named(m_seed, tr("Seed"), tr("The first clip's seed; the next ones take the numbers that follow."));
  m_seed->setToolTip(m_seed->accessibleDescription());
  keepWheelFromChanging(m_seed);
  rows->addRow(QString(), seed);
  addFormRow(*rows, tr("Clips"), m_clips, tr("So many jobs go to the queue, each with a seed of its own."));
  body()->addLayout(rows);

  connect(m_steps, &QSpinBox::valueChanged, this, &SamplingCard::changed);
  connect(m_guidance, &QDoubleSpinBox::valueChanged, this, &SamplingCard::changed);
  connect(m_dynamic, &QCheckBox::toggled, this, &SamplingCard::changed);
  connect(m_scheduler, &QComboBox::currentIndexChanged, this, &SamplingCard::changed);
  connect(m_draw, &QCheckBox::toggled, this, &SamplingCard::changed);
  connect(m_seed, &QDoubleSpinBox::valueChanged, this, &SamplingCard::changed);
  connect(m_clips, &QSpinBox::valueChanged, this, &SamplingCard::changed);
  connect(this, &SamplingCard::changed, this, &SamplingCard::update);
  update();
}

void SamplingCard::update() {
  m_dynamic->setEnabled(m_guidance->value() > 1);
  m_seed->setEnabled(!m_draw->isChecked());
}

void SamplingCard::setModel(const std::optional<catalog::ModelSpec>& model) {
  if (!model) return;
  if (m_steps->value() == m_ownSteps) m_steps->setValue(static_cast<int>(model->steps));
  if (m_guidance->value() == m_ownGuidance) m_guidance->setValue(model->guidance_scale);
  m_ownSteps = model->steps;
  m_ownGuidance = model->guidance_scale;
}

nlohmann::json SamplingCard::params() const {
  return {{"steps", m_steps->value()},
          {"guidance_scale", m_guidance->value()},
          {"dynamic_cfg", m_dynamic->isChecked() && m_dynamic->isEnabled()},
          {"scheduler", m_scheduler->currentData().toString().toStdString()},
          {"seed", m_draw->isChecked() ? int64_t{-1} : static_cast<int64_t>(m_seed->value())}};
}

void SamplingCard::setParams(const nlohmann::json& params) {
  const auto number = [&](const char* key) -> std::optional<double> {
    const auto found = params.find(key);
    if (found == params.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
  };
  if (const auto steps = number("steps"))
    m_steps->setValue(static_cast<int>(*steps > 0 ? *steps : static_cast<double>(m_ownSteps)));
  if (const auto guidance = number("guidance_scale"))
    m_guidance->setValue(*guidance >= 0 ? *guidance : m_ownGuidance);
  if (const auto found = params.find("dynamic_cfg"); found != params.end() && found->is_boolean())
    m_dynamic->setChecked(found->get<bool>());
  if (const auto found = params.find("scheduler"); found != params.end() && found->is_string())
    choose(*m_scheduler, QString::fromStdString(found->get<std::string>()));
  if (const auto seed = number("seed")) {
    m_draw->setChecked(*seed < 0);
    if (*seed >= 0) m_seed->setValue(*seed);
  }
}

int SamplingCard::clips() const {
  return m_clips->value();
}

void SamplingCard::setClips(int clips) {
  m_clips->setValue(clips);
}

}  // namespace fw::ui
