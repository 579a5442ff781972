// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run_settings/setting_row.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/run_settings/run_draft.h"
#include "ui/run_settings/setting_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

using catalog::Value;

/// The typed text as a value of the setting's type; if it does not parse, as text, so that the parser reports
/// it.
Value typedValue(const catalog::Setting& setting, const QString& typed) {
  const QString text = typed.trimmed();
  const Value wanted = run::default_of(setting);
  bool good = false;
  if (std::holds_alternative<int64_t>(wanted)) {
    if (const qlonglong whole = text.toLongLong(&good); good) return int64_t{whole};
  }
  if (std::holds_alternative<int64_t>(wanted) || std::holds_alternative<double>(wanted)) {
    if (const double number = text.toDouble(&good); good) return number;  // as in run files
    if (const double number = QLocale().toDouble(text, &good); good) return number;
    return text.toStdString();
  }
  return typed.toStdString();
}

/// Elides a long value and escapes “&”.
QString menuText(QString text) {
  constexpr qsizetype longest = 60;
  text = text.simplified();
  if (text.size() > longest) text = text.left(longest) + QChar(0x2026);
  return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

}  // namespace

SettingRow::SettingRow(const catalog::Setting& setting, RunDraft& draft, QGridLayout& grid, QObject* parent)
    : QObject(parent),
      m_setting(setting),
      m_draft(draft),
      m_label(new WrapLabel(settingLabel(setting))),
      m_field(new QWidget),
      m_reset(new QToolButton),
      m_resetCommand(new QAction(icon("reset"), {}, this)),
      m_presetCommand(new QAction(icon("reset"), {}, this)),
      m_copyKey(new QAction(icon("copy"), tr("Copy the &key “%1”").arg(settingKey(setting)), this)),
      m_help(new QAction(icon("help"), tr("&Help on this setting"), this)),
      m_note(new QWidget),
      m_noteIcon(new QLabel),
      m_noteText(new WrapLabel) {
  const int row = grid.rowCount();
  auto* const column = new QVBoxLayout(m_field);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(3);
  makeEditor();
  m_tip = QStringLiteral("<b>%1</b><br>%2<br><code>%3</code>")
              .arg(settingLabel(setting).toHtmlEscaped(), settingExplanation(setting).toHtmlEscaped(),
                   settingKey(setting));
  m_editor->setToolTip(m_tip);
  m_label->setToolTip(m_tip);
  m_editor->setWhatsThis(settingExplanation(setting));
  m_editor->setObjectName(settingKey(setting));
  named(m_editor, settingLabel(setting), settingExplanation(setting));
  m_label->setBuddy(m_editor);

  auto* const note = new QHBoxLayout(m_note);
  note->setContentsMargins(0, 0, 0, 4);
  note->setSpacing(6);
  note->addWidget(m_noteIcon, 0, Qt::AlignTop);
  note->addWidget(m_noteText, 1);
  column->addWidget(m_note);
  m_note->hide();

  m_reset->setObjectName(settingKey(setting) + QStringLiteral(".reset"));
  m_reset->setIcon(icon("reset"));
  m_reset->setAutoRaise(true);
  connect(m_reset, &QToolButton::clicked, this, [this] { m_draft.reset(m_setting); });

  m_label->setContentsMargins(0, 5, 0, 0);  // aligned with the text in an editor
  grid.addWidget(m_label, row, 0, Qt::AlignTop);
  grid.addWidget(m_field, row, 2);
  grid.addWidget(m_reset, row, 1, Qt::AlignTop);               // next to the field, however narrow it is
  grid.setColumnMinimumWidth(1, m_reset->sizeHint().width());  // so that rows do not move when it appears
  grid.setColumnStretch(2, 1);
  for (QWidget* const widget : {m_editor, static_cast<QWidget*>(m_label)}) {
    widget->installEventFilter(this);
    setGuidePage(*widget, QStringLiteral("settings.md#") + headingAnchor(settingKey(setting)));
  }
  // Scroll areas receive mouse events in their viewport.
  if (auto* const list = qobject_cast<QPlainTextEdit*>(m_editor)) list->viewport()->installEventFilter(this);
  makeCommands();
}

