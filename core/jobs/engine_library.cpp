// SPDX-License-Identifier: Apache-2.0
#include "jobs/engine_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <optional>

#include "base/file_lock.h"
#include "base/paths.h"
#include "jobs/package_engine.h"
#include "runtime/installed.h"

namespace fw::jobs {

namespace {

constexpr ErrorCode engine_missing{
    "jobs.engine_missing", FW_TEXT("errors", "The engine {file} is missing."),
    FW_TEXT("errors", "Run installers/run.sh again: it fetches LibTorch and builds the engine.")};
constexpr ErrorCode engine_broken{
    "jobs.engine_broken", FW_TEXT("errors", "The engine {file} cannot be opened: {reason}."),
    FW_TEXT("errors", "LibTorch is missing or damaged. Run installers/run.sh again to repair it.")};
constexpr ErrorCode engine_version{
    "jobs.engine_version", FW_TEXT("errors", "The engine {file} belongs to another version of Framewright."),
    FW_TEXT("errors", "Run installers/run.sh again: it builds program and engine together.")};

/// $FRAMEWRIGHT_ENGINE: an engine, or a folder that contains one.
std::filesystem::path set_place() {
  const char* const set = std::getenv("FRAMEWRIGHT_ENGINE");
  return set != nullptr ? set : "";
}

std::filesystem::path engine_folder() {
  std::error_code error;
  return std::filesystem::is_directory(set_place(), error) ? set_place() : library_folder();
}

std::filesystem::path package_engine() {
  return engine_folder() / "libframewright-engine-package.so";
}

std::filesystem::path built_engine() {
  return engine_folder() / "libframewright-engine.so";
}

void* load(const std::filesystem::path& file, const ErrorCode& failure) {
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw Error(failure, {{"file", to_utf8(file)}, {"reason", ::dlerror()}});
  return library;
}

/// nullopt in a read-only folder, whose LibTorch cannot be removed, either.
std::optional<FileLock> share(const std::filesystem::path& file) {
  try {
    return FileLock::try_share(file);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// A package's engine finds its libraries by name, so LibTorch must be loaded before.
void load_libtorch_for(const std::filesystem::path& engine) {
  if (engine != package_engine()) return;
  const auto here = runtime::installed();
  if (!here) return;
  load(here->library(), libtorch_broken);
  static const std::optional<FileLock> in_use = share(here->folder / runtime::in_use_file);
}

}  // namespace

bool is_package() {
  std::error_code error;
  return !std::filesystem::exists(built_engine(), error) && std::filesystem::exists(package_engine(), error);
}

std::filesystem::path default_engine_path() {
  std::error_code error;
  if (!set_place().empty() && !std::filesystem::is_directory(set_place(), error)) return set_place();
  Dl_info linked{};  // in tests of the engine's parts; a process cannot have two engines
  if (const void* open = ::dlsym(RTLD_DEFAULT, open_engine_symbol);
      open != nullptr && ::dladdr(open, &linked) != 0)
    return linked.dli_fname;
  if (!is_package()) return built_engine();
  if (!runtime::installed()) throw Error(runtime_missing);
  return package_engine();
}

std::shared_ptr<EngineLibrary> open_engine(const std::filesystem::path& path) {
  const std::string file = to_utf8(path);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw Error(engine_missing, {{"file", file}});
  load_libtorch_for(path);
  void* library = load(path, engine_broken);
  auto* open = reinterpret_cast<OpenEngine*>(::dlsym(library, open_engine_symbol));
  EngineLibrary* engine = open != nullptr ? open(engine_abi_version) : nullptr;
  if (engine == nullptr) throw Error(engine_version, {{"file", file}});
  return std::shared_ptr<EngineLibrary>(
      engine);  // the library is never closed: LibTorch would not survive that
}

void add_engine_kinds(JobQueue& queue, const EngineLibrary& engine) {
  for (engine_api::JobKind& kind : engine.job_kinds()) queue.add_kind(std::move(kind));
}

}  // namespace fw::jobs
