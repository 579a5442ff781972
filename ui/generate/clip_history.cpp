// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/clip_history.h"

#include <QDir>
#include <QFile>
#include <QLocale>
#include <algorithm>

#include "media/thumbnails.h"
#include "ui/state/clip_roles.h"
#include "ui/state/recorded_recipe.h"

namespace fw::ui {

namespace {

constexpr int thumbnailSide = 256;
constexpr ErrorCode no_trash{"generate.no_trash",
                             FW_TEXT("errors", "{file} could not be moved to the trash."),
                             FW_TEXT("errors", "Delete it in the file manager.")};

/// Passed from the worker.
struct ReadClip {
  std::optional<engine_api::ClipRecipe> recipe{};
  QImage picture{};
};

std::vector<MadeClip> listClips(const QString& folder) {
  std::vector<MadeClip> clips;
  const QDir dir(folder);
  for (const QFileInfo& info : dir.entryInfoList({QStringLiteral("*.mp4")}, QDir::Files, QDir::Time))
    clips.push_back({info.absoluteFilePath(), info.lastModified()});
  // Clips of the same second are sorted by name, which is numbered.
  std::ranges::stable_sort(clips, [](const MadeClip& a, const MadeClip& b) {
    return std::pair(a.time, a.file) > std::pair(b.time, b.file);
  });
  return clips;
}

ReadClip readClip(const QString& file, const std::stop_token& stop) {
  ReadClip read;
  try {
    media::ClipReader reader(file.toStdString(), {.threads = 1, .stop = stop});
    read.recipe = engine_api::parse_recipe(recordedRecipe(media::probe(reader)));
    const auto picture = media::thumbnail(reader, reader.frames() / 2, thumbnailSide);
    read.picture =
        QImage(picture.pixels.data(), picture.width, picture.height, picture.width * 3, QImage::Format_RGB888)
            .convertToFormat(QImage::Format_RGB32);
  } catch (const Error&) {
    // Shown as unplayable; playing it shows the reason.
  }
  return read;
}

QString recipeText(const MadeClip& clip) {
  const QLocale locale;
  QStringList lines{clip.prompt()};
  if (clip.recipe) {
    const engine_api::GenerateRequest& made = clip.recipe->request;
    if (!made.negative_prompt.empty())
      lines << ClipHistory::tr("Negative prompt: %1").arg(QString::fromStdString(made.negative_prompt));
    if (made.frames > 0 && made.steps > 0)
      lines << ClipHistory::tr("%1 × %2, %n frames, %3 steps", nullptr, static_cast<int>(made.frames))
                   .arg(made.width)
                   .arg(made.height)
                   .arg(made.steps);
    if (made.seed >= 0 && made.guidance_scale >= 0)
      lines
          << ClipHistory::tr("Seed %1, guidance %2").arg(made.seed).arg(locale.toString(made.guidance_scale));
  }
  lines << locale.toString(clip.time, QLocale::ShortFormat) << QDir::toNativeSeparators(clip.file);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

QString MadeClip::prompt() const {
  return recipe ? QString::fromStdString(recipe->request.prompt) : QFileInfo(file).completeBaseName();
}

QStringList filesBeside(const QString& clip) {
  return {clip + QStringLiteral(".latents.safetensors"), clip + QStringLiteral(".preview.png")};
}

ClipHistory::ClipHistory(QObject* parent) : QAbstractListModel(parent) {
  connect(&m_worker, &Worker::failed, this, &ClipHistory::failed);
}

void ClipHistory::setFolder(const QString& folder) {
  if (folder == m_folder) return;
  m_worker.clear();
  m_isReading = false;
  m_folder = folder;
  beginResetModel();
  m_clips.clear();
  endResetModel();
  refresh();
}

void ClipHistory::refresh() {
  m_worker.run([folder = m_folder](const std::stop_token&) { return listClips(folder); },
               [this](std::vector<MadeClip> clips) { takeList(std::move(clips)); });
}

void ClipHistory::takeList(std::vector<MadeClip> clips) {
  const auto isSame = [](const MadeClip& a, const MadeClip& b) {
    return a.file == b.file && a.time == b.time;
  };
  for (int row = rowCount() - 1; row >= 0; --row) {
    const MadeClip& known = m_clips[static_cast<size_t>(row)];
    if (std::ranges::any_of(clips, [&](const MadeClip& clip) { return isSame(clip, known); })) continue;
    beginRemoveRows({}, row, row);
    m_clips.erase(m_clips.begin() + row);
    endRemoveRows();
  }
  // Both are in the same order, and the known clips are a subset of the listed ones.
  for (size_t row = 0; row < clips.size(); ++row) {
    if (row < m_clips.size() && isSame(clips[row], m_clips[row])) continue;
    beginInsertRows({}, static_cast<int>(row), static_cast<int>(row));
    m_clips.insert(m_clips.begin() + static_cast<std::ptrdiff_t>(row), std::move(clips[row]));
    endInsertRows();
  }
  Q_EMIT listed();
  if (!m_isReading) readNext();
}

void ClipHistory::readNext() {
  const auto next = std::ranges::find(m_clips, false, &MadeClip::isRead);
  m_isReading = next != m_clips.end();
  if (!m_isReading) return;
  m_worker.run(
      [file = next->file](const std::stop_token& stop) { return std::pair(file, readClip(file, stop)); },
      [this](const std::pair<QString, ReadClip>& read) {
        if (const QModelIndex index = indexOf(read.first); index.isValid()) {
          MadeClip& clip = m_clips[static_cast<size_t>(index.row())];
          clip.isRead = true;
          clip.recipe = read.second.recipe;
          clip.picture = QPixmap::fromImage(read.second.picture);
          clip.isBroken = clip.picture.isNull();
          Q_EMIT dataChanged(index, index);
        }
        readNext();
      });
}

const MadeClip* ClipHistory::clip(const QModelIndex& index) const {
  const bool known = index.isValid() && index.row() < rowCount();
  return known ? &m_clips[static_cast<size_t>(index.row())] : nullptr;
}

QModelIndex ClipHistory::indexOf(const QString& file) const {
  const auto found = std::ranges::find(m_clips, file, &MadeClip::file);
  return found == m_clips.end() ? QModelIndex() : index(static_cast<int>(found - m_clips.begin()));
}

void ClipHistory::moveToTrash(const QString& file) {
  m_worker.run(
      [file](const std::stop_token&) {
        if (!QFile::moveToTrash(file)) throw Error(no_trash, {{"file", file.toStdString()}});
        for (const QString& beside : filesBeside(file)) {
          if (QFile::exists(beside)) QFile::moveToTrash(beside);
        }
        return file;
      },
      [this](const QString& gone) {
        Q_EMIT removed(gone);
        refresh();
      });
}

int ClipHistory::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_clips.size());
}

QVariant ClipHistory::data(const QModelIndex& index, int role) const {
  const MadeClip* const made = clip(index);
  if (made == nullptr) return {};
  switch (role) {
    case Qt::DisplayRole:
      return made->prompt();
    case ClipFactsRole: {
      const int64_t seed = made->recipe ? made->recipe->request.seed : -1;
      return seed >= 0 ? tr("Seed %1").arg(seed) : QLocale().toString(made->time, QLocale::ShortFormat);
    }
    case ClipThumbnailRole:
      return made->picture;
    case ClipUnavailableRole:
      return made->isBroken;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
      return recipeText(*made);
    default:
      return {};
  }
}

}  // namespace fw::ui
