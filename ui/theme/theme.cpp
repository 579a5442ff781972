// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusReply>

#include "ui/theme/style.h"

namespace fw::ui {

namespace {

const QString portalService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString portalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString portalInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colorScheme = QStringLiteral("color-scheme");
constexpr int portalTimeoutMs = 1000;

/// Portals wrap the value once or twice, depending on their version.
uint unwrapped(QVariant value) {
  while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
  return value.toUInt();
}

}  // namespace

Theme::Theme(ThemeMode mode, std::optional<Scheme> remembered, QObject* parent)
    : QObject(parent),
      m_mode(mode),
      m_ofPalette(schemeOf(QApplication::palette())),
      m_system(remembered.value_or(m_ofPalette)) {
  QApplication::setStyle(new Style);
  apply();
}

Theme::~Theme() = default;

void Theme::setMode(ThemeMode mode) {
  m_mode = mode;
  apply();
}

Scheme Theme::scheme() const {
  if (m_mode == ThemeMode::system) return m_system;
  return m_mode == ThemeMode::dark ? Scheme::dark : Scheme::light;
}

void Theme::apply() {
  if (m_applied == scheme()) return;
  m_applied = scheme();
  QApplication::setPalette(makePalette(scheme()));
  Q_EMIT schemeChanged();
}

void Theme::askDesktop() {
  if (m_asker.joinable()) return;
  qRegisterMetaType<QDBusVariant>();  // connect() below rejects unknown types
  // Connecting may take long without a bus.
  m_asker = std::jthread([this] {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(portalService, portalPath, portalInterface, QStringLiteral("SettingChanged"), this,
                SLOT(portalSettingChanged(QString, QString, QDBusVariant)));
    QDBusMessage question =
        QDBusMessage::createMethodCall(portalService, portalPath, portalInterface, QStringLiteral("Read"));
    question << appearance << colorScheme;
    const QDBusReply<QVariant> answer = bus.call(question, QDBus::Block, portalTimeoutMs);
    if (!answer.isValid()) return;
    QMetaObject::invokeMethod(
        this, [this, preference = unwrapped(answer.value())] { setSystemPreference(preference); },
        Qt::QueuedConnection);
  });
}

void Theme::portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
  if (group == appearance && key == colorScheme) setSystemPreference(unwrapped(value.variant()));
}

void Theme::setSystemPreference(uint preference) {
  enum Preference : uint { none, preferDark, preferLight };
  m_system = m_ofPalette;
  if (preference == preferDark) m_system = Scheme::dark;
  if (preference == preferLight) m_system = Scheme::light;
  apply();
  Q_EMIT systemSchemeChanged();
}

}  // namespace fw::ui
