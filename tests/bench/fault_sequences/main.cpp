// SPDX-License-Identifier: Apache-2.0
//
// bench_fault_sequences [--seed N] [--sequences M] [--operations K] [--folder F] [--verbose]
//
// M sequences (1,000) of K commands (12) in random order on a realistic folder, most of them with a fault at
// a random file operation (disk full, no permission, input or output error, kill, stop) or with an external
// disturbance (a clean-up of the cache, a missing drive, another model's cache, a bit flipped in a
// checkpoint, a job planted in the project, a rank killed while the run is saved). After each command every
// file that it was not asked to change is unchanged, the project is intact, and reported checkpoints exist;
// after each sequence every run that reported a checkpoint is resumed to its end and has the result of an
// undisturbed one. A seed repeats a sequence; a failing sequence is printed with its faults, and its folder
// is kept.
#include <sys/types.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "base/error.h"
#include "disturbances.h"
#include "jobs/engine_library.h"

namespace {

namespace fs = std::filesystem;
using namespace fw::faults;

struct Counts {
  int64_t commands = 0, with_fault = 0, failed = 0, cancelled = 0, killed = 0;
  std::array<int64_t, kinds> seen{}, hit{};
};
std::map<std::string, Counts> counts;
std::map<std::string, int64_t> faults_by_kind, disturbances;
int64_t runs_checked = 0, retries = 0;

void count(const Operation& operation, const Plan& plan, const Disturbance& around, const Outcome& outcome) {
  Counts& row = counts[operation.name];
  ++row.commands;
  row.failed += outcome.exit_code == 1 || outcome.exit_code == 2;
  row.cancelled += outcome.exit_code == 130;
  row.killed += outcome.signal != 0;
  for (size_t kind = 0; kind < kinds; ++kind) {
    row.seen[kind] += outcome.seen[kind];
    row.hit[kind] += outcome.failed[kind];
  }
  if (!outcome.fired) return;
  ++row.with_fault;
  if (around.begin) {
    ++disturbances[around.name];
    return;
  }
  const std::string text = to_text(plan);
  ++faults_by_kind[text.substr(0, text.find(" at operation"))];
}

struct Sequence {
  World& world;
  Random random;
  std::string log;
  Wrongs wrongs;

  void note(const std::string& text) { log += text + "\n"; }

  Outcome perform(const Operation& operation, const Plan& plan, const Disturbance& around = {}) {
    const Snapshot before = take_snapshot(world.work);
    note("$ " + to_text(operation));
    if (around.is_from_the_start) around.begin(0);
    const auto work = [&] {
      if (operation.slow_ms > 0) make_slow(operation.slow_ms);
      return run_arguments(operation.arguments);
    };
    Outcome outcome = run_child(work, plan, world.root, world.work, around);
    if (around.is_from_the_start) around.end();
    outcome.fired |= around.is_from_the_start;
    note("    " + to_text(plan) + (around.begin ? ", " + around.name : "") +
         (outcome.fired  ? ": " + outcome.where
          : plan.nth > 0 ? ": not reached"
                         : "") +
         "; exit code " + std::to_string(outcome.exit_code) +
         (outcome.signal != 0 ? ", signal " + std::to_string(outcome.signal) : ""));
    count(operation, plan, around, outcome);
    take_promises(world, operation, outcome);
    add(check_ending(operation, plan, outcome));
    add(check_files(operation, before, take_snapshot(world.work)));
    add(check_promises(world, operation, outcome));
    add(check_lists(world, operation, outcome));
    add(check_report(world, operation, outcome));
    add(check_project(world, operation, outcome));
    add(check_planted(world));
    return outcome;
  }

  void add(const Wrongs& more) {
    for (const std::string& wrong : more) note("    WRONG: " + wrong);
    wrongs.insert(wrongs.end(), more.begin(), more.end());
  }

