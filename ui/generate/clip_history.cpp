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

/// What the worker hands over.
struct ReadClip {
  nlohmann::json recipe = nlohmann::json::object();
  QImage picture{};
};

std::vector<MadeClip> listClips(const QString& folder) {
  std::vector<MadeClip> clips;
  const QDir dir(folder);
  for (const QFileInfo& info : dir.entryInfoList({QStringLiteral("*.mp4")}, QDir::Files, QDir::Time))
    clips.push_back({info.absoluteFilePath(), info.lastModified()});
  // Those of one second by their names, which count.
  std::ranges::stable_sort(clips, [](const MadeClip& a, const MadeClip& b) {
    return std::pair(a.time, a.file) > std::pair(b.time, b.file);
  });
  return clips;
}

ReadClip readClip(const QString& file, const std::stop_token& stop) {
  ReadClip read;
  try {
    media::ClipReader reader(file.toStdString(), {.threads = 1, .stop = stop});
    read.recipe = recordedRecipe(media::probe(reader));
    const auto picture = media::thumbnail(reader, reader.frames() / 2, thumbnailSide);
    read.picture =
        QImage(picture.pixels.data(), picture.width, picture.height, picture.width * 3, QImage::Format_RGB888)
            .convertToFormat(QImage::Format_RGB32);
  } catch (const Error&) {
    // Shown as one that cannot be played; playing it says why.
  }
  return read;
}

QString recipeText(const MadeClip& clip) {
  const QLocale locale;
  QStringList lines{clip.prompt()};
  if (const auto negative = recipeValue<std::string>(clip.recipe, "negative_prompt");
      negative && !negative->empty())
    lines << ClipHistory::tr("Negative prompt: %1").arg(QString::fromStdString(*negative));
  const auto frames = recipeValue<int>(clip.recipe, "frames"),
             height = recipeValue<int>(clip.recipe, "height"), width = recipeValue<int>(clip.recipe, "width"),
             steps = recipeValue<int>(clip.recipe, "steps");
  if (frames && height && width && steps)
    lines << ClipHistory::tr("%1 × %2, %n frames, %3 steps", nullptr, *frames)
                 .arg(*width)
                 .arg(*height)
                 .arg(*steps);
  const auto seed = recipeValue<int64_t>(clip.recipe, "seed");
  const auto guidance = recipeValue<double>(clip.recipe, "guidance_scale");
  if (seed && guidance)
    lines << ClipHistory::tr("Seed %1, guidance %2").arg(*seed).arg(locale.toString(*guidance));
  lines << locale.toString(clip.time, QLocale::ShortFormat) << QDir::toNativeSeparators(clip.file);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

QString MadeClip::prompt() const {
  const auto prompt = recipeValue<std::string>(recipe, "prompt");
  return prompt ? QString::fromStdString(*prompt) : QFileInfo(file).completeBaseName();
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
  // Both are sorted in the same way, and what is known is among the listed.
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
      const auto seed = recipeValue<int64_t>(made->recipe, "seed");
      return seed ? tr("Seed %1").arg(*seed) : QLocale().toString(made->time, QLocale::ShortFormat);
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
