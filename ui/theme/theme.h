// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <thread>

#include "ui/theme/palettes.h"

namespace fw::ui {

enum class ThemeMode { system = 1, light, dark };

/// The application's style and palette. In system mode the desktop portal is asked (Qt 6.4 cannot tell light
/// from dark) and followed; without a portal the desktop's own palette decides. GUI thread only.
class Theme : public QObject {
  Q_OBJECT
 public:
  /// @param remembered  what the desktop said last time: no change of colours after the first paint
  Theme(ThemeMode mode, std::optional<Scheme> remembered, QObject* parent = nullptr);
  ~Theme() override;

  ThemeMode mode() const { return m_mode; }
  void setMode(ThemeMode mode);
  Scheme scheme() const;
  /// What the desktop prefers, as far as known.
  Scheme systemScheme() const { return m_system; }

  /// Asks the portal on a thread of its own and listens to it from then on. Once, after the first paint.
  void askDesktop();

 Q_SIGNALS:
  void schemeChanged();
  /// What the desktop prefers became known or changed.
  void systemSchemeChanged();

 private Q_SLOTS:
  void portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

 private:
  void setSystemPreference(uint preference);
  void apply();

  ThemeMode m_mode;
  Scheme m_ofPalette;  // of the desktop's palette, before this application set its own
  Scheme m_system;
  std::optional<Scheme> m_applied;
  std::jthread m_asker;
};

}  // namespace fw::ui
