// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/recipe_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QScrollArea>

#include "ui/state/fault_text.h"
#include "ui/state/navigator.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/reveal.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int usefulLines = 26;  // including its buttons

}  // namespace

RecipePanel::RecipePanel(Navigator& navigator, ActionRegistry& actions, QWidget* scope, QWidget* parent)
    : Card(tr("Recipe"), parent),
      m_navigator(navigator),
      m_list(new QVBoxLayout),
      m_state(new WrapLabel),
      m_whyNot(new WrapLabel) {
  makeActions(actions, scope);
  body()->setContentsMargins(12, 10, 12, 12);
  body()->setSpacing(8);
  auto* const inner = new QWidget;
  auto* const column = new QVBoxLayout(inner);
  column->setContentsMargins(0, 0, 6, 0);
  m_list->setSpacing(1);
  column->addWidget(m_state);
  column->addLayout(m_list);
  column->addStretch(1);
  auto* const scroller = named(new QScrollArea, tr("Recipe"), tr("How the selected clip was made."));
  scroller->setWidget(inner);
  scroller->setWidgetResizable(true);
  scroller->setFrameShape(QFrame::NoFrame);
  scroller->setFocusPolicy(Qt::StrongFocus);  // so that keys scroll it
  scroller->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  inner->setAutoFillBackground(false);
  scroller->viewport()->setAutoFillBackground(false);
  body()->addWidget(scroller, 1);
  body()->addWidget(actionButton(m_generate));
  body()->addWidget(actionButton(m_use));
  m_whyNot->setForegroundRole(QPalette::PlaceholderText);
  m_state->setForegroundRole(QPalette::PlaceholderText);
  body()->addWidget(m_whyNot);
  auto* const row = new CommandRow;
  for (QAction* const action : m_others) row->add(action);
  body()->addWidget(row);
  connect(&m_worker, &Worker::failed, this, [this](const Fault& fault) {
    m_state->setText(faultText(fault) + QLatin1Char('\n') + faultHint(fault));
    m_state->show();
  });
  setClip(nullptr, nullptr);
}

QSize RecipePanel::sizeHint() const {
  return Card::sizeHint().expandedTo({0, fontMetrics().height() * usefulLines});
}

void RecipePanel::makeActions(ActionRegistry& actions, QWidget* scope) {
  const auto add = [&](const char* id, const QString& text, const char* iconName, const char* key,
                       const QString& help, std::function<void()> handler) {
    return actions.addScoped(scope,
                             {QLatin1String(id), text, iconName, QKeySequence(QLatin1String(key)), help},
                             std::move(handler));
  };
  m_generate = add("gallery.generate", tr("&Generate with this"), "generate", "Alt+Shift+G",
                   tr("Opens the Generate page with the prompt, seed, size, model and LoRA of this clip."),
                   [this] { Q_EMIT m_navigator.generationRequested(*generation()); });
  m_use = add("gallery.useCheckpoint", tr("&Use this checkpoint"), "use", "Alt+Shift+C",
              tr("Opens the Generate page with only the model and the LoRA of this step."),
              [this] { Q_EMIT m_navigator.weightsRequested(weightsChoice(*m_run, *weights())); });
  m_others = {
      // In groups by what each needs: the recipe, the run, the run, the clip
      add("gallery.copyRecipe", tr("&Copy the recipe"), "copy", "Ctrl+Alt+C",
          tr("Copies the recipe as text."), [this] { QGuiApplication::clipboard()->setText(text()); }),
      add("gallery.showRun", tr("Show the run's &curves"), "monitor", "Alt+Shift+M",
          tr("Shows this clip's run on the Monitor page."),
          [this] { Q_EMIT m_navigator.runRequested(m_run->trainedBy); }),
      add("gallery.showSettings", tr("Use the run's &settings"), "use", "Alt+Shift+T",
          tr("Opens the Train page with the settings of this clip's run, for a new run."),
          [this] { Q_EMIT m_navigator.settingsRequested(m_run->trainedBy); }),
      add("gallery.reveal", tr("Open the clip's &folder"), "folder", "Alt+Shift+O",
          tr("Shows the folder of this clip in the file manager."), [this] { revealInFiles(m_clip->path); })};
}

