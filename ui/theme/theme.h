// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <thread>

#include "ui/theme/palettes.h"

namespace fw::ui {

enum class ThemeMode { system = 1, light, dark };

/// The application's style and palette. System mode follows the desktop portal (Qt 6.4 cannot tell light from
/// dark); without a portal the desktop's own palette decides. GUI thread only.
class Theme : public QObject {
  Q_OBJECT
 public:
  /// @param remembered  the desktop's preference at last exit, so that colours do not change after the first
  /// paint
  Theme(ThemeMode mode, std::optional<Scheme> remembered, QObject* parent = nullptr);
  ~Theme() override;

  ThemeMode mode() const { return m_mode; }
  void setMode(ThemeMode mode);
  Scheme scheme() const;
  /// The desktop's preference, as far as known.
  Scheme systemScheme() const { return m_system; }

  /// Queries the portal on its own thread and then listens to it. Call once, after the first paint.
  void askDesktop();

 Q_SIGNALS:
  void schemeChanged();
  /// The desktop's preference became known or changed.
  void systemSchemeChanged();

 private Q_SLOTS:
  void portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

 private:
  void setSystemPreference(uint preference);
  void apply();

  ThemeMode m_mode;
  Scheme m_ofPalette;  // from the desktop's palette, before the application set its own
  Scheme m_system;
  std::optional<Scheme> m_applied;
  std::jthread m_asker;
};

}  // namespace fw::ui
