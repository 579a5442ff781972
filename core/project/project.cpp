// SPDX-License-Identifier: Apache-2.0
#include "project/project.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/atomic_file.h"
#include "base/file_lock.h"
#include "base/paths.h"
#include "project/edits.h"
#include "project/journal.h"
#include "project/schema.h"
#include "project/text_search.h"

namespace fw::project {

namespace {

constexpr ErrorCode exists{"project.exists", FW_TEXT("errors", "{folder} already contains a project."),
                           FW_TEXT("errors", "Open it, or choose another folder."), Blame::input};
constexpr ErrorCode missing{
    "project.missing", FW_TEXT("errors", "There is no project in {folder}."),
    FW_TEXT("errors", "Choose the folder that contains {name}, or create a project there."), Blame::input};
constexpr ErrorCode not_a_folder{
    "project.not_a_folder", FW_TEXT("errors", "{file} is a file, but a project is a folder."),
    FW_TEXT("errors", "Name the project's folder first, then the files."), Blame::input};
constexpr ErrorCode newer{
    "project.newer",
    FW_TEXT("errors", "{file} was written by a newer version (schema {found}, this one knows {known})."),
    FW_TEXT("errors", "Update Framewright to open it."), Blame::input};
constexpr ErrorCode older{
    "project.older",
    FW_TEXT("errors",
            "{file} was written by an older version (schema {found} of {known}) and cannot be updated here."),
    FW_TEXT("errors", "Open it once where its folder is writable, or copy the folder."), Blame::input};
constexpr ErrorCode damaged{
    "project.damaged", FW_TEXT("errors", "{file} is not a project database, or it is damaged: {reason}."),
    FW_TEXT("errors",
            "Restore it from a backup. The runs do not depend on it: a new project in the same folder finds "
            "them by reindexing."),
    Blame::input};
constexpr ErrorCode database_failed{
    "project.database", FW_TEXT("errors", "{file} could not be used: {reason}."),
    FW_TEXT("errors",
            "Check the free space and the permissions of its folder. The last change was not saved.")};
constexpr ErrorCode locked{
    "project.locked", FW_TEXT("errors", "{folder} is open elsewhere ({holder}), so it is read-only here."),
    FW_TEXT("errors", "To make changes, close it there and open it here again."), Blame::input};
constexpr ErrorCode not_writable{
    "project.not_writable", FW_TEXT("errors", "{folder} is not writable, so the project is read-only."),
    FW_TEXT("errors", "Change the permissions of the folder, or copy it."), Blame::input};
constexpr ErrorCode log_unreadable{
    "project.log_unreadable",
    FW_TEXT("errors", "The latest changes to {file} are in its log, which could not be read: {reason}."),
    FW_TEXT("errors", "Open it where its folder is writable, or close it where it is open."), Blame::input};
constexpr ErrorCode on_network{
    "project.on_network",
    FW_TEXT("errors",
            "{folder} is on a network drive, so the project is slower and reading waits for writing."),
    FW_TEXT("errors", "Keep the project on a local disk; its clips can stay where they are."), Blame::input};
constexpr ErrorCode no_folder{
    "project.no_folder", FW_TEXT("errors", "The folder {folder} cannot be created: {reason}."),
    FW_TEXT("errors", "Check the permissions and free space of the project's folder.")};
constexpr ErrorCode place_read_only{
    "project.place_read_only", FW_TEXT("errors", "{folder} could not be created: {place} is read-only."),
    FW_TEXT("errors", "Choose a location that you can write to."), Blame::input};
constexpr ErrorCode read_only_error{
    "project.read_only", FW_TEXT("errors", "The project {folder} is open read-only."),
    FW_TEXT("errors", "Close it where it is open for writing, then open it again."), Blame::input};

bool is_damage(int code) {
  return (code & 0xff) == SQLITE_NOTADB || (code & 0xff) == SQLITE_CORRUPT;
}

[[noreturn]] void throw_as_error(const std::filesystem::path& file, const SQLite::Exception& exception) {
  throw Error(is_damage(exception.getErrorCode()) ? damaged : database_failed,
              {{"file", to_utf8(file)}, {"reason", exception.what()}});
}

/// "file:" URI of a path, with SQLite's special characters escaped.
std::string to_uri(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const char c : to_utf8(file)) {
    if (c == '%' || c == '?' || c == '#') {
      char escaped[4];
      std::snprintf(escaped, sizeof escaped, "%%%02x", static_cast<unsigned>(c));
      uri += escaped;
    } else {
      uri += c;
    }
  }
  return uri;
}

/// Only one thread at a time uses a project, so SQLite need not lock connections.
constexpr int no_locks = SQLITE_OPEN_NOMUTEX;

void set_up(SQLite::Database& database) {
  database.setBusyTimeout(10'000);
  database.exec("PRAGMA foreign_keys = ON");
  database.exec("PRAGMA cache_size = -2048");
  add_search_function(database);
}

/// @param create  SQLite::OPEN_CREATE, or 0: opening a project must never create it
std::unique_ptr<SQLite::Database> open_for_writing(const std::filesystem::path& file, Journal journal,
                                                   int create) {
  auto database =
      std::make_unique<SQLite::Database>(to_utf8(file), SQLite::OPEN_READWRITE | create | no_locks);
  set_up(*database);
  // In either mode, FULL synchronises the journal at each commit, which makes it durable.
  database->execAndGet(journal == Journal::write_ahead ? "PRAGMA journal_mode = WAL"
                                                       : "PRAGMA journal_mode = DELETE");
  database->exec("PRAGMA synchronous = FULL");
  return database;
}

std::unique_ptr<SQLite::Database> open_for_reading(const std::filesystem::path& file) {
  try {
    auto database = std::make_unique<SQLite::Database>(to_utf8(file), SQLite::OPEN_READONLY | no_locks);
    set_up(*database);
    schema_of(*database);
    return database;
  } catch (const SQLite::Exception& exception) {
    if (is_damage(exception.getErrorCode())) throw;
    std::error_code error;
    std::filesystem::path log = file;
    log += "-wal";
    if (std::filesystem::exists(log, error) && std::filesystem::file_size(log, error) > 0)
      throw Error(log_unreadable, {{"file", to_utf8(file)}, {"reason", exception.what()}});
  }
  // Even reading a WAL database requires creating files next to it. If that is not allowed and there is no
  // log, nobody can be changing it: a read-only medium.
  auto database = std::make_unique<SQLite::Database>(to_uri(file) + "?immutable=1",
                                                     SQLite::OPEN_READONLY | SQLite::OPEN_URI | no_locks);
  set_up(*database);
  return database;
}

/// Identifies the file behind a name.
struct FileId {
  dev_t device;
  ino_t inode;
  bool operator==(const FileId&) const = default;
};

std::optional<FileId> id_of(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return FileId{status.st_dev, status.st_ino};
}

void write_copy(SQLite::Database& database, const std::filesystem::path& copy, Existing existing) {
  AtomicFile target(copy, existing);
  SQLite::Statement vacuum(database, "VACUUM INTO ?");  // the target may be an empty file
  vacuum.bind(1, to_utf8(target.part()));
  vacuum.exec();
  target.commit();
}

void keep_copy(SQLite::Database& database, const std::filesystem::path& file, int version) {
  std::filesystem::path copy = file;
  copy += ".v" + std::to_string(version);
  write_copy(database, copy, Existing::own);
}

void bring_up_to_date(SQLite::Database& database, const std::filesystem::path& file, Access access) {
  const int found = schema_of(database);
  const int known = newest_schema();
  if (found == known) return;
  if (found > known) throw Error(newer, {{"file", to_utf8(file)}, {"found", found}, {"known", known}});
  if (access == Access::read_only) {
    throw Error(older, {{"file", to_utf8(file)}, {"found", found}, {"known", known}});
  }
  if (found > 0) keep_copy(database, file, found);
  migrate(database);
}

/// Creates the folder of a new project, with its parents.
/// @throws fw::Error project.place_read_only, project.no_folder
void make_place(const std::filesystem::path& folder) {
  std::error_code error, ignored;
  std::filesystem::create_directories(folder, error);
  if (!error && ::access(folder.c_str(), W_OK) == 0) return;
  std::filesystem::path place = std::filesystem::absolute(folder, ignored);
  while (!std::filesystem::exists(place, ignored) && place.has_relative_path()) place = place.parent_path();
  if (::access(place.c_str(), W_OK) != 0)
    throw Error(place_read_only, {{"folder", to_utf8(folder)}, {"place", to_utf8(place)}});
  throw Error(no_folder, {{"folder", to_utf8(folder)}, {"reason", error.message()}});
}

/// Leaves a folder that may not be entered as it is: opening its contents will report the reason.
std::filesystem::path whole_path(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path whole = std::filesystem::weakly_canonical(path, error);
  if (error) whole = std::filesystem::absolute(path, error).lexically_normal();
  return whole;
}

void refuse_file(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::is_regular_file(folder, error)) throw Error(not_a_folder, {{"file", to_utf8(folder)}});
}

}  // namespace

