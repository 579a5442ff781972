// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start_page.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/fault_text.h"
#include "ui/commands/action_registry.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/card.h"

namespace fw::ui {

namespace {

QLabel* dimLabel(const QString& text) {
  auto* const label = new QLabel(text);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

/// A fault with the colour of its weight.
struct FaultNotice {
  const Fault& fault;
  Tint tint;
};

StartPage::StartPage(const Services& services, ActionRegistry& actions, QWidget* parent)
    : Page(tr("Start"), "start",
           tr("Turn videos into a dataset, train a model on it, and look at the clips it makes."), parent),
      m_bridge(services.bridge),
      m_reopen(actions.action(QStringLiteral("engine.reopen"))),
      m_system(new Card(tr("This computer"))) {
  auto* const columns = new QHBoxLayout;
  columns->setSpacing(16);
  columns->addWidget(m_system, 3, Qt::AlignTop);
  columns->addWidget(makeActions(actions), 2, Qt::AlignTop);
  content()->addLayout(columns);
  content()->addStretch(1);
  connect(&m_bridge, &EngineBridge::engineStateChanged, this, &StartPage::showSystem);
  connect(&m_bridge, &EngineBridge::devicesChanged, this, &StartPage::showMemory);
  showSystem();
}

Card* StartPage::makeActions(ActionRegistry& actions) {
  auto* const card = new Card(tr("Go on with"));
  for (const char* const id : {"device.check", "app.palette", "app.settings", "help.about"}) {
    QAction* const action = actions.action(QLatin1String(id));
    auto* const button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setAutoRaise(true);
    button->setMinimumHeight(button->fontMetrics().height() * 2);
    named(button, action->iconText(), action->whatsThis());
    card->body()->addWidget(button);
  }
  return card;
}

void StartPage::showSystem() {
  delete m_facts;
  m_memory.clear();
  m_facts = new QWidget;
  m_grid = new QGridLayout(m_facts);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(18);
  m_grid->setVerticalSpacing(8);
  m_grid->setColumnStretch(1, 1);
  switch (m_bridge.engineState()) {
    case EngineBridge::State::closed:
    case EngineBridge::State::opening:
      m_grid->addWidget(dimLabel(tr("Loading the engine and looking for devices…")), 0, 0, 1, 2);
      break;
    case EngineBridge::State::ready:
      addDevices();
      addVersions();
      for (const Fault& advice : m_bridge.advice()) addNotice({advice, Tint::warning});
      if (m_bridge.engineFault()) addNotice({*m_bridge.engineFault(), Tint::bad});
      break;
    case EngineBridge::State::failed: {
      addNotice({*m_bridge.engineFault(), Tint::bad});
      auto* const retry = new QPushButton(m_reopen->icon(), m_reopen->iconText());
      named(retry, m_reopen->iconText(), m_reopen->whatsThis());
      connect(retry, &QPushButton::clicked, m_reopen, &QAction::trigger);
      m_grid->addWidget(retry, m_grid->rowCount(), 0, 1, 2, Qt::AlignLeft);
      addVersions();
      break;
    }
  }
  m_system->body()->addWidget(m_facts);
}

void StartPage::addRow(const QString& name, const QString& value) {
  const int row = m_grid->rowCount();
  auto* const text = new QLabel(value);
  text->setWordWrap(true);
  m_grid->addWidget(dimLabel(name), row, 0, Qt::AlignTop);
  m_grid->addWidget(text, row, 1);
}

void StartPage::addDevices() {
  for (const DeviceStatus& device : m_bridge.devices()) {
    const int row = m_grid->rowCount();
    auto* const name = new QLabel(device.name);
    name->setWordWrap(true);
    m_memory.push_back(dimLabel({}));
    auto* const texts = new QVBoxLayout;
    texts->setSpacing(1);
    texts->addWidget(name);
    texts->addWidget(m_memory.back());
    m_grid->addWidget(dimLabel(device.isGpu() ? tr("GPU") : tr("Processor")), row, 0, Qt::AlignTop);
    m_grid->addLayout(texts, row, 1);
  }
  showMemory();
}

void StartPage::showMemory() {
  const auto& devices = m_bridge.devices();
  if (devices.size() != m_memory.size()) return;
  for (size_t i = 0; i < devices.size(); ++i)
    m_memory[i]->setText(
        tr("%1 free of %2").arg(bytesText(devices[i].freeBytes), bytesText(devices[i].totalBytes)));
}

void StartPage::addVersions() {
  const nlohmann::json& info = m_bridge.systemInfo();
  if (info.contains("engine")) {
    const auto& engine = info.at("engine");
    addRow(QStringLiteral("LibTorch"), QString::fromStdString(engine.at("libtorch")));
    const auto& cuda = engine.at("cuda");
    addRow(QStringLiteral("CUDA"), cuda.is_null() ? tr("not in this build: the CPU is used")
                                                  : QString::fromStdString(cuda.at("version")));
    if (!cuda.is_null()) {
      const QString driver = QString::fromStdString(cuda.at("driver"));
      addRow(tr("NVIDIA driver"), tr("%1 (needed: %2 or newer)")
                                      .arg(driver.isEmpty() ? tr("none") : driver,
                                           QString::fromStdString(cuda.at("minimum_driver"))));
    }
  }
  if (info.contains("ffmpeg"))
    addRow(QStringLiteral("FFmpeg"),
           info.at("ffmpeg").is_null() ? tr("not in this build") : QString::fromStdString(info.at("ffmpeg")));
}

void StartPage::addNotice(const FaultNotice& notice) {
  const int row = m_grid->rowCount();
  auto* const picture = new QLabel;
  picture->setPixmap(icon(notice.tint == Tint::bad ? "error" : "warning", notice.tint)
                         .pixmap(QSize(20, 20), devicePixelRatioF()));
  auto* const text =
      new QLabel(QStringLiteral("<b>%1</b><br>%2")
                     .arg(faultText(notice.fault).toHtmlEscaped(), faultHint(notice.fault).toHtmlEscaped()));
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text->setFocusPolicy(Qt::NoFocus);
  auto* const line = new QHBoxLayout;
  line->addWidget(picture, 0, Qt::AlignTop);
  line->addWidget(text, 1);
  m_grid->addLayout(line, row, 0, 1, 2);
}

}  // namespace fw::ui
