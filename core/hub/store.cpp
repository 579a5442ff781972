// SPDX-License-Identifier: Apache-2.0
#include "hub/store.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <sstream>

#include "base/atomic_file.h"
#include "base/file_errors.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "download/checksum.h"
#include "hub/hub_errors.h"

namespace fw::hub {

namespace fs = std::filesystem;

namespace {

constexpr size_t commit_digits = 40, longest_record = 4096;
// As the Cache Directory Tagging Specification requires.
constexpr const char* cache_tag =
    "Signature: 8a477f597d28d172789f06886806bc55\n# The model hub's cache: its files can be downloaded "
    "again.\n";

bool has_size(const fs::path& file, uint64_t bytes) {
  std::error_code error;
  return fs::is_regular_file(file, error) && fs::file_size(file, error) == bytes && !error;
}

/// Nothing between `top`, which may itself be a link, and the file may lead elsewhere.
void refuse_links(const fs::path& top, const std::string& path) {
  fs::path folder = top;
  const fs::path relative = path;
  for (const fs::path& part : relative.parent_path()) {
    folder /= part;
    std::error_code error;
    if (fs::is_symlink(fs::symlink_status(folder, error)))
      throw Error(link_in_the_way, {{"file", to_utf8(folder)}});
  }
}

void rename_over(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) throw file_errors::cannot_write(to, "rename", errno);
}

void tag_cache(const fs::path& folder) {
  std::error_code error;
  make_folders(folder);
  if (!fs::exists(folder / "CACHEDIR.TAG", error))
    write_file_atomically(folder / "CACHEDIR.TAG", cache_tag, Existing::own);
}

class CacheStore : public Store {
 public:
  CacheStore(const fs::path& cache, const Repository& repository, std::string commit)
      : cache_(cache),
        top_(cache / cache_name(repository)),
        locks_(cache / ".locks" / cache_name(repository)),
        revision_(repository.revision),
        commit_(std::move(commit)) {}

  fs::path folder() const override { return top_ / "snapshots" / commit_; }

  bool has(const RemoteFile& file) override {
    if (has_size(path_of(file), file.bytes)) return true;
    if (!has_size(blob(file), file.bytes)) return false;
    link(file);
    return true;
  }

  fs::path unfinished(const RemoteFile& file) override {
    tag_cache(cache_);
    make_folders(top_ / "blobs");
    return blob(file) += ".incomplete";
  }

  fs::path lock(const RemoteFile& file) override {
    make_folders(locks_);
    return locks_ / (file.etag + ".lock");
  }

  void take(const RemoteFile& file) override {
    rename_over(unfinished(file), blob(file));
    link(file);
  }

  void finish() override {
    if (revision_ == commit_) return;
    refuse_links(top_ / "refs", revision_);
    const fs::path ref = top_ / "refs" / revision_;
    make_folders(ref.parent_path());
    write_file_atomically(ref, commit_, Existing::own);
  }

 private:
  fs::path blob(const RemoteFile& file) const { return top_ / "blobs" / file.etag; }

  void link(const RemoteFile& file) {
    refuse_links(folder(), file.path);
    const fs::path place = path_of(file);
    make_folders(place.parent_path());
    const fs::path target = blob(file).lexically_relative(place.parent_path());
    const fs::path made = part_name(place, static_cast<int>(::getpid()));
    ::unlink(made.c_str());
    if (::symlink(target.c_str(), made.c_str()) == 0) return rename_over(made, place);
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
      throw file_errors::cannot_write(place, "symlink", errno);
    copy_file(blob(file), place, Existing::own);  // the file system does not support links
  }

  fs::path cache_, top_, locks_;
  std::string revision_, commit_;
};

/// The record that the hub's client keeps of a file: commit, hash and time of arrival.
struct Record {
  std::string commit, etag;
  double time_s = 0;
};

class FolderStore : public Store {
 public:
  FolderStore(const fs::path& folder, std::string commit) : folder_(folder), commit_(std::move(commit)) {}