struct Project::State {
  std::filesystem::path folder;
  std::shared_ptr<FileLock> lock;
  std::optional<Fault> read_only_reason;
  std::optional<Fault> caution;
  std::unique_ptr<SQLite::Database> database;
  std::optional<FileId> id;  // of the open database; another file may take its name

  std::filesystem::path file() const { return folder / database_name; }
  std::filesystem::path lock_file() const { return folder / "project.lock"; }
  void take_lock() {
    if (auto taken = FileLock::try_lock(lock_file())) lock = std::make_shared<FileLock>(std::move(*taken));
  }
  bool is_in_place() const { return id && id_of(file()) == id; }
  void check_place() const {
    if (!is_in_place()) throw Error(project_gone, {{"folder", to_utf8(folder)}});
  }
  void connect(Access access, int create = 0) {
    try {
      const Journal journal = journal_for(folder);
      if (journal == Journal::rollback) caution = Fault(on_network, {{"folder", to_utf8(folder)}});
      database =
          access == Access::read_write ? open_for_writing(file(), journal, create) : open_for_reading(file());
      id = id_of(file());
      bring_up_to_date(*database, file(), access);
    } catch (const SQLite::Exception& exception) {
      throw_as_error(file(), exception);
    }
  }
};

Project::Project(std::unique_ptr<State> state) : state_(std::move(state)) {}
Project::~Project() = default;
Project::Project(Project&&) noexcept = default;
Project& Project::operator=(Project&&) noexcept = default;