void SettingRow::makeCommands() {
  m_resetCommand->setObjectName(QStringLiteral("setting.reset"));
  m_presetCommand->setObjectName(QStringLiteral("setting.resetToPreset"));
  m_copyKey->setObjectName(QStringLiteral("setting.copyKey"));
  m_help->setObjectName(QStringLiteral("setting.help"));
  connect(m_resetCommand, &QAction::triggered, this, [this] { m_draft.reset(m_setting); });
  connect(m_presetCommand, &QAction::triggered, this, &SettingRow::takeFromPreset);
  connect(m_copyKey, &QAction::triggered, this,
          [this] { QGuiApplication::clipboard()->setText(settingKey(m_setting)); });
  connect(m_help, &QAction::triggered, this, [this] { showGuidePage(*m_editor); });
}

/// Text editors keep their own menu, above the setting's commands.
void SettingRow::openMenu(QWidget& over, QPoint place) {
  const bool isText = &over != m_label;
  auto* const line = qobject_cast<QLineEdit*>(m_editor);
  auto* const list = qobject_cast<QPlainTextEdit*>(m_editor);
  QMenu* menu = isText && line != nullptr ? line->createStandardContextMenu() : nullptr;
  if (isText && list != nullptr) menu = list->createStandardContextMenu();
  if (menu == nullptr) menu = new QMenu(&over);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (!menu->isEmpty()) menu->addSeparator();
  menu->addAction(m_resetCommand);
  if (offersPreset()) {
    const QString value = valueText(value_of(m_preset->run.settings, m_setting));
    m_presetCommand->setText(menuText(tr("Reset to the preset “%1”: %2").arg(m_preset->name, value)));
    menu->addAction(m_presetCommand);
  }
  menu->addActions({m_copyKey, m_help});
  menu->popup(place);
}

bool SettingRow::offersPreset() const {
  return m_preset != nullptr && m_draft.hasSyntax() &&
         value_of(m_preset->run.settings, m_setting) != value_of(m_draft.run().settings, m_setting);
}

/// As applying the preset would: removes settings that the preset does not set.
void SettingRow::takeFromPreset() {
  if (!offersPreset()) return;
  m_draft.edit([&setting = m_setting] { return tr("Reset “%1”").arg(settingLabel(setting)); },
               [this, preset = m_preset](const std::string& text) {
                 if (!preset->run.given.contains(std::string(m_setting.key)))
                   return run::remove_from_text(text, m_setting.key);
                 return run::set_in_text(text, m_setting.key, value_of(preset->run.settings, m_setting));
               });
}

void SettingRow::makeEditor() {
  const Value usual = run::default_of(m_setting);
  if (std::holds_alternative<bool>(usual)) return makeCheckBox();
  if (!m_setting.choices.empty()) return makeChoice();
  if (std::holds_alternative<std::vector<std::string>>(usual)) return makeList();
  makeLine();
}

void SettingRow::makeCheckBox() {
  auto* const box = new QCheckBox(switchText(true));
  connect(box, &QCheckBox::clicked, this, [this](bool on) { m_draft.setValue(m_setting, on); });
  m_show = [box](const Value& value) { box->setChecked(std::get<bool>(value)); };
  m_editor = box;
  m_field->layout()->addWidget(box);
}

void SettingRow::makeChoice() {
  auto* const box = new QComboBox;
  for (const std::string_view choice : m_setting.choices)
    box->addItem(choiceText(choice), QString::fromUtf8(choice.data(), static_cast<qsizetype>(choice.size())));
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  named(box->view(), settingLabel(m_setting));
  keepWheelFromChanging(box);
  connect(box, &QComboBox::activated, this,
          [this, box] { m_draft.setValue(m_setting, box->currentData().toString().toStdString()); });
  m_show = [box](const Value& value) {
    box->setCurrentIndex(box->findData(QString::fromStdString(std::get<std::string>(value))));
  };
  m_editor = box;
  static_cast<QVBoxLayout*>(m_field->layout())->addWidget(box, 0, Qt::AlignLeft);
}

