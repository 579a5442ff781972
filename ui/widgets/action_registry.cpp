// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/action_registry.h"

#include <QRegularExpression>
#include <QWidget>

#include "ui/theme/icons.h"

namespace fw::ui {

namespace {

/// "&File" and "文件(&F)" without their mnemonics.
QString withoutAccelerator(QString text) {
  static const QRegularExpression inBrackets(QStringLiteral("\\s*\\(&.\\)"));
  return text.remove(inBrackets).remove(QLatin1Char('&'));
}

}  // namespace

QAction* ActionRegistry::make(const ActionSpec& spec) {
  Q_ASSERT_X(action(spec.id) == nullptr, "ActionRegistry", "this id is taken");
  auto* const action = new QAction(icon(spec.icon), spec.text, this);
  action->setObjectName(spec.id);
  action->setShortcut(spec.shortcut);
  action->setWhatsThis(spec.help);
  action->setStatusTip(spec.help);
  const QString plain = withoutAccelerator(spec.text);
  action->setIconText(plain);
  const QString keys = spec.shortcut.toString(QKeySequence::NativeText);
  action->setToolTip(QStringLiteral("<b>%1</b> %2<br>%3")
                         .arg(plain.toHtmlEscaped(), keys.toHtmlEscaped(), spec.help.toHtmlEscaped()));
  m_actions.append(action);
  return action;
}

QAction* ActionRegistry::add(const ActionSpec& spec, std::function<void()> handler) {
  QAction* const action = make(spec);
  connect(action, &QAction::triggered, this, [handler = std::move(handler)] { handler(); });
  return action;
}

QAction* ActionRegistry::addScoped(QWidget* scope, const ActionSpec& spec, std::function<void()> handler) {
  QAction* const action = add(spec, std::move(handler));
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  scope->addAction(action);
  return action;
}

QAction* ActionRegistry::addToggle(const ActionSpec& spec, std::function<void(bool)> handler) {
  QAction* const action = make(spec);
  action->setCheckable(true);
  connect(action, &QAction::toggled, this, std::move(handler));
  return action;
}

QAction* ActionRegistry::action(const QString& id) const {
  for (QAction* const action : m_actions) {
    if (action->objectName() == id) return action;
  }
  return nullptr;
}

void allow(QAction& action, const QString& refusal) {
  constexpr auto own = "ownToolTip";  // the tooltip without a refusal
  if (!action.property(own).isValid()) action.setProperty(own, action.toolTip());
  const QString toolTip = action.property(own).toString();
  action.setEnabled(refusal.isEmpty());
  action.setToolTip(
      refusal.isEmpty() ? toolTip : QStringLiteral("%1<br><i>%2</i>").arg(toolTip, refusal.toHtmlEscaped()));
}

}  // namespace fw::ui
