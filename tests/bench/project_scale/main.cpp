// SPDX-License-Identifier: Apache-2.0
//
// bench_project_scale import [CLIPS]   seconds to import 1,000 clips
// bench_project_scale list [ROWS]      milliseconds per query of 100,000 clips, in every order and with every
//                                      filter
// bench_project_scale memory [CLIPS]   peak memory of importing and listing 100 and 10,000 clips
// bench_project_scale rows [ROWS]      peak memory and seconds of importing a list of 1,000,000 rows, and a
//                                      tenth
// bench_project_scale manifest [ROWS]  the same for making, writing and reading samples of 1,000,000 clips
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <limits>
#include <optional>

#include "base/atomic_file.h"
#include "dataset/dataset_manifest.h"
#include "many_clips.h"
#include "project/bucket_plan.h"
#include "project/clips.h"
#include "project/import.h"
#include "project/samples.h"
#include "support/peak_memory.h"

namespace {

namespace fs = std::filesystem;
using fw::project::ClipFilter;
using fw::project::ClipOrder;
using fw::project::Project;

constexpr double most_import_s = 60;
constexpr double most_query_ms = 100;
constexpr double most_growth = 1.1;
constexpr double most_manifest_s = 300;

/// A temporary folder.
class Scratch {
 public:
  Scratch() : folder_((fs::temp_directory_path() / "framewright-scale-XXXXXX").string()) {
    if (::mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("mkdtemp");
  }
  ~Scratch() { fs::remove_all(folder_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  operator fs::path() const { return folder_; }
  fs::path operator/(const char* name) const { return fs::path(folder_) / name; }

 private:
  std::string folder_;
};

double seconds_of(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int verdict(bool good) {
  std::printf("%s\n", good ? "within the limits" : "OVER A LIMIT");
  return good ? 0 : 1;
}

int measure_import(int clips) {
  const Scratch folder;
  const fs::path videos = folder / "videos";
  make_videos(videos, clips);
  Project project = Project::create(folder / "project");
  fw::project::ImportReport report;
  const double seconds = seconds_of([&] { report = import_clips(project, {&videos, 1}); });
  std::printf(
      "%lld of %d clips of 25 frames of 256x144 imported in %.1f s, %.1f a second (limit %.0f s for 1,000)\n",
      static_cast<long long>(report.imported), clips, seconds, clips / seconds, most_import_s);
  return verdict(report.imported == clips && seconds / clips * 1000 < most_import_s);
}

constexpr std::array orders{ClipOrder::source, ClipOrder::newest,  ClipOrder::name,   ClipOrder::width,
                            ClipOrder::frames, ClipOrder::seconds, ClipOrder::caption};
constexpr std::array order_names{"source", "newest", "name", "width", "frames", "seconds", "caption"};

/// At least one of every kind of filter term, most of them passing many clips.
constexpr std::array filters{"",
                             "fox",
                             "-fox",
                             "\"a red\"",
                             "nowhere",
                             "name:clip",
                             "caption:ball",
                             "-caption:ball",
                             "tag:outside",
                             "-tag:outside",
                             "tag:nowhere",
                             "origin:person",
                             "origin:import",
                             "is:image",
                             "is:video",
                             "is:captioned",
                             "is:uncaptioned",
                             "is:tagged",
                             "is:untagged",
                             "is:cropped",
                             "is:variable",
                             "is:hdr",
                             "is:damaged",
                             "is:measured",
                             "-is:measured",
                             "is:dark",
                             "is:black",
                             "is:frozen",
                             "is:letterboxed",
                             "is:blurred",
                             "-is:blurred",
                             "is:similar",
                             "is:cuttable",
                             "bucket:49x480x720",
                             "width>=720",
                             "height<=1080",
                             "frames>=49",
                             "fps>24",
                             "seconds<5",
                             "chars>20",
                             "id>1000",
                             "brightness>0.2",
                             "black<0.5",
                             "frozen<0.5",
                             "freeze<1",
                             "motion>0.1",
                             "bars<0.1",
                             "sharpness>100",
                             "similar>0",
                             "is:captioned -is:blurred -is:dark tag:outside frames>=49 width>=720 fox"};

double processor_ms() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// Counts the queries over the limit.
class QueryClock {
 public:
  /// CPU time, the shortest of five: other work on the machine does not count, since the query runs only in
  /// this thread on resident pages. The shortest wall time is kept as well.
  double time_ms(const auto& query) {
    double shortest = std::numeric_limits<double>::max();
    double shortest_wall = shortest;
    for (int i = 0; i < 5; ++i) {
      const double start = processor_ms();
      shortest_wall = std::min(shortest_wall, 1e3 * seconds_of(query));
      shortest = std::min(shortest, processor_ms() - start);
    }
    ++queries_;
    over_ += shortest >= most_query_ms ? 1 : 0;
    over_by_wall_ += shortest_wall >= most_query_ms ? 1 : 0;
    worst_ = std::max(worst_, shortest);
    worst_wall_ = std::max(worst_wall_, shortest_wall);
    return shortest;
  }
  bool print() const {
    std::printf("%d of %d queries over %.0f ms of processor time, the slowest %.0f ms\n", over_, queries_,
                most_query_ms, worst_);
    std::printf("%d of %d queries over %.0f ms of wall time, the slowest %.0f ms\n", over_by_wall_, queries_,
                most_query_ms, worst_wall_);
    return over_ == 0;
  }

 private:
  int queries_ = 0, over_ = 0, over_by_wall_ = 0;
  double worst_ = 0, worst_wall_ = 0;
};

int measure_list(int rows) {
  const Scratch folder;
  {
    Project project = Project::create(folder);
    add_rows(project, rows);
  }
  const Project project = Project::open(folder);
  QueryClock clock;
  std::printf("%8s  %s (milliseconds of processor time a query, the shortest of 5)\n", "clips",
              "filter: by source, newest, name, width, frames, seconds, caption");
  for (const char* text : filters) {
    const ClipFilter filter = std::get<ClipFilter>(ClipFilter::parse(text));
    std::printf("%8lld ", static_cast<long long>(count_clips(project, filter)));
    for (size_t i = 0; i < orders.size(); ++i) {
      const double time = clock.time_ms([&] { list_clips(project, filter, orders[i]); });
      std::printf(" %s%.0f", time < most_query_ms ? "" : order_names[i], time);
    }
    const double count_ms = clock.time_ms([&] { count_clips(project, filter); });
    std::printf("  count %.0f  %s\n", count_ms, *text != '\0' ? text : "(all)");
  }
  const std::vector<int64_t> ids = list_clips(project, {}, ClipOrder::caption);
  const double page_ms =
      clock.time_ms([&] { read_clips(project, std::span(ids).subspan(ids.size() / 2, 200)); });
  std::printf("a page of 200 rows %.1f ms\n", page_ms);
  return verdict(clock.print());
}

/// The cost of one process, separate so that its peak is its own.
struct Cost {
  int64_t peak_kib = 0;
  double seconds = 0;
};

Cost cost_of(const char* what, const fs::path& first, const fs::path& second) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::execl("/proc/self/exe", "bench_project_scale", what, first.c_str(), second.c_str(), nullptr);
    std::_Exit(127);
  }
  ::close(ends[1]);
  char text[32] = {};
  Cost cost;
  cost.seconds = seconds_of([&] {
    const ssize_t length = ::read(ends[0], text, sizeof text - 1);
    if (length <= 0) throw std::runtime_error(std::string(what) + " failed");
  });
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  cost.peak_kib = std::stoll(text);
  return cost;
}

void import_all(const fs::path& videos, const fs::path& folder) {
  Project project = Project::create(folder);
  const auto report = import_clips(project, {&videos, 1});
  if (!report.faults.empty()) throw std::runtime_error(report.faults.front().fault.message());
}

void page_through(const fs::path& folder) {
  const Project project = Project::open(folder);
  for (const ClipOrder order : orders) {
    const std::vector<int64_t> ids = list_clips(project, {}, order);
    for (size_t first = 0; first < ids.size(); first += 200)
      read_clips(project, std::span(ids).subspan(first, std::min<size_t>(200, ids.size() - first)));
  }
}

int measure_memory(int clips) {
  const Scratch folder;
  bool good = true;
  std::array<int64_t, 2> importing{}, listing{};
  const std::array counts{100, clips};
  for (size_t i = 0; i < counts.size(); ++i) {
    const fs::path videos = folder / ("videos" + std::to_string(i)).c_str();
    const fs::path project = folder / ("project" + std::to_string(i)).c_str();
    make_small_videos(videos, counts[i]);
    importing[i] = cost_of("--import", videos, project).peak_kib;
    listing[i] = cost_of("--list", videos, project).peak_kib;
  }
  const auto report = [&](const char* what, const std::array<int64_t, 2>& peaks) {
    const double growth = static_cast<double>(peaks[1]) / static_cast<double>(peaks[0]);
    std::printf("%s: peak %.1f MiB with %d clips, %.1f MiB with %d, %.3f times (limit %.1f)\n", what,
                static_cast<double>(peaks[0]) / 1024, counts[0], static_cast<double>(peaks[1]) / 1024,
                counts[1], growth, most_growth);
    good = good && growth < most_growth;
  };
  report("importing", importing);
  report("paging through every order", listing);
  return verdict(good);
}

/// A list of many rows that name few clips, so that only the list grows.
int measure_rows(int rows) {
  constexpr int clips = 100;
  const Scratch folder;
  make_small_videos(folder / "videos", clips);
  const std::array counts{rows / 10, rows};
  std::array<Cost, 2> costs{};
  for (size_t i = 0; i < counts.size(); ++i) {
    const fs::path list = folder / ("list" + std::to_string(i) + ".jsonl").c_str();
    write_list(list, folder / "videos", clips, counts[i]);
    costs[i] = cost_of("--import", list, folder / ("project" + std::to_string(i)).c_str());
    std::printf("%d rows, a list of %.0f MB: %.1f s, peak %.1f MiB\n", counts[i],
                static_cast<double>(fs::file_size(list)) / 1e6, costs[i].seconds,
                static_cast<double>(costs[i].peak_kib) / 1024);
  }
  return verdict(static_cast<double>(costs[1].peak_kib) <
                 most_growth * static_cast<double>(costs[0].peak_kib));
}

void make_samples(const fs::path& folder, const fs::path& file) {
  const Project project = Project::open(folder);
  fw::project::BucketRequest request;
  request.buckets = {{25, 256, 384}, {1, 256, 384}};
  const auto plan = plan_buckets(project, request);
  write_manifest(file, fw::Existing::replace, project, plan.assignments, {});
}

int measure_manifest(int rows) {
  const Scratch folder;
  {
    Project project = Project::create(folder / "project");
    add_rows(project, rows);
  }
  const fs::path file = folder / "dataset.jsonl";
  const Cost made = cost_of("--make", folder / "project", file);
  const Cost read = cost_of("--read", file, file);
  const Cost visited = cost_of("--visit", file, file);
  std::printf("%d clips, a dataset.jsonl of %.0f MB:\n", rows,
              static_cast<double>(fs::file_size(file)) / 1e6);
  for (const auto& [what, cost] : {std::pair("made and written", made), {"read", read}, {"visited", visited}})
    std::printf("%s in %.1f s, peak %.0f MiB\n", what, cost.seconds,
                static_cast<double>(cost.peak_kib) / 1024);
  return verdict(made.seconds < most_manifest_s && read.seconds < most_manifest_s);
}

/// What a child does; nullopt in the parent.
std::optional<int> run_as_child(std::string_view what, const fs::path& first, const fs::path& second) {
  if (what == "--import") {
    import_all(first, second);
  } else if (what == "--list") {
    page_through(second);
  } else if (what == "--make") {
    make_samples(first, second);
  } else if (what == "--read") {
    fw::dataset::read_dataset_manifest(first);
  } else if (what == "--visit") {
    fw::dataset::visit_dataset_manifest(first, [](const fw::dataset::DatasetSample&) {});
  } else {
    return std::nullopt;
  }
  std::printf("%lld\n", static_cast<long long>(fw::support::peak_resident_bytes() / 1024));
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string_view what = argc > 1 ? argv[1] : "";
  const auto count = [&](int usual) { return argc > 2 ? std::stoi(argv[2]) : usual; };
  if (what == "import") return measure_import(count(1'000));
  if (what == "list") return measure_list(count(100'000));
  if (what == "memory") return measure_memory(count(10'000));
  if (what == "rows") return measure_rows(count(1'000'000));
  if (what == "manifest") return measure_manifest(count(1'000'000));
  if (const auto code = argc == 4 ? run_as_child(what, argv[2], argv[3]) : std::nullopt) return *code;
  std::fprintf(stderr, "bench_project_scale import|list|memory|rows|manifest [COUNT]\n");
  return 2;
} catch (const std::exception& exception) {
  std::fprintf(stderr, "%s\n", exception.what());
  return 2;
}
