// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace SQLite {
class Database;
}

namespace fw::project {

/// The database inside a project's folder.
inline constexpr std::string_view database_name = "project.framewright";

inline constexpr ErrorCode project_gone{
    "project.gone",
    FW_TEXT("errors", "The project {folder} is gone: its folder was deleted, moved or replaced."),
    FW_TEXT("errors",
            "Changes that were not saved are kept while the window is open. Put the folder back, locate the "
            "project, or save a copy."),
    Blame::input};

enum class Access { read_write, read_only };

/// A project: one folder with one SQLite database, and runs/ beside it. The folder can be moved and archived:
/// paths inside it are stored relative to it. Sources are referenced and never altered.
///
/// Every committed change survives the process being killed at any moment (WAL, or a rollback journal on a
/// network file system; synchronous writes). One process at a time may write; see read_only(). Clips,
/// captions, tags, buckets and settings are changed through edit() only, so that each change can be undone,
/// in this session or a later one.
///
/// The functions that work on projects are beside what they work on: clips.h, captions.h, import.h and so on.
/// All of them, and these methods, throw fw::Error project.database when the database fails (disk full,
/// damaged), project.gone when its folder was deleted, moved or replaced since, project.read_only when a
/// change is asked of a project that is open for reading. Thread: one at a time. Another thread or process
/// opens the folder for itself; readers never wait for a writer, except on a network file system.
class Project {
 public:
  /// Makes the folder when it is missing.
  /// @throws fw::Error project.exists, project.not_a_folder, project.place_read_only, project.no_folder,
  /// project.database, base.lock_failed
  static Project create(const std::filesystem::path& folder);
  /// Opens a project, bringing an older schema up to date after a copy beside it, "<database>.v<n>". When
  /// another process has it open for writing, it opens read-only and notice() says so.
  /// @param path  the project's folder or its database
  /// @throws fw::Error project.missing, project.not_a_folder, project.newer, project.database
  static Project open(const std::filesystem::path& path, Access access = Access::read_write);
  /// The same project once more, for another thread of this process: it may write when this one may, as long
  /// as one of them lives.
  Project open_beside() const;
  ~Project();
  Project(Project&&) noexcept;
  Project& operator=(Project&&) noexcept;

  const std::filesystem::path& folder() const;
  /// Whether the folder still holds the database that was opened. Cost: one look at the file system.
  bool is_in_place() const;
  /// Device and inode of the database file that was opened: the same wherever the folder is moved to.
  using Identity = std::pair<uint64_t, uint64_t>;
  std::optional<Identity> identity() const;
  /// A folder in the project's, made when it is missing; the project's own never is.
  /// @throws fw::Error project.gone, project.no_folder
  std::filesystem::path make_folder(std::string_view name) const;
  /// All of the project's database as a new project in `folder`, which is made when it is missing: also of a
  /// project that is gone, as long as this process has it open. Videos and runs inside the former folder are
  /// not copied: the copy looks for them at the same places in its own.
  /// @throws fw::Error project.exists, project.place_read_only, project.no_folder, project.database;
  /// base.write_failed
  void save_copy(const std::filesystem::path& folder) const;
  bool read_only() const;
  /// Why a project that was to be written is read-only, and who holds it; nothing otherwise.
  const std::optional<Fault>& read_only_reason() const;
  /// What a person should know of a project that can be used all the same: project.on_network.
  const std::optional<Fault>& caution() const;

  /// The form in which a path is stored, and the absolute path back from it.
  std::string stored_path(const std::filesystem::path& path) const;
  std::filesystem::path absolute_path(std::string_view stored) const;

  /// One transaction that can be undone. When `work` throws, nothing of it remains.
  /// @param label      what the person sees behind "Undo", an English sentence marked with FW_TEXT("edits",
  /// …)
  /// @param continues  a step returned before: this edit is undone together with it
  /// @return the step, for continues; 0 when nothing changed
  int64_t edit(std::string_view label, const std::function<void(SQLite::Database&)>& work,
               int64_t continues = 0);
  /// What undo() and redo() would do now; nothing when there is nothing.
  std::optional<std::string> undo_label() const;
  std::optional<std::string> redo_label() const;
  /// @return whether there was something to undo
  bool undo();
  bool redo();

  /// One transaction outside the undo history: for what can be computed again.
  void write(const std::function<void(SQLite::Database&)>& work);
  /// A consistent look at the database: what others commit meanwhile is not seen.
  template <typename Work>
  auto read(Work&& work) const -> decltype(work(std::declval<SQLite::Database&>())) {
    try {
      const Snapshot snapshot(*this);
      return work(database());
    } catch (...) {
      rethrow();
    }
  }

 private:
  struct State;
  /// Holds a read transaction unless one is open already.
  class Snapshot {
   public:
    explicit Snapshot(const Project& project);
    ~Snapshot();
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

   private:
    SQLite::Database* opened_ = nullptr;
  };

  explicit Project(std::unique_ptr<State> state);
  SQLite::Database& database() const;
  [[noreturn]] void rethrow() const;
  void transact(const std::function<void(SQLite::Database&)>& work);

  std::unique_ptr<State> state_;
};

}  // namespace fw::project
