// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/device_check/device_report.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace fw::ui {

namespace {

using engine_api::DeviceProof;

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(DeviceReport)
 public:
  static QString proved(DeviceProof::What what) {
    switch (what) {
      case DeviceProof::What::networks:
        return tr("Networks and training steps match the Python reference");
      case DeviceProof::What::memory:
        return tr("Training with activations, blocks or the optimizer in host memory gives the same numbers");
      case DeviceProof::What::optimizers:
        return tr("Optimizers change weights as on the CPU");
    }
    return {};
  }

  static QString sentence(const DeviceProof& proof) {
    const QString what = proved(proof.what);
    if (proof.total == 0) return tr("? %1: the reference cases are not installed.").arg(what);
    const QLocale locale;
    const QString counted =
        tr("%1 of %2").arg(locale.toString(qlonglong(proof.passed)), locale.toString(qlonglong(proof.total)));
    if (!proof.failed.empty()) {
      QStringList names;
      for (const std::string& name : proof.failed) names << QString::fromStdString(name);
      return tr("✗ %1: only %2. Different: %3.").arg(what, counted, names.join(QStringLiteral("; ")));
    }
    if (proof.of_tolerance <= 0) return tr("✓ %1: %2, bit for bit.").arg(what, counted);
    return tr("✓ %1: %2. The largest difference is %3 % of what is allowed.")
        .arg(what, counted, locale.toString(100 * proof.of_tolerance, 'g', 2));
  }
};

}  // namespace

QString deviceReport(const engine_api::DeviceCheckReport& report) {
  QStringList lines;
  for (const engine_api::DeviceFigures& device : report.devices) {
    lines << QStringLiteral("%1 (%2)").arg(QString::fromStdString(device.name),
                                           QString::fromStdString(device.device));
    for (const DeviceProof& proof : device.proofs) lines << Texts::sentence(proof);
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace fw::ui