Project Project::create(const std::filesystem::path& folder) {
  refuse_file(folder);
  make_place(folder);
  std::error_code error;
  auto state = std::make_unique<State>();
  state->folder = whole_path(folder);
  if (std::filesystem::exists(state->file(), error))
    throw Error(exists, {{"folder", to_utf8(state->folder)}});
  state->take_lock();
  // Another process holds the lock and is creating a project here.
  if (!state->lock) throw Error(exists, {{"folder", to_utf8(state->folder)}});
  state->connect(Access::read_write, SQLite::OPEN_CREATE);
  return Project(std::move(state));
}

Project Project::open(const std::filesystem::path& path, Access access) {
  auto state = std::make_unique<State>();
  state->folder = whole_path(path);
  if (state->folder.filename() == database_name) state->folder = state->folder.parent_path();
  refuse_file(state->folder);
  std::error_code error;
  if (!std::filesystem::is_regular_file(state->file(), error)) {
    throw Error(missing, {{"folder", to_utf8(state->folder)}, {"name", database_name}});
  }
  if (access == Access::read_write && ::access(state->folder.c_str(), W_OK) != 0) {
    state->read_only_reason = Fault(not_writable, {{"folder", to_utf8(state->folder)}});
    access = Access::read_only;
  }
  if (access == Access::read_write) {
    const std::filesystem::path lock_file = state->lock_file();
    state->take_lock();
    if (!state->lock) {
      state->read_only_reason =
          Fault(locked, {{"folder", to_utf8(state->folder)}, {"holder", FileLock::holder(lock_file)}});
      access = Access::read_only;
    }
  }
  state->connect(access);
  return Project(std::move(state));
}