  /// Again without a fault, as a user would: it succeeds, and nothing temporary stays.
  void retry(Operation operation, const std::set<std::string>& temporary_before) {
    ++retries;
    // The latents of a clip that could not be written are kept, and replaced only on request.
    if (operation.name == "generate") operation.arguments.push_back("--overwrite");
    const Outcome outcome = perform(operation, {});
    if (outcome.exit_code != 0) {
      const std::string said = outcome.out + outcome.err;
      // An empty project was exported into the folder of the clips: a warning reports that the list hides
      // them.
      if (said.find("interchange.empty_list") != std::string::npos) return;
      return add({"done once more without a fault, it fails: " +
                  said.substr(said.size() - std::min<size_t>(said.size(), 900))});
    }
    const bool other_run = operation.run.empty();  // the first run stays as it was left
    for (const std::string& file : temporary_files(world.work))
      if (!temporary_before.contains(file) && !(other_run && file.starts_with("runs/")))
        add({"left behind: " + file});
  }

  /// @return whether something else than a command was done
  bool disturb() {
    if (random.in(20)) plant_job(world);
    if (random.in(10) && !world.ready.empty()) {
      const Operation operation = train_on_ranks(world, random);
      perform(operation, {}, kill_a_rank(world, random));
      return true;
    }
    if (world.runs.empty() || !random.in(10)) return false;
    std::string done;
    const Wrongs wrong = damage_checkpoint(world, random, done);
    note(done);
    add(wrong);
    ++disturbances["a bit of a checkpoint is flipped"];
    return true;
  }

  void step() {
    if (disturb()) return;
    const Operation operation = draw_operation(world, random);
    Plan plan = draw_plan(operation, random);
    const Disturbance around = random.in(3) ? draw_disturbance(world, random, operation) : Disturbance{};
    if (around.begin) plan = {};
    if (around.nth > 0) plan = {Action::ask, 0, ~0U, around.nth};
    const bool again = random.in(2);
    const std::set<std::string> temporary_before = temporary_files(world.work);
    const bool would_succeed = operation.repeatable && ready_for(operation);
    const Outcome outcome = perform(operation, plan, around);
    const bool is_made =
        !operation.makes.empty() && fs::exists(world.work / operation.makes);  // and then killed
    if (wrongs.empty() && again && would_succeed && !is_made && outcome.fired && outcome.exit_code != 0)
      retry(operation, temporary_before);
  }

