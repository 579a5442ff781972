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
#include "ui/state/file_path.h"
#include "ui/state/navigator.h"

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

namespace {

engine_api::GenerateRequest requestFor(catalog::ModelSource model) {
  return {.model = std::move(model.folder), .parts = std::move(model.parts)};
}

}  // namespace

void GenerateForm::followModel() {
  m_prompt->setModel(m_model->model());
  m_clip->setModel(m_model->model());
  m_sampling->setModel(m_model->model());
  follow();
}

/// Updates the plan. Texts, a first frame, strengths, seed and own options do not affect it, and the frame
/// rate only if it determines a video's frames.
void GenerateForm::follow() {
  engine_api::GenerateRequest clip = requestFor(m_model->source());
  m_prompt->write(clip);
  m_clip->write(clip);
  m_sampling->write(clip);
  clip.prompt = clip.negative_prompt = {};
  clip.image.clear();
  for (engine_api::ClipCondition& condition : clip.conditions) condition.strength = 1;
  if (clip.conditions.empty()) clip.fps = 0;
  clip.seed = -1;
  clip.options.clear();
  clip.loras = m_loras->loras();
  m_memory->setClip(std::move(clip), m_model->obstacle());
  Q_EMIT changed();
}

engine_api::GenerateRequest GenerateForm::request() const {
  engine_api::GenerateRequest request = requestFor(m_model->source());
  m_prompt->write(request);
  m_clip->write(request);
  m_sampling->write(request);
  m_memory->write(request);
  request.loras = m_loras->loras();
  return request;
}

FormState GenerateForm::state() const {
  FormState state{request(), m_loras->all(), m_memory->mode().toStdString(), clips()};
  m_prompt->writePictures(state.request);
  return state;
}

void GenerateForm::setRequest(const engine_api::GenerateRequest& request) {
  FormState state{request, {}, {}, clips()};
  for (const engine_api::LoraChoice& lora : request.loras) state.loras.push_back({lora.file, lora.weight});
  setState(state);
}

void GenerateForm::setState(const FormState& state) {
  if (!state.request.model.empty()) m_model->setSource({state.request.model, state.request.parts});
  m_prompt->setRequest(state.request);
  m_clip->setRequest(state.request);
  m_sampling->setRequest(state.request);
  m_memory->setRequest(state.request, QString::fromStdString(state.memoryMode));
  m_loras->setLoras(state.loras);
  m_sampling->setClips(state.clips);
}

void GenerateForm::setWeights(const WeightsChoice& weights) {
  if (!weights.model.empty()) m_model->setSource({weights.model, weights.parts});
  if (!weights.loras) return;
  std::vector<ListedLora> listed;
  for (const engine_api::LoraChoice& lora : *weights.loras) listed.push_back({lora.file, lora.weight});
  m_loras->setLoras(listed);
}

bool GenerateForm::takes(const QMimeData& data) const {
  return !draggedLoras(data).isEmpty() || !m_prompt->usable(data).isEmpty();
}

void GenerateForm::take(const QMimeData& data) {
  for (const QString& file : draggedLoras(data)) m_loras->add(file);
  m_prompt->addPictures(m_prompt->usable(data));
}

int GenerateForm::clips() const {
  return m_sampling->clips();
}

QString GenerateForm::obstacle() const {
  if (const QString why = m_model->obstacle(); !why.isEmpty()) return why;
  return m_prompt->obstacle(m_clip->frames()->currentData().toLongLong());
}

void GenerateForm::rememberModel() {
  m_model->remember();
}

}  // namespace fw::ui
