// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/captioner_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>

#include "project/clips.h"
#include "ui/dataset/dataset_settings.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/state/settings.h"
#include "ui/theme/icons.h"
#include "ui/theme/palettes.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr const char* questionKey = "caption_prompt";

/// As stored in the user's settings.
struct Setup {
  captioning::Captioner captioner{};  ///< both command and server, whichever is used
  bool uses_server = false;
  int parallel = 1;
};
void describe(auto& fields, Setup& setup) {
  describe(fields, setup.captioner);
  fields("uses_server", setup.uses_server);
  fields("parallel", setup.parallel);
}

void addField(QFormLayout& form, const QString& label, QWidget* control, const QString& help) {
  form.addRow(label, control);
  control->setToolTip(help);
  named(control, QString(label).remove(QLatin1Char('&')), help);
}

}  // namespace

CaptionerDialog::CaptionerDialog(ClipStore& store, qint64 clip, std::vector<int64_t> selected,
                                 QWidget* parent)
    : QDialog(parent),
      m_store(store),
      m_clip(clip),
      m_selected(std::move(selected)),
      m_form(new QFormLayout),
      m_kind(new QComboBox),
      m_command(new QLineEdit),
      m_address(new QLineEdit),
      m_model(new QLineEdit),
      m_keyVariable(new QLineEdit),
      m_pictures(new QSpinBox),
      m_question(new QPlainTextEdit),
      m_timeLimit(new QSpinBox),
      m_atOnce(new QSpinBox),
      m_scope(new QComboBox),
      m_test(new QPushButton(icon("run"), tr("&Test on this clip"))),
      m_answer(new WrapLabel),
      m_run(new QPushButton(icon("captioner"), tr("&Propose captions"))) {
  setWindowTitle(tr("Caption with a captioner"));
  setGuidePage(*this, QStringLiteral("captions.md#a-captioner"));
  setObjectName(QStringLiteral("captioner"));
  makeForm(*m_form, m_selected);
  named(m_test, tr("Test on this clip"), tr("Asks the captioner about the current clip; nothing is saved."));
  named(m_run, tr("Propose captions"),
        tr("Starts a job. What the captioner says is proposed; your captions stay until you accept it."));
  for (QPushButton* const button : {m_test, m_run}) button->setToolTip(button->accessibleDescription());
  m_test->setAutoDefault(false);
  m_test->setEnabled(m_clip != 0);
  m_run->setDefault(true);
  named(m_answer, tr("Answer"), tr("What the captioner said of this clip, or why it did not."));
  m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_answer->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_answer->setMinimumHeight(fontMetrics().height() * 5);
  auto* const testRow = new QHBoxLayout;
  testRow->addWidget(m_test, 0, Qt::AlignTop);
  testRow->addWidget(m_answer, 1);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  buttons->addButton(m_run, QDialogButtonBox::ActionRole);
  auto* const column = new QVBoxLayout(this);
  column->addLayout(m_form);
  column->addLayout(testRow, 1);
  column->addWidget(buttons);
  connect(m_kind, &QComboBox::currentIndexChanged, this, &CaptionerDialog::showKind);
  connect(m_test, &QPushButton::clicked, this, &CaptionerDialog::test);
  connect(m_run, &QPushButton::clicked, this, &CaptionerDialog::run);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&m_worker, &Worker::failed, this, [this](const Fault& fault) {
    endTest();
    showFault(fault);
  });
  readSetup();
  showKind();
  resize(620, sizeHint().height());
}

void CaptionerDialog::makeForm(QFormLayout& form, const std::vector<int64_t>& selected) {
  form.setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  m_kind->addItem(tr("A command on this computer"), Command);
  m_kind->addItem(tr("A server (OpenAI-compatible)"), Server);
  m_command->setPlaceholderText(QStringLiteral("my-captioner {file}"));
  m_address->setPlaceholderText(QStringLiteral("http://localhost:8000/v1"));
  m_pictures->setRange(1, 256);
  m_timeLimit->setRange(1, 24 * 3600);
  m_timeLimit->setSuffix(tr(" s"));
  m_atOnce->setRange(1, 64);
  m_question->setTabChangesFocus(true);
  m_question->setFixedHeight(fontMetrics().height() * 4);
  m_scope->addItem(tr("All clips without a caption"), false);
  if (!selected.empty()) {
    m_scope->insertItem(0, tr("%n selected clips", nullptr, static_cast<int>(selected.size())), true);
    m_scope->setCurrentIndex(selected.size() > 1 ? 0 : 1);
  }
  addField(form, tr("&Captioner"), m_kind, tr("Who looks at the clips."));
  addField(
      form, tr("C&ommand"), m_command,
      tr("A program with its arguments; {file} stands for the clip's file. What it prints is the caption."));
  addField(form, tr("&Address"), m_address,
           tr("Of a server that answers chat completions with pictures, such as vLLM, llama.cpp or Ollama."));
  addField(form, tr("&Model"), m_model, tr("The name by which the server knows the model."));
  addField(
      form, tr("&Key variable"), m_keyVariable,
      tr("Environment variable that holds the server's key. Leave empty for none; the key itself is stored "
         "nowhere."));
  addField(form, tr("P&ictures of each clip"), m_pictures,
           tr("Sent to the server, evenly spread over the clip."));
  addField(form, tr("&Question"), m_question,
           tr("What the server is asked about each clip. Kept in the project."));
  addField(form, tr("Time &limit of each clip"), m_timeLimit, tr("A clip that takes longer is left out."));
  addField(form, tr("Clips at once"), m_atOnce, tr("How many clips are captioned at the same time."));
  addField(form, tr("Cli&ps"), m_scope, tr("Which clips the captioner shall look at."));
}

