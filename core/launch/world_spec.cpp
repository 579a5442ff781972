// SPDX-License-Identifier: Apache-2.0
#include "launch/world_spec.h"

#include <unistd.h>

#include <charconv>
#include <limits>
#include <vector>

#include "base/error.h"
#include "base/join.h"
#include "launch/host_list.h"
#include "launch/loopback_socket.h"

namespace fw::launch {

namespace {

constexpr ErrorCode environment_code{
    "launch.environment",
    FW_TEXT("errors",
            "{launcher} started this process as one of several, but these variables of its environment are "
            "missing or wrong: {variables}."),
    FW_TEXT("errors",
            "Start it by torchrun, by srun or by `framewright-cli launch`, which set all of them; to train "
            "in one process, unset RANK and WORLD_SIZE."),
    Blame::input};

/// Reads variables and collects all invalid ones.
class Reader {
 public:
  explicit Reader(const Environment& environment) : environment_(environment) {}

  const std::string* find(const std::string& name) const {
    const auto found = environment_.find(name);
    return found == environment_.end() || found->second.empty() ? nullptr : &found->second;
  }
  std::string text(const std::string& name) {
    const std::string* found = find(name);
    if (found == nullptr) faults_.push_back(name);
    return found == nullptr ? "" : *found;
  }
  /// A number in [least, end).
  int64_t number(const std::string& name, int64_t least = 0,
                 int64_t end = std::numeric_limits<int64_t>::max()) {
    const std::string value = text(name);
    if (value.empty()) return least;
    int64_t read = 0;
    const auto [last, error] = std::from_chars(value.data(), value.data() + value.size(), read);
    if (error == std::errc() && last == value.data() + value.size() && read >= least && read < end)
      return read;
    faults_.push_back(name + "=" + value);
    return least;
  }
  int64_t number_or(const std::string& name, int64_t otherwise) {
    return find(name) == nullptr ? otherwise : number(name);
  }
  void check(const char* launcher) const {
    if (faults_.empty()) return;
    throw Error(environment_code, {{"launcher", launcher}, {"variables", join(faults_)}});
  }

 private:
  const Environment& environment_;
  std::vector<std::string> faults_;
};

constexpr int64_t port_end = 65'536;

WorldSpec of_torchrun(Reader reader) {
  WorldSpec spec;
  spec.size = reader.number("WORLD_SIZE", 1);
  spec.rank = reader.number("RANK", 0, spec.size);
  if (spec.size > 1) {
    spec.host = reader.text("MASTER_ADDR");
    spec.port = reader.number("MASTER_PORT", 1, port_end);
    spec.local_rank = reader.number("LOCAL_RANK");
    spec.local_size = reader.number_or("LOCAL_WORLD_SIZE", spec.size);
  }
  reader.check("torchrun");
  const std::string* const elsewhere = reader.find("TORCHELASTIC_USE_AGENT_STORE");
  spec.store_is_elsewhere = elsewhere != nullptr && *elsewhere == "True";
  if (spec.rank == 0) spec.listen_descriptor = reader.number_or(listen_variable, -1);
  // Processes restarted by torchrun must not read what the previous ones left in its store.
  for (const char* part : {"TORCHELASTIC_RUN_ID", "TORCHELASTIC_RESTART_COUNT"})
    if (const std::string* value = reader.find(part)) spec.run_id += "/" + *value;
  return spec;
}

WorldSpec of_slurm(Reader reader) {
  WorldSpec spec;
  spec.size = reader.number("SLURM_NTASKS", 1);
  spec.rank = reader.number("SLURM_PROCID", 0, spec.size);
  spec.local_rank = reader.number("SLURM_LOCALID");
  const std::string hosts =
      reader.text(reader.find("SLURM_STEP_NODELIST") ? "SLURM_STEP_NODELIST" : "SLURM_NODELIST");
  const int64_t job = reader.number(reader.find("SLURM_JOB_ID") ? "SLURM_JOB_ID" : "SLURM_JOBID");
  reader.check("Slurm");
  const std::vector<std::string> all = expand_hosts(hosts);
  const auto nodes = static_cast<int64_t>(all.size());
  spec.local_size = reader.number_or("SLURM_NTASKS_PER_NODE", (spec.size + nodes - 1) / nodes);
  spec.host = reader.find("MASTER_ADDR") ? reader.text("MASTER_ADDR")
              : nodes == 1               ? loopback_address
                                         : all.front();
  // The same for all tasks of a job, and rarely another job's: a convention for Slurm and PyTorch.
  spec.port = reader.number_or("MASTER_PORT", 15'000 + job % 10'000);
  spec.run_id.append("/").append(std::to_string(job));
  if (const std::string* step = reader.find("SLURM_STEP_ID")) spec.run_id += "/" + *step;
  return spec;
}

bool is_interactive_shell(const Reader& reader) {
  const std::string* const name = reader.find("SLURM_JOB_NAME");
  return name != nullptr && (*name == "bash" || *name == "interactive");
}

}  // namespace

Environment process_environment() {
  Environment environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const size_t equals = text.find('=');
    if (equals != std::string::npos) environment.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return environment;
}

WorldSpec world_from(const Environment& environment) {
  const Reader reader(environment);
  if (reader.find("RANK") || reader.find("WORLD_SIZE")) return of_torchrun(reader);
  const std::string* const tasks = reader.find("SLURM_NTASKS");
  if (reader.find("SLURM_PROCID") && tasks != nullptr && *tasks != "1" && !is_interactive_shell(reader))
    return of_slurm(reader);
  return {};
}

}  // namespace fw::launch