void RecipePanel::setClip(std::shared_ptr<const GalleryRun> run, const GalleryClip* clip) {
  const bool isSame = clip != nullptr && m_clip && m_recipe && *m_clip == *clip;
  m_run = std::move(run);
  if (clip == nullptr) {
    m_clip.reset();
  } else {
    m_clip = *clip;
  }
  if (isSame) return show(ClipRecipe(*m_recipe));  // weights may have been added or deleted
  m_worker.clear();
  m_recipe.reset();
  m_rows.clear();
  if (m_clip && m_clip->isThere()) {
    // Shows at once what is known without the file.
    showRows(recipeRows(*m_run, *m_clip, {}));
    m_worker.run([file = m_clip->path](const std::stop_token& stop) { return readClipRecipe(file, stop); },
                 [this](const ClipRecipe& recipe) { show(recipe); });
  } else {
    showRows({});
  }
  m_state->setText(!m_clip              ? tr("Select a clip to see how it was made.")
                   : !m_clip->isThere() ? tr("The file of this clip is missing.")
                                        : QString());
  m_state->setVisible(!m_state->text().isEmpty());
  updateCommands();
}

void RecipePanel::show(const ClipRecipe& recipe) {
  m_recipe = recipe;
  m_rows = recipeRows(*m_run, *m_clip, recipe);
  showRows(m_rows);
  updateCommands();
  Q_EMIT recipeRead();
}

void RecipePanel::showRows(const std::vector<std::pair<QString, QString>>& rows) {
  while (m_lines.size() < rows.size()) {
    auto* const name = new QLabel;
    name->setForegroundRole(QPalette::PlaceholderText);
    name->setContentsMargins(0, 6, 0, 0);
    m_lines.emplace_back(name, new WrapLabel);
    m_list->addWidget(m_lines.back().first);
    m_list->addWidget(m_lines.back().second);
  }
  for (size_t row = 0; row < m_lines.size(); ++row) {
    const auto& [name, value] = m_lines[row];
    const bool isUsed = row < rows.size();
    name->setVisible(isUsed);
    value->setVisible(isUsed);
    if (!isUsed) continue;
    name->setText(rows[row].first);
    value->setText(rows[row].second);
    named(value, rows[row].first, rows[row].second);
  }
}

const StepWeights* RecipePanel::weights() const {
  return m_clip ? &m_run->weights.at(m_clip->step) : nullptr;
}

void RecipePanel::updateCommands() {
  const StepWeights* const kept = weights();
  m_generate->setEnabled(m_recipe.has_value());
  m_use->setEnabled(kept != nullptr && kept->isUsable());
  m_others[0]->setEnabled(!m_rows.empty());
  m_others[1]->setEnabled(m_run != nullptr);
  m_others[2]->setEnabled(m_run != nullptr);
  m_others[3]->setEnabled(m_clip.has_value());
  QString note = whyNot();
  if (kept != nullptr && kept->isNotAveraged)
    note = tr("The clips were made with averaged weights; the LoRA of this checkpoint is not averaged.");
  m_whyNot->setText(note);
  m_whyNot->setVisible(!note.isEmpty());
}

QString RecipePanel::whyNot() const {
  const StepWeights* const kept = weights();
  return kept == nullptr ? QString() : whyNotUsable(*kept);
}

std::optional<engine_api::GenerateRequest> RecipePanel::generation() const {
  if (!m_recipe) return std::nullopt;
  return generationOf(*m_run, *m_clip, *m_recipe);
}

QString RecipePanel::text() const {
  return recipeText(m_rows);
}

}  // namespace fw::ui
