// SPDX-License-Identifier: Apache-2.0
#include "jobs/engine_library.h"

#include <dlfcn.h>

#include <cstdlib>

#include "base/paths.h"

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

}  // namespace

std::filesystem::path default_engine_path() {
  if (const char* set = std::getenv("FRAMEWRIGHT_ENGINE"); set != nullptr && *set != '\0') return set;
  Dl_info linked{};  // in tests of the engine's parts; a process cannot hold two engines
  if (const void* open = ::dlsym(RTLD_DEFAULT, open_engine_symbol);
      open != nullptr && ::dladdr(open, &linked) != 0)
    return linked.dli_fname;
  return library_folder() / "libframewright-engine.so";
}

std::shared_ptr<EngineLibrary> open_engine(const std::filesystem::path& path) {
  const std::string file = to_utf8(path);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw Error(engine_missing, {{"file", file}});
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw Error(engine_broken, {{"file", file}, {"reason", ::dlerror()}});
  auto* open = reinterpret_cast<OpenEngine*>(::dlsym(library, open_engine_symbol));
  EngineLibrary* engine = open != nullptr ? open(engine_abi_version) : nullptr;
  if (engine == nullptr) throw Error(engine_version, {{"file", file}});
  return std::shared_ptr<EngineLibrary>(
      engine);  // the library is never closed: LibTorch does not survive that
}

void add_engine_kinds(JobQueue& queue, const EngineLibrary& engine) {
  for (engine_api::JobKind& kind : engine.job_kinds()) queue.add_kind(std::move(kind));
}

}  // namespace fw::jobs
