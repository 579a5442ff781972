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

/// A project: a folder with one SQLite database and a runs/ folder. The folder can be moved and archived:
/// paths inside it are stored relative to it. Sources are referenced and never modified.
///
/// Every committed change survives killing the process at any moment (WAL, or a rollback journal on a network
/// file system; synchronous writes). Only one process at a time may write; see read_only(). Clips, captions,
/// tags, buckets and settings are changed only through edit(), so that each change can be undone, in this
/// session or a later one.
///
/// Functions on projects are declared by topic: clips.h, captions.h, import.h and so on. All of them, and
/// these methods, throw fw::Error project.database if the database fails (disk full, damaged), project.gone
/// if its folder was deleted, moved or replaced, and project.read_only when a read-only project is modified.
/// Thread: one at a time. Other threads and processes open the folder themselves; readers never wait for a
/// writer, except on a network file system.
class Project {
 public:
  /// Creates the folder if it does not exist.
  /// @throws fw::Error project.exists, project.not_a_folder, project.place_read_only, project.no_folder,
  /// project.database, base.lock_failed
  static Project create(const std::filesystem::path& folder);
  /// Opens a project. Migrates an older schema after copying the database to "<database>.v<n>". If another
  /// process has it open for writing, it opens read-only; see read_only_reason().
  /// @param path  the project's folder or its database
  /// @throws fw::Error project.missing, project.not_a_folder, project.newer, project.database
  static Project open(const std::filesystem::path& path, Access access = Access::read_write);
  /// Opens the same project for another thread of this process: it may write if this one may, as long as one
  /// of them lives.
  Project open_beside() const;
  ~Project();
  Project(Project&&) noexcept;
  Project& operator=(Project&&) noexcept;

  const std::filesystem::path& folder() const;
  /// True if the folder still holds the database that was opened. Cost: one stat.
  bool is_in_place() const;
  /// Device and inode of the open database file: unchanged if the folder is moved.
  using Identity = std::pair<uint64_t, uint64_t>;
  std::optional<Identity> identity() const;
  /// Creates a folder inside the project's if it does not exist; never creates the project's own.
  /// @throws fw::Error project.gone, project.no_folder
  std::filesystem::path make_folder(std::string_view name) const;
  /// Copies the database to a new project in `folder`, which is created if necessary. Works even if the
  /// project's folder is gone, as long as this process has it open. Videos and runs inside the old folder are
  /// not copied: the copy expects them at the same relative paths.
  /// @throws fw::Error project.exists, project.place_read_only, project.no_folder, project.database;
  /// base.write_failed
  void save_copy(const std::filesystem::path& folder) const;
  bool read_only() const;
  /// Why a project opened for writing is read-only, and who holds it; otherwise nullopt.
  const std::optional<Fault>& read_only_reason() const;
  /// A warning about a project that can be used nevertheless: project.on_network.
  const std::optional<Fault>& caution() const;

  /// Converts a path to its stored form and back to an absolute path.
  std::string stored_path(const std::filesystem::path& path) const;
  std::filesystem::path absolute_path(std::string_view stored) const;

  /// One undoable transaction. If `work` throws, it is rolled back.
  /// @param label      text after "Undo" in the menu, in English, marked with FW_TEXT("edits", …)
  /// @param continues  a step returned before: both edits are undone together
  /// @return the step, for `continues`; 0 if nothing changed
  int64_t edit(std::string_view label, const std::function<void(SQLite::Database&)>& work,
               int64_t continues = 0);
  /// Labels of the next undo and redo; nullopt if there is none.
  std::optional<std::string> undo_label() const;
  std::optional<std::string> redo_label() const;
  /// @return whether there was something to undo
  bool undo();
  bool redo();

  /// One transaction outside the undo history: for data that can be recomputed.
  void write(const std::function<void(SQLite::Database&)>& work);
  /// Reads a consistent snapshot of the database, without concurrent commits.
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
  /// Holds a read transaction unless one is already open.
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