Project Project::open_beside() const {
  state_->check_place();
  auto state = std::make_unique<State>();
  state->folder = state_->folder;
  state->lock = state_->lock;
  state->read_only_reason = state_->read_only_reason;
  state->connect(read_only() ? Access::read_only : Access::read_write);
  return Project(std::move(state));
}

const std::filesystem::path& Project::folder() const {
  return state_->folder;
}
bool Project::is_in_place() const {
  return state_->is_in_place();
}
std::optional<Project::Identity> Project::identity() const {
  if (!state_->id) return std::nullopt;
  return Identity{state_->id->device, state_->id->inode};
}
std::filesystem::path Project::make_folder(std::string_view name) const {
  state_->check_place();
  std::filesystem::path made = folder() / name;
  std::error_code error;
  std::filesystem::create_directory(made, error);  // never the project's own folder
  if (error) throw Error(no_folder, {{"folder", to_utf8(made)}, {"reason", error.message()}});
  return made;
}
void Project::save_copy(const std::filesystem::path& folder) const {
  const std::filesystem::path place = whole_path(folder);
  const std::filesystem::path copy = place / database_name;
  std::error_code error;
  make_place(place);
  if (std::filesystem::exists(copy, error)) throw Error(exists, {{"folder", to_utf8(place)}});
  try {
    write_copy(database(), copy, Existing::refuse);
  } catch (...) {
    rethrow();
  }
}
bool Project::read_only() const {
  return state_->lock == nullptr;
}
const std::optional<Fault>& Project::read_only_reason() const {
  return state_->read_only_reason;
}
const std::optional<Fault>& Project::caution() const {
  return state_->caution;
}

std::string Project::stored_path(const std::filesystem::path& path) const {
  const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
  const auto [rest, inside] =
      std::mismatch(state_->folder.begin(), state_->folder.end(), whole.begin(), whole.end());
  return to_utf8(rest == state_->folder.end() ? whole.lexically_relative(state_->folder) : whole);
}

std::filesystem::path Project::absolute_path(std::string_view stored) const {
  return (state_->folder / std::filesystem::path(std::u8string(stored.begin(), stored.end())))
      .lexically_normal();
}

void Project::transact(const std::function<void(SQLite::Database&)>& work) {
  if (read_only()) throw Error(read_only_error, {{"folder", to_utf8(folder())}});
  state_->check_place();
  try {
    SQLite::Transaction transaction(database(), SQLite::TransactionBehavior::IMMEDIATE);
    work(database());
    kill_point("database.before_commit");
    transaction.commit();
    kill_point("database.after_commit");
  } catch (...) {
    rethrow();
  }
  state_->check_place();  // commits into a deleted file would be lost
}

int64_t Project::edit(std::string_view label, const std::function<void(SQLite::Database&)>& work,
                      int64_t continues) {
  int64_t step = continues;
  transact([&](SQLite::Database& database) { step = edits::record(database, label, continues, work); });
  return step;
}

void Project::write(const std::function<void(SQLite::Database&)>& work) {
  transact(work);
}

std::optional<std::string> Project::undo_label() const {
  return read(edits::undo_label);
}
std::optional<std::string> Project::redo_label() const {
  return read(edits::redo_label);
}

bool Project::undo() {
  bool done = false;
  transact([&](SQLite::Database& database) { done = edits::undo(database); });
  return done;
}

bool Project::redo() {
  bool done = false;
  transact([&](SQLite::Database& database) { done = edits::redo(database); });
  return done;
}

SQLite::Database& Project::database() const {
  return *state_->database;
}

void Project::rethrow() const {
  try {
    throw;
  } catch (const SQLite::Exception& exception) {
    throw_as_error(state_->file(), exception);
  }
}

Project::Snapshot::Snapshot(const Project& project) {
  if (sqlite3_get_autocommit(project.database().getHandle()) == 0) return;
  project.database().exec("BEGIN");
  opened_ = &project.database();
}

Project::Snapshot::~Snapshot() {
  if (opened_ != nullptr) opened_->tryExec("COMMIT");
}

}  // namespace fw::project