void CaptionerDialog::readSetup() {
  const auto json = nlohmann::json::parse(Settings().captioner().toStdString(), nullptr, false);
  Setup setup;
  if (json.is_object()) read_fields(json, setup, "captioner", Reading::lenient);
  const captioning::Captioner& kept = setup.captioner;
  m_kind->setCurrentIndex(setup.uses_server ? Server : Command);
  m_atOnce->setValue(setup.parallel);
  m_command->setText(QString::fromStdString(kept.command));
  m_address->setText(QString::fromStdString(kept.url));
  m_model->setText(QString::fromStdString(kept.model));
  m_keyVariable->setText(QString::fromStdString(kept.api_key_variable));
  m_pictures->setValue(kept.frames);
  m_timeLimit->setValue(static_cast<int>(kept.timeout_s));
  m_savedQuestion = QString::fromStdString(kept.prompt);
  m_question->setPlainText(m_savedQuestion);
  m_store.read(
      [](const project::Project& project, const std::stop_token&) {
        return project::setting(project, questionKey);
      },
      [dialog = QPointer(this)](const std::string& question) {
        if (!dialog || question.empty() || dialog->m_question->toPlainText() != dialog->m_savedQuestion)
          return;
        dialog->m_savedQuestion = QString::fromStdString(question);
        dialog->m_question->setPlainText(dialog->m_savedQuestion);
      });
}

void CaptionerDialog::writeSetup() const {
  Setup setup{captioner(), m_kind->currentIndex() == Server, m_atOnce->value()};
  setup.captioner.command = m_command->text().trimmed().toStdString();
  setup.captioner.url = m_address->text().trimmed().toStdString();
  setup.captioner.prompt = captioning::Captioner().prompt;  // stored in the project
  Settings().setCaptioner(QByteArray::fromStdString(nlohmann::json(setup).dump()));
  const QString question = m_question->toPlainText().trimmed();
  if (question.isEmpty() || question == m_savedQuestion || !m_store.canEdit()) return;
  m_store.edit([question = question.toStdString()](project::Project& project) {
    DatasetSettings::write(project, questionKey, question);
  });
}

captioning::Captioner CaptionerDialog::captioner() const {
  captioning::Captioner made;
  const bool isServer = m_kind->currentIndex() == Server;
  if (isServer) made.url = m_address->text().trimmed().toStdString();
  if (!isServer) made.command = m_command->text().trimmed().toStdString();
  made.model = m_model->text().trimmed().toStdString();
  made.api_key_variable = m_keyVariable->text().trimmed().toStdString();
  const std::string question = m_question->toPlainText().trimmed().toStdString();
  if (!question.empty()) made.prompt = question;
  made.frames = m_pictures->value();
  made.timeout_s = m_timeLimit->value();
  return made;
}

void CaptionerDialog::showKind() {
  const bool isServer = m_kind->currentIndex() == Server;
  m_form->setRowVisible(m_command, !isServer);
  for (QWidget* const field :
       std::initializer_list<QWidget*>{m_address, m_model, m_keyVariable, m_pictures, m_question})
    m_form->setRowVisible(field, isServer);
}

void CaptionerDialog::test() {
  if (m_isTesting) {
    m_worker.clear();
    m_answer->clear();
    return endTest();
  }
  m_isTesting = true;
  m_test->setText(tr("&Stop the test"));
  m_answer->setPalette(palette());
  m_answer->setText(tr("Waiting for the captioner…"));
  m_worker.run(
      [folder = m_store.folder(), captioner = captioner(), clip = m_clip](const std::stop_token& stop) {
        const auto project = project::Project::open(folder, project::Access::read_only);
        return captioning::try_captioner(project, captioner, clip, stop);
      },
      [this](const std::string& answer) {
        endTest();
        m_answer->setText(QString::fromStdString(answer));
      });
}

void CaptionerDialog::endTest() {
  m_isTesting = false;
  m_test->setText(tr("&Test on this clip"));
}

void CaptionerDialog::showFault(const Fault& fault) {
  QPalette colors = palette();
  colors.setColor(QPalette::WindowText, tintColor(Tint::bad, colors));
  m_answer->setPalette(colors);
  m_answer->setText(faultWithHint(fault));
}

void CaptionerDialog::run() {
  try {
    check_captioner(captioner());
  } catch (const Error& error) {
    return showFault(error.fault());
  }
  accept();
}

void CaptionerDialog::done(int result) {
  writeSetup();
  QDialog::done(result);
}

workflow::CaptionRequest CaptionerDialog::request() const {
  workflow::CaptionRequest request;
  request.project = m_store.folder();
  request.captioner = captioner();
  request.propose = true;
  request.parallel = m_atOnce->value();
  if (m_scope->currentData().toBool())
    request.clips = m_selected;
  else
    request.filter = "is:uncaptioned -is:proposed";  // resumes an interrupted job
  return request;
}

}  // namespace fw::ui
