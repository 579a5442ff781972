// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <algorithm>
#include <sstream>

#include "architecture/rules.h"

namespace fw::architecture {

namespace {

/// A call that creates, changes, moves or removes a file directly.
struct Call {
  const char* name;
  const char* pattern;
};
const Call calls[]{
    {"ofstream", R"(\b(basic_)?(o|f)?fstream\b|\bofstream\b)"},
    {"fopen", R"(\b(fopen|freopen|creat)\s*\()"},
    {"open-to-write", R"(\bO_(WRONLY|RDWR|CREAT|TRUNC|APPEND)\b)"},
    {"ftruncate", R"((^|[^\w>])::f?truncate\s*\()"},
    {"rename", R"((^|[^\w>])::rename(at2?)?\s*\(|\b(fs|filesystem)::rename\s*\(|\bQ(File|Dir)::rename\s*\()"},
    {"remove",
     R"((^|[^\w>])::(unlink(at)?|rmdir)\s*\(|\b(fs|filesystem)::remove(_all)?\s*\(|\bQFile::remove\s*\(|removeRecursively)"},
    {"trash", R"(\bQFile::moveToTrash\s*\()"},
    {"copy", R"(\b(fs|filesystem)::copy(_file|_symlink)?\s*\(|\bQFile::copy\s*\(|\bsendfile\s*\()"},
    {"link",
     R"((^|[^\w>])::(sym)?link(at)?\s*\(|\bcreate_(symlink|directory_symlink|hard_link)\s*\(|\bQFile::link\s*\()"},
    {"resize", R"(\bresize_file\s*\()"},
    {"temporary", R"(\bmk(s|d|os)temp\s*\(|\bQTemporary(File|Dir)\b|\btmpfile\s*\()"},
    {"QSaveFile", R"(\bQSaveFile\b|\bQImageWriter\b|\bsetFileName\s*\()"},
    {"QIODevice", R"(\bQIODevice(Base)?::(WriteOnly|ReadWrite|Append|Truncate|NewOnly)\b)"},
    {"picture", R"(\.save\s*\([^)])"},
    {"avio", R"(\bavio_open2?\s*\()"},
    {"sqlite", R"(\bSQLite::OPEN_CREATE\b)"},
    {"log", R"(\b\w*_file_sink\w*\b)"},
};

/// A place where a call is allowed, and why it cannot harm the user's files.
struct Allowed {
  const char* path;
  const char* calls;
  const char* reason;
};
const Allowed allowed[]{
    {"core/base/atomic_file.cpp", "open-to-write rename remove link", "the one way to write a file"},
    {"core/base/file_tree.cpp", "rename remove link", "folders and links by the same rule"},
    {"core/base/file_lock.cpp", "open-to-write ftruncate",
     "locks: the program's own, without content of worth"},
    {"core/base/log.cpp", "log", "appends to the program's own log"},
    {"core/run/cache_cleanup.cpp", "open-to-write remove",
     "the cache's own list of runs; entries that no run needs, which can be made again"},
    {"core/run/run_folder.cpp", "remove link",
     "a second name for a checkpoint's weights; a folder made just now for a run that cannot be frozen"},
    {"core/training/validation.cpp", "remove", "the latents that it saved itself, once their clip is there"},
    {"core/media/writer.cpp", "avio", "FFmpeg writes by name, into the file that AtomicFile holds for it"},
    {"core/inference/sections_file.cpp", "remove",
     "sections of clips that are done or forgotten, which it made"},
    {"core/precompute/latent_cache.cpp", "remove", "a damaged entry of the cache, which can be made again"},
    {"core/captioning/captioner.cpp", "remove", "the temporary clip that it made itself"},
    {"core/project/export.cpp", "remove", "the files that a failed export has made itself"},
    {"core/project/scratch_folder.cpp", "temporary remove", "a folder for temporary files, made for itself"},
    {"core/project/kept_jobs.cpp", "remove", "the queue's own file, once it keeps no job"},
    {"core/project/project.cpp", "sqlite", "the project's database, whose journal keeps it whole"},
    {"core/launch/rank_group.cpp", "open-to-write", "logs of the run's processes, appended to"},
    {"core/memory/common_weights.cpp", "open-to-write",
     "memory of another process, which has no place on a disk"},
    {"core/workflow/sweep.cpp", "remove", "folders made just now for runs of a sweep that cannot be frozen"},
    {"core/workflow/rank_logs.cpp", "remove",
     "logs of the processes of clips made long ago, in folders that it made"},
    {"core/download/part_file.cpp", "open-to-write remove",
     "an unfinished download, under a name of its own: resumed where it was cut off"},
    {"core/runtime/unpack.cpp", "open-to-write", "LibTorch, in a folder of the program's own"},
    {"core/runtime/install.cpp", "rename remove", "folders of LibTorch, which it made itself"},
    {"core/hub/store.cpp", "rename remove link",
     "finished downloads, which it made itself, and the cache's links to them"},
    {"core/hub/one_file.cpp", "remove", "its own unfinished download, once that is known to be damaged"},
    {"core/training/checkpoint.cpp", "rename remove", "checkpoints of the run, which it made itself"},
    {"core/training/event_log.cpp", "open-to-write ftruncate",
     "the run's log: appended to, cut at a checkpoint"},
    {"core/training/metric_files.h", "ofstream", "metrics.csv of the run, made anew from its log"},
    {"core/training/result.cpp", "rename remove", "the run's result, from which what others added is kept"},
    {"core/training/tensorboard.h", "ofstream", "the run's TensorBoard file, under a name of its own"},
    {"ui/charts/chart_export.cpp", "QIODevice picture", "a buffer in memory, which AtomicFile then writes"},
    {"ui/state/run_list_model.cpp", "trash", "the run that the user wants thrown away; the trash keeps it"},
    {"ui/train/own_presets.cpp", "trash", "the preset that the user wants thrown away; the trash keeps it"},
    {"ui/generate/clip_history.cpp", "trash", "the clip that the user wants thrown away; the trash keeps it"},
    {"ui/generate/generate_page.cpp", "remove", "previews and latents of the job, which it made itself"},
};

/// A line without comments.
QString code_of(const std::string& line) {
  return line.starts_with("#include") ? QString() : QString::fromStdString(line.substr(0, line.find("//")));
}

bool names(const Allowed& entry, const std::string& call) {
  std::istringstream list(entry.calls);
  for (std::string name; list >> name;)
    if (name == call) return true;
  return false;
}

bool is_written_here(const SourceFile& file) {
  static const std::set<std::string> extensions{".h", ".cpp", ".cu", ".cuh"};
  const std::string top = file.components().front();
  return extensions.contains(file.extension()) && (top == "core" || top == "app" || top == "ui");
}

}  // namespace

std::vector<Violation> check_writers(const SourceTree& tree) {
  std::vector<Violation> found;
  for (const SourceFile& file : tree.files) {
    if (!is_written_here(file)) continue;
    const auto entry = std::ranges::find(allowed, file.path, &Allowed::path);
    QStringList lines;
    for (const std::string& line : file.lines) lines << code_of(line);
    for (const Call& call : calls) {
      const QRegularExpression pattern(call.pattern);
      const bool may = entry != std::end(allowed) && names(*entry, call.name);
      bool does = false;
      for (size_t i = 0; i < file.lines.size(); ++i) {
        if (!pattern.match(lines[static_cast<qsizetype>(i)]).hasMatch()) continue;
        does = true;
        if (!may)
          found.push_back({file.path, static_cast<int>(i) + 1,
                           std::string("goes around base/atomic_file.h (") + call.name +
                               "): write through it, or state in writer_rules.cpp why this harms no file"});
      }
      if (may && !does)
        found.push_back({file.path, 0, std::string("no longer needs its exception for ") + call.name});
    }
  }
  return found;
}

}  // namespace fw::architecture