void SettingRow::makeList() {
  auto* const box = new QPlainTextEdit;
  box->setTabChangesFocus(true);
  box->setPlaceholderText(tr("One per line"));
  box->setFixedHeight(box->fontMetrics().lineSpacing() * 3 + 14);
  connect(box, &QPlainTextEdit::textChanged, this, [this, box] {
    std::vector<std::string> texts;
    for (const QString& line : box->toPlainText().split(QLatin1Char('\n'))) {
      if (!line.trimmed().isEmpty()) texts.push_back(line.trimmed().toStdString());
    }
    if (!m_draft.isGiven(m_setting) && texts.empty()) return;
    m_draft.setValue(m_setting, texts);
  });
  m_show = [box](const Value& value) {
    QStringList lines;
    for (const std::string& text : std::get<std::vector<std::string>>(value))
      lines << QString::fromStdString(text);
    QStringList shown;
    for (const QString& line : box->toPlainText().split(QLatin1Char('\n'))) {
      if (!line.trimmed().isEmpty()) shown << line.trimmed();
    }
    // Not if unchanged, to keep the cursor and a newly typed empty line.
    if (shown != lines) box->setPlainText(lines.join(QLatin1Char('\n')));
  };
  m_editor = box;
  auto* const line = new QHBoxLayout;
  line->addWidget(box, 1);
  if (m_setting.meaning == catalog::Meaning::file) addBrowse(*line);
  static_cast<QVBoxLayout*>(m_field->layout())->addLayout(line);
}

void SettingRow::makeLine() {
  auto* const edit = new QLineEdit;
  const bool isText = std::holds_alternative<std::string>(run::default_of(m_setting));
  connect(edit, &QLineEdit::textEdited, this, [this](const QString& text) {
    if (text.trimmed().isEmpty()) return m_draft.reset(m_setting);
    m_draft.setValue(m_setting, typedValue(m_setting, text));
  });
  m_show = [this, edit](const Value& value) {
    const auto* const typed = std::get_if<std::string>(&value);
    const QString text = typed != nullptr ? QString::fromStdString(*typed) : valueText(value);
    if (edit->hasFocus() && edit->isModified() && typedValue(m_setting, edit->text()) == value) return;
    if (edit->text() != text) edit->setText(text);
  };
  m_editor = edit;
  auto* const line = new QHBoxLayout;
  line->setSpacing(8);
  if (isText) {
    line->addWidget(edit, 1);
  } else {
    edit->setFixedWidth(edit->fontMetrics().averageCharWidth() * 18);
    line->addWidget(edit);
    auto* const unit = new QLabel(settingUnit(m_setting));
    unit->setForegroundRole(QPalette::PlaceholderText);
    line->addWidget(unit);
    line->addStretch(1);
  }
  if (m_setting.meaning != catalog::Meaning::plain) addBrowse(*line);
  static_cast<QVBoxLayout*>(m_field->layout())->addLayout(line);
}

void SettingRow::addBrowse(QHBoxLayout& line) {
  const QString name = tr("Choose “%1”…").arg(settingLabel(m_setting));
  auto* const browse = named(new QPushButton(icon("folder"), tr("Browse…")), name);
  browse->setToolTip(name);
  line.addWidget(browse, 0, Qt::AlignTop);
  connect(browse, &QPushButton::clicked, this, [this, name] {
    QWidget* const window = m_field->window();
    const auto kind = QString::fromUtf8(m_setting.key.data(), static_cast<qsizetype>(m_setting.key.size()));
    const QString chosen = m_setting.meaning == catalog::Meaning::model ? askForModel(window)
                           : m_setting.meaning == catalog::Meaning::folder
                               ? askForFolder(window, name, kind)
                               : askForFile(window, name, kind, {});
    if (chosen.isEmpty()) return;
    Value value = value_of(m_draft.run().settings, m_setting);
    auto* const texts = std::get_if<std::vector<std::string>>(&value);
    if (texts == nullptr) return m_draft.setValue(m_setting, chosen.toStdString());
    texts->push_back(chosen.toStdString());
    m_draft.setValue(m_setting, value);
  });
}

