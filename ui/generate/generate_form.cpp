// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generate_form.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/generate/clip_card.h"
#include "ui/generate/lora_list.h"
#include "ui/generate/memory_card.h"
#include "ui/generate/model_choice.h"
#include "ui/generate/prompt_card.h"
#include "ui/generate/sampling_card.h"
#include "ui/state/engine_bridge.h"

namespace fw::ui {

GenerateForm::GenerateForm(EngineBridge& bridge, JobListModel& jobs, Settings& settings, QAction* lastSeed,
                           QWidget* parent)
    : QWidget(parent),
      m_prompt(new PromptCard),
      m_model(new ModelChoice(settings)),
      m_loras(new LoraList),
      m_clip(new ClipCard),
      m_sampling(new SamplingCard(lastSeed)),
      m_memory(new MemoryCard(bridge, jobs)) {
  auto* const model = new Card(tr("Model"));
  model->body()->addWidget(m_model);
  model->body()->addWidget(new QLabel(tr("LoRAs")));
  model->body()->addWidget(m_loras);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 8, 0);
  column->setSpacing(12);
  for (Card* const card : {static_cast<Card*>(m_prompt), model, static_cast<Card*>(m_clip),
                           static_cast<Card*>(m_sampling), static_cast<Card*>(m_memory)}) {
    card->body()->setContentsMargins(14, 12, 14, 14);
    column->addWidget(card);
  }
  column->addStretch(1);

  connect(m_model, &ModelChoice::changed, this, &GenerateForm::followModel);
  connect(m_prompt, &PromptCard::changed, this, &GenerateForm::follow);
  connect(m_loras, &LoraList::changed, this, &GenerateForm::follow);
  connect(m_clip, &ClipCard::changed, this, &GenerateForm::follow);
  connect(m_sampling, &SamplingCard::changed, this, &GenerateForm::follow);
  connect(m_memory, &MemoryCard::changed, this, &GenerateForm::follow);
  connect(&bridge, &EngineBridge::engineStateChanged, this, &GenerateForm::follow);
  followModel();
}

void GenerateForm::followModel() {
  m_prompt->setModel(m_model->model());
  m_clip->setModel(m_model->model());
  m_sampling->setModel(m_model->model());
  follow();
}

/// The plan follows the form; the texts make no difference to it.
void GenerateForm::follow() {
  nlohmann::json clip = m_clip->params();
  const nlohmann::json sampling = m_sampling->params();
  for (const char* const key : {"steps", "guidance_scale", "scheduler"}) clip[key] = sampling.at(key);
  clip.erase("fps");
  clip["model"] = m_model->folder().toStdString();
  clip["loras"] = m_loras->params();
  m_memory->setClip(clip, m_model->obstacle());
  Q_EMIT changed();
}

nlohmann::json GenerateForm::params() const {
  nlohmann::json params = m_prompt->params();
  for (const nlohmann::json& part : {m_clip->params(), m_sampling->params(), m_memory->params()})
    params.update(part);
  params["model"] = m_model->folder().toStdString();
  params["loras"] = m_loras->params();
  return params;
}

nlohmann::json GenerateForm::state() const {
  nlohmann::json state = params();
  state.update(m_prompt->state());
  state.update(m_memory->state());
  state["loras"] = m_loras->state();
  state["clips"] = clips();
  return state;
}

void GenerateForm::setParams(const nlohmann::json& params) {
  if (!params.is_object()) return;
  if (const auto model = params.find("model");
      model != params.end() && model->is_string() && !model->get<std::string>().empty())
    m_model->setFolder(QString::fromStdString(model->get<std::string>()));
  m_prompt->setParams(params);
  m_clip->setParams(params);
  m_sampling->setParams(params);
  m_memory->setParams(params);
  if (const auto loras = params.find("loras"); loras != params.end() && loras->is_array())
    m_loras->setLoras(*loras);
  if (const auto clips = params.find("clips"); clips != params.end() && clips->is_number_integer())
    m_sampling->setClips(clips->get<int>());
}

int GenerateForm::clips() const {
  return m_sampling->clips();
}

QString GenerateForm::obstacle() const {
  if (const QString why = m_model->obstacle(); !why.isEmpty()) return why;
  return m_prompt->obstacle();
}

void GenerateForm::rememberModel() {
  m_model->remember();
}

}  // namespace fw::ui
