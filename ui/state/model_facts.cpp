// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/model_facts.h"

#include <QCoreApplication>
#include <QStringList>

#include "catalog/catalog.h"
#include "ui/state/fault_text.h"

namespace fw::ui {

QString familyName(std::string_view family) {
  const catalog::Family* const known = catalog::find_family(family);
  const std::string_view name = known != nullptr ? known->name : family;
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString tasksText(const catalog::ModelSpec& model) {
  QStringList names;
  for (const catalog::VideoTask task : model.tasks)
    names << (task == catalog::VideoTask::image_to_video
                  ? QCoreApplication::translate("model facts", "image to video")
                  : QCoreApplication::translate("model facts", "text to video"));
  return names.join(comma());
}

QString modelFactsText(const catalog::ModelSpec& model) {
  return QCoreApplication::translate("model facts", "%1, %2, made for clips of %3")
      .arg(QString::fromStdString(model.rules.model), tasksText(model),
           QString::fromStdString(to_string(model.native_size())));
}

}  // namespace fw::ui