void SettingRow::update(const QString& fault) {
  const bool applies = run::applies(m_setting, m_draft.run().settings);
  const bool changed = m_draft.isChanged(m_setting);
  const QSignalBlocker quiet(m_editor);
  // An invalid value is not in the settings, which then have the default: keep the typed text.
  const Value value = value_of(m_draft.run().settings, m_setting);
  const bool isFaulty = !fault.isEmpty() && m_draft.isGiven(m_setting) &&
                        value == run::default_of(m_setting, m_draft.run().settings.family);
  if (!isFaulty) m_show(value);
  // A path is longer than its field.
  const auto* const line = qobject_cast<const QLineEdit*>(m_editor);
  const bool isPath =
      line != nullptr && m_setting.meaning != catalog::Meaning::plain && !line->text().isEmpty();
  if (line != nullptr)
    m_editor->setToolTip(isPath ? line->text().toHtmlEscaped() + QStringLiteral("<br>") + m_tip : m_tip);
  QFont font = m_label->font();
  font.setBold(changed);
  m_label->setFont(font);
  m_reset->setVisible(changed && m_label->isVisibleTo(m_label->parentWidget()));
  const QString back = tr("Reset to the default: %1")
                           .arg(valueText(run::default_of(m_setting, m_draft.run().settings.family)));
  m_reset->setToolTip(back);
  m_resetCommand->setText(menuText(back));
  m_resetCommand->setEnabled(changed && m_draft.hasSyntax());
  named(m_reset, tr("Reset “%1”").arg(settingLabel(m_setting)), back);
  m_label->setEnabled(applies);
  m_editor->setEnabled(applies && m_draft.hasSyntax());
  showNote(fault);
}

void SettingRow::showNote(const QString& fault) {
  const bool applies = run::applies(m_setting, m_draft.run().settings);
  const QString reason = applies ? QString() : settingCondition(m_setting);
  m_note->setVisible(!fault.isEmpty() || !reason.isEmpty());
  if (m_note->isHidden()) return;
  const bool isFault = !fault.isEmpty();
  m_noteIcon->setVisible(isFault);
  showIcon(*m_noteIcon, "error", Tint::bad, 16);
  m_noteText->setForegroundRole(isFault ? QPalette::WindowText : QPalette::PlaceholderText);
  m_noteText->setText(isFault ? fault : reason);
  m_editor->setAccessibleDescription((isFault ? fault : reason) + QLatin1Char('\n') +
                                     settingExplanation(m_setting));
}

bool SettingRow::hasFocus() const {
  return m_field->isAncestorOf(m_field->window()->focusWidget());
}

void SettingRow::setVisible(bool visible) {
  m_label->setVisible(visible);
  m_field->setVisible(visible);
  m_reset->setVisible(visible && m_draft.isChanged(m_setting));
}

void SettingRow::addBelow(QLabel* line) {
  line->setForegroundRole(QPalette::PlaceholderText);
  m_field->layout()->addWidget(line);
}

bool SettingRow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ContextMenu) {
    openMenu(*static_cast<QWidget*>(watched), static_cast<QContextMenuEvent*>(event)->globalPos());
    return true;
  }
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::Enter) Q_EMIT entered();
  // Without the focus the wheel scrolls the page.
  if (event->type() == QEvent::Wheel && !m_editor->hasFocus()) {
    event->ignore();
    return true;
  }
  return false;
}

}  // namespace fw::ui