  /// Whether it succeeds without faults.
  bool ready_for(const Operation& operation) const {
    if (operation.name == "import" || operation.name == "generate" || operation.name == "from-flags" ||
        operation.name == "clean")
      return true;
    if (operation.name == "precompute") return !world.lists.empty();
    if (operation.name == "train") return !world.ready.empty();
    if (operation.name == "resume" || operation.name == "extend" || operation.name == "lora") return true;
    if (operation.name == "plan") return false;
    return !world.clips.empty();
  }
};

/// @return whether all checks passed
bool run_sequence(World& world, const fs::path& sample, uint64_t seed, int operations, bool verbose) {
  const auto start = std::chrono::steady_clock::now();
  world = {.root = world.root, .work = world.work, .model = world.model};
  make_world(world, sample);
  const Snapshot model = take_snapshot(world.model);
  Sequence sequence{world, Random(seed), {}, {}};
  int done = 0;
  for (; done < operations && sequence.wrongs.empty(); ++done) sequence.step();
  const std::map<std::string, int64_t> runs = world.runs;
  for (const auto& [run, newest] : runs) {
    if (!sequence.wrongs.empty()) break;
    ++runs_checked;
    sequence.add(check_run(world, run));
  }
  if (sequence.wrongs.empty() && !runs.empty())
    sequence.add(compare_run(world, sequence.random.of(runs).first));
  if (model != take_snapshot(world.model)) sequence.add({"the model's folder has changed"});
  const bool well = sequence.wrongs.empty();
  std::printf("seed %llu: %s, %d commands, %zu clips, %zu runs, %.1f s\n",
              static_cast<unsigned long long>(seed), well ? "well" : "WRONG", done, world.clips.size(),
              runs.size(), std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  if (!well || verbose) std::printf("%s", sequence.log.c_str());
  if (!well) {
    const fs::path kept = world.root.parent_path() / ("seed-" + std::to_string(seed));
    fs::remove_all(kept);
    fs::rename(world.work, kept);
    std::printf("    kept: %s\n", kept.c_str());
  }
  std::fflush(stdout);
  return well;
}

void print_table() {
  std::printf("\n%-12s %8s %7s %7s %9s %7s   file operations a command (and hit by faults in all)\n",
              "command", "run", "faults", "failed", "cancelled", "killed");
  for (const auto& [name, row] : counts) {
    std::printf("%-12s %8lld %7lld %7lld %9lld %7lld  ", name.c_str(), static_cast<long long>(row.commands),
                static_cast<long long>(row.with_fault), static_cast<long long>(row.failed),
                static_cast<long long>(row.cancelled), static_cast<long long>(row.killed));
    for (size_t kind = 0; kind < kinds; ++kind)
      if (row.seen[kind] > 0)
        std::printf(" %s %.1f (%lld)", kind_names[kind],
                    static_cast<double>(row.seen[kind]) / static_cast<double>(row.commands),
                    static_cast<long long>(row.hit[kind]));
    std::printf("\n");
  }
  for (const auto* const all : {&faults_by_kind, &disturbances})
    for (const auto& [kind, times] : *all)
      std::printf("%6lld %s\n", static_cast<long long>(times), kind.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (slow_ms() > 0) return run_arguments({argv + 1, argv + argc});  // a rank of a run that saves slowly
  CLI::App app("Sequences of commands with faults at file operations");
  uint64_t seed = 1;
  int sequences = 1000, operations = 12;
  bool verbose = false;
  std::string folder =
      (fs::temp_directory_path() / ("fault-sequences-" + std::to_string(::getpid()))).string();
  app.add_option("--seed", seed, "Of the first sequence");
  app.add_option("--sequences", sequences, "How many, with rising seeds");
  app.add_option("--operations", operations, "Commands of each");
  app.add_option("--folder", folder, "Where everything is made; empty or new");
  app.add_flag("--verbose", verbose, "Print the commands of every sequence");
  CLI11_PARSE(app, argc, argv);

  // LibTorch counts its threads when the program is loaded; one gives the same bits everywhere.
  if (const char* set = std::getenv("OMP_NUM_THREADS"); set == nullptr || std::string_view(set) != "1") {
    ::setenv("OMP_NUM_THREADS", "1", 1);
    ::execv("/proc/self/exe", argv);
  }
  const fs::path sample = fs::path(FW_SOURCE_FOLDER) / "resources" / "sample";
  World world;
  if (fs::exists(folder) && !fs::is_empty(folder))
    return std::fprintf(stderr, "%s holds files; name an empty folder\n", folder.c_str()), 2;
  world.root = fs::absolute(folder) / "world";
  world.work = world.root / "work";
  world.model = world.root / "model";
  fs::create_directories(world.root);
  fs::copy(sample / "model", world.model, fs::copy_options::recursive);
  for (const char* base : {"STATE", "CONFIG", "DATA", "CACHE"})
    ::setenv(("XDG_" + std::string(base) + "_HOME").c_str(), (world.root / "state").c_str(), 1);
  const auto engine = fw::jobs::open_engine();  // before the first fork, so that the children have it
  const auto threads = std::distance(fs::directory_iterator("/proc/self/task"), {});
  if (threads != 1) return std::fprintf(stderr, "%td threads: no child can be forked\n", threads), 1;

  const auto start = std::chrono::steady_clock::now();
  int wrong = 0;
  for (int i = 0; i < sequences; ++i)
    wrong += run_sequence(world, sample, seed + i, operations, verbose) ? 0 : 1;
  print_table();
  int64_t commands = 0, faults = 0;
  for (const auto& [name, row] : counts) commands += row.commands, faults += row.with_fault;
  std::printf(
      "\n%d sequences from seed %llu, %lld commands, %lld of them with a fault, %lld done once more, %lld "
      "runs "
      "resumed and compared, %.0f s: %d sequences went wrong\n",
      sequences, static_cast<unsigned long long>(seed), static_cast<long long>(commands),
      static_cast<long long>(faults), static_cast<long long>(retries), static_cast<long long>(runs_checked),
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), wrong);
  if (wrong == 0) fs::remove_all(folder);
  return wrong == 0 ? 0 : 1;
}