  fs::path folder() const override { return folder_; }

  bool has(const RemoteFile& file) override {
    refuse_links(folder_, file.path);
    const fs::path place = path_of(file);
    std::error_code error;
    const fs::file_status status = fs::symlink_status(place, error);
    if (!fs::exists(status)) return false;
    const Record record = record_of(file);
    const bool is_untouched = record.time_s > 0 && changed_s(place) <= record.time_s + 1;
    if (fs::is_regular_file(status) && has_size(place, file.bytes)) {
      if (is_untouched && record.etag == file.etag) return true;
      if (hash_of(place, file) == file.etag) {
        note(file);
        return true;
      }
    }
    // An older state of this download may be replaced; the user's own file may not.
    if (!is_untouched || !fs::is_regular_file(status)) refuse_existing(place);
    return false;
  }

  fs::path unfinished(const RemoteFile& file) override {
    tag_cache(folder_ / ".cache" / "huggingface");
    make_folders(records(file).parent_path());
    return records(file) += "." + file.etag + ".incomplete";
  }

  fs::path lock(const RemoteFile& file) override {
    make_folders(records(file).parent_path());
    return records(file) += ".lock";
  }

  void take(const RemoteFile& file) override {
    refuse_links(folder_, file.path);
    make_folders(path_of(file).parent_path());
    rename_over(unfinished(file), path_of(file));
    note(file);
  }

  void finish() override {}

 private:
  static std::string hash_of(const fs::path& place, const RemoteFile& file) {
    return file.is_sha256() ? download::sha256_of(place) : download::git_blob_id_of(place);
  }
  static double changed_s(const fs::path& place) {
    std::error_code error;
    const auto time = std::chrono::file_clock::to_sys(fs::last_write_time(place, error));
    return std::chrono::duration<double>(time.time_since_epoch()).count();
  }

  fs::path records(const RemoteFile& file) const {
    refuse_links(folder_, ".cache/huggingface/download/" + file.path);
    return folder_ / ".cache" / "huggingface" / "download" / file.path;
  }
  fs::path record_file(const RemoteFile& file) const { return records(file) += ".metadata"; }

  Record record_of(const RemoteFile& file) const {
    std::error_code error;
    Record record;
    if (!fs::is_regular_file(record_file(file), error)) return record;
    std::istringstream lines(read_file(record_file(file), longest_record));
    lines >> record.commit >> record.etag >> record.time_s;
    return lines ? record : Record();
  }
  void note(const RemoteFile& file) const {
    const auto now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch());
    make_folders(records(file).parent_path());
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << commit_ << "\n" << file.etag << "\n" << std::fixed << now.count() << "\n";
    write_file_atomically(record_file(file), text.str(), Existing::own);
  }

  fs::path folder_;
  std::string commit_;
};

}  // namespace

std::unique_ptr<Store> cache_store(const fs::path& cache, const Repository& repository,
                                   const std::string& commit) {
  return std::make_unique<CacheStore>(fs::absolute(cache), repository, commit);
}

std::unique_ptr<Store> folder_store(const fs::path& folder, const std::string& commit) {
  return std::make_unique<FolderStore>(fs::absolute(folder), commit);
}

std::string cached_commit(const fs::path& cache, const Repository& repository) {
  const fs::path top = cache / cache_name(repository);
  std::error_code error;
  if (repository.revision.size() == commit_digits &&
      fs::is_directory(top / "snapshots" / repository.revision, error))
    return repository.revision;
  const fs::path ref = top / "refs" / repository.revision;
  if (!fs::is_regular_file(ref, error)) return "";
  std::string commit = read_file(ref, longest_record);
  while (!commit.empty() && commit.back() <= ' ') commit.pop_back();
  return is_safe_path(commit) && commit.find('/') == std::string::npos ? commit : "";
}

}  // namespace fw::hub
