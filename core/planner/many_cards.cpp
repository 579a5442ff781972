// SPDX-License-Identifier: Apache-2.0
#include "planner/many_cards.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <regex>

#include "base/error.h"
#include "planner/communicator_memory.h"
#include "planner/dry_run.h"
#include "planner/gpu_links.h"
#include "planner/scaling.h"

namespace fw::planner {

namespace {

using engine_api::MeshForecast;
using engine_api::ScaledWork;
using engine_api::ScalingPlan;

constexpr ErrorCode bad_cards{
    "planner.bad_cards", FW_TEXT("errors", "“{cards}” names no cards."),
    FW_TEXT("errors",
            "Write NxCARD, such as 8xL40, or for several machines MACHINESxNxCARD, such as 2x8xH100; "
            "{most} cards at most."),
    Blame::input};

constexpr int64_t most_cards = 128;
/// Fewer GPUs are preferred unless all of them gain more than this.
constexpr double worth_more_cards = 0.02;

struct Cards {
  const GpuSpec& spec;
  Cluster cluster;
  bool within_known = false, between_known = false;  ///< measured or published

  /// The first `count` GPUs, filling machines one after another.
  Cluster first(int64_t count) const {
    Cluster part = cluster;
    part.cards = count;
    return part;
  }
  int64_t memory_bytes() const { return static_cast<int64_t>(spec.memory_gib * (1 << 30)); }
};

Cards find_cards(const CardsRequest& request, ScalingPlan& plan) {
  static const std::regex form(R"((?:(\d{1,4})x)?(?:(\d{1,4})x)?\s*(\S.*))");
  std::smatch found;
  const bool is_read = std::regex_match(request.cards, found, form);
  const auto count = [&](size_t group) { return found[group].matched ? std::stoll(found[group]) : 1; };
  // In "8xL40" the only number is that of GPUs, not of machines.
  const int64_t machines = is_read && found[2].matched ? count(1) : 1;
  const int64_t cards = is_read ? (found[2].matched ? count(2) : count(1)) : 0;
  if (machines < 1 || cards < 1 || machines * cards > most_cards)
    throw Error(bad_cards, {{"cards", request.cards}, {"most", most_cards}});
  const GpuSpec& spec = known_gpu_spec(found[3].str());
  AssumedLinks assumed = assumed_links(spec);
  Cards result{spec, {machines * cards, cards, assumed.links}, assumed.published, false};
  auto measured = request.links;
  if (!measured) measured = run::kept_links();
  if (measured && (request.links || find_gpu_spec(measured->device) == &spec)) {
    if (!measured->within.empty()) result.cluster.links.within = measured->within;
    if (!measured->between.empty()) result.cluster.links.between = measured->between;
    result.within_known = !measured->within.empty();
    result.between_known = !measured->between.empty();
    plan.links_measured = true;
  }
  plan.card = std::string(spec.name);
  plan.machines = machines;
  plan.cards = cards;
  plan.limit_bytes = result.memory_bytes();
  return result;
}

/// The groups of a mesh that exchange data.
std::vector<GroupPlace> groups_of(const MeshShape& mesh) {
  return {{mesh.ulysses, 1},
          {mesh.ring, mesh.ulysses},
          {mesh.guidance, mesh.sequence()},
          {mesh.data, mesh.per_sample()}};
}

bool is_extrapolated(const Cards& cards, const MeshShape& mesh) {
  return std::ranges::any_of(groups_of(mesh), [&](const GroupPlace& group) {
    if (group.size == 1) return false;
    const bool crosses = ranks_elsewhere(cards.first(mesh.size()), group) > 0;
    const auto& level = crosses ? cards.cluster.links.between : cards.cluster.links.within;
    return !(crosses ? cards.between_known : cards.within_known) || group.size > level.back().ranks;
  });
}

void sort_and_choose(ScalingPlan& plan, const std::vector<MeshForecast>& all) {
  std::ranges::sort(plan.meshes, {}, &MeshForecast::seconds);
  std::vector<MeshForecast> choices = all;
  if (std::ranges::any_of(choices, [&](const auto& each) { return each.memory_bytes <= plan.limit_bytes; }))
    std::erase_if(choices, [&](const auto& each) { return each.memory_bytes > plan.limit_bytes; });
  const double fastest = std::ranges::min(choices, {}, &MeshForecast::seconds).seconds;
  std::erase_if(choices, [&](const auto& each) { return each.seconds > fastest * (1 + worth_more_cards); });
  const auto cost = [](const MeshForecast& each) { return std::pair(each.mesh.size(), each.seconds); };
  plan.best = std::ranges::min(choices, {}, cost);
}

int64_t with_overhead(int64_t tensor_bytes) {
  return tensor_bytes + cuda_overhead().bytes(tensor_bytes);
}

/// Peak memory of a GPU: activations are divided among the GPUs of a guidance branch, weights are not.
int64_t clip_bytes(const ClipDryRun& run, const MeshShape& mesh) {
  const int64_t activations = run.denoising.of(MemoryRole::activation);
  return with_overhead(std::max(run.other.total(),
                                run.denoising.total() - activations + activations / mesh.sequence())) +
         communicator_bytes(communicator_sizes(mesh));
}

/// Places the clip on the smallest number of GPUs of a machine that hold it; nullopt if they do not.
std::optional<engine_api::PlacedForecast> place(const ClipDryRun& run, const inference::PipelineOptions& clip,
                                                const inference::VideoRequest& request, const Cards& cards,
                                                double seconds) {
  const memory::NetworkBytes transformer = transformer_bytes(clip, request, torch::kCUDA);
  const auto limit = cards.memory_bytes();
  for (int64_t count = 2; count <= std::min(cards.cluster.cards, cards.cluster.a_machine); ++count) {
    const auto uses =
        place_on_cards(run, transformer, std::vector<int64_t>(static_cast<size_t>(count), limit));
    if (!uses) continue;
    const int64_t most = with_overhead(std::ranges::max(*uses, {}, &MemoryUse::total).total());
    if (most <= limit) return engine_api::PlacedForecast{count, seconds, most};
  }
  return std::nullopt;
}

/// Time of a call in which a rank sends to all others of its group, or only to its neighbour in a ring.
double seconds_of(const distributed::DryRunCall& call, const Cluster& cluster) {
  const GroupPlace group{std::ssize(call.sent), call.stride};
  double bytes = 0;
  int64_t others = 0;
  for (int64_t rank = 0; rank < group.size; ++rank) {
    const int64_t sent = rank == call.rank ? 0 : call.sent[static_cast<size_t>(rank)];
    bytes += static_cast<double>(sent * call.element_bytes);
    others += sent > 0 ? 1 : 0;
  }
  const bool is_hop = others == 1 && group.size > 2;
  return is_hop ? pass_on_seconds(cluster, group, 1, bytes) : exchange_seconds(cluster, group, 1, bytes);
}

/// Needs of the most demanding rank in an update.
struct RankNeeds {
  int64_t memory_bytes = 0;
  double flops = 0;
  double exchange_s = 0;  ///< not overlapped
  double beside_s = 0;    ///< overlapped with backward passes
  double after_s = 0;     ///< part of beside_s: the last exchange of each pass, which nothing can overlap
  /// Time of exchanges that computation does not hide. Two thirds of a step are backward passes.
  double exposed_s(double compute_s) const {
    return exchange_s + std::max(after_s, beside_s - compute_s * 2 / 3);
  }
};
RankNeeds dry_run_rank(PlanRequest request, const MeshShape& mesh, const Cluster& cluster,
                       const std::stop_token& stop) {
  RankNeeds needs;
  request.ranks = mesh.size();
  request.settings.ulysses = mesh.ulysses;
  request.settings.ring = mesh.ring;
  for (const int64_t rank : {int64_t{0}, request.ranks - 1}) {
    request.rank = rank;
    distributed::Traffic traffic;
    const RunPlan plan = plan_run(request, stop, &traffic);
    double exchange_s = 0, beside_s = 0, longest_s = 0;
    for (const distributed::DryRunCall& call : traffic.calls) {
      const double seconds = seconds_of(call, cluster);
      (call.is_beside_computing ? beside_s : exchange_s) += seconds;
      if (call.is_beside_computing) longest_s = std::max(longest_s, seconds);
    }
    needs.memory_bytes = std::max(needs.memory_bytes, plan.device_peak_bytes());
    needs.flops = std::max(needs.flops, training_of(plan).work.flops());
    needs.exchange_s = std::max(needs.exchange_s, exchange_s);
    needs.beside_s = std::max(needs.beside_s, beside_s);
    const int64_t passes = request.settings.gradient_accumulation_steps / mesh.data;
    needs.after_s = std::max(needs.after_s, longest_s * static_cast<double>(passes));
    if (request.ranks == 1) break;
  }
  return needs;
}

/// All processes compute equally many micro-batches: each process its own or, if that uses all GPUs, several
/// processes together, by Ulysses within a machine and rings across machines.
std::vector<MeshShape> update_meshes(int64_t micro_batches, const Cluster& cluster) {
  std::vector<MeshShape> meshes;
  for (int64_t data = 1; data <= std::min(micro_batches, cluster.cards); ++data) {
    if (micro_batches % data != 0) continue;
    meshes.push_back({.data = data});
    const int64_t parts = cluster.cards / data;
    if (parts == 1 || cluster.cards % data != 0) continue;
    const int64_t ulysses = std::gcd(parts, cluster.a_machine);
    meshes.push_back({.data = data, .ring = parts / ulysses, .ulysses = ulysses});
  }
  return meshes;
}

/// The fastest that fits; if none fits, the fastest.
const MeshForecast& best_of(const std::vector<MeshForecast>& choices, int64_t limit_bytes) {
  return *std::ranges::min_element(choices, {}, [&](const MeshForecast& each) {
    return std::pair(each.memory_bytes > limit_bytes, each.seconds);
  });
}

}  // namespace

ScalingPlan plan_clip_on_cards(const inference::PipelineOptions& options, const inference::VideoRequest& clip,
                               const CardsRequest& request, const std::stop_token& stop) {
  ScalingPlan plan;
  const Cards cards = find_cards(request, plan);
  const catalog::ModelSpec model = catalog::recognise_model(options.model);
  check_size(model, clip.size);
  plan.size = catalog::to_string(clip.size);
  inference::PipelineOptions on_card = options;
  on_card.vae_bytes = static_cast<uint64_t>(
      std::max<int64_t>(1, (cards.memory_bytes() - cuda_overhead().fixed_bytes()) / 10 * 9));
  const ClipDryRun run =
      dry_run_generation(on_card, clip, {torch::kCUDA, std::string(cards.spec.compute_capability)}, stop);
  const catalog::LatentSize latent = catalog::latent_size(model, clip.size);
  StepWork work{.compute_s = seconds_on(cards.spec, run.step),
                .attention = run.attention,
                .guidance = clip.guidance_scale > 1};
  if (request.step_s > 0) work.compute_s = request.step_s;
  plan.compute_measured = request.step_s > 0;
  work.guidance_bytes = static_cast<double>(model.latent.channels * latent.height * latent.width *
                                            (latent.frames + latent.padding_frames) * work.element_bytes);
  const double other_s = seconds_on(cards.spec, run.other_work);
  const auto forecast = [&](const MeshShape& mesh) {
    const StepSeconds step = predict_step(work, cards.first(mesh.size()), mesh);
    const double steps = static_cast<double>(run.steps);
    return MeshForecast{.mesh = mesh,
                        .step_s = step.total(),
                        .seconds = other_s + steps * step.total(),
                        .speed_up = (other_s + steps * work.compute_s) / (other_s + steps * step.total()),
                        .exchange_s = step.exchange,
                        .memory_bytes = clip_bytes(run, mesh),
                        .extrapolated = is_extrapolated(cards, mesh)};
  };
  for (int64_t count = 1; count <= cards.cluster.cards; ++count) {
    std::vector<MeshForecast> all;
    for (const MeshShape& mesh : step_meshes(count, work.guidance, run.attention.heads))
      all.push_back(forecast(mesh));
    if (all.empty()) continue;
    plan.by_count.push_back(std::ranges::min(all, {}, &MeshForecast::seconds));
    if (count == cards.cluster.cards) plan.meshes = all;
  }
  sort_and_choose(plan, plan.by_count);
  if (!plan.fits())
    plan.placed = place(run, on_card, clip, cards, other_s + static_cast<double>(run.steps) * work.compute_s);
  return plan;
}

ScalingPlan plan_run_on_cards(PlanRequest request, const CardsRequest& wanted, const std::stop_token& stop) {
  ScalingPlan plan;
  plan.work = ScaledWork::update;
  const Cards cards = find_cards(wanted, plan);
  request.card.clear();
  request.vram_bytes = cards.memory_bytes();
  request.with_precompute = false;
  request.with_measured_time = true;
  const RunPlan alone = plan_run(request, stop);
  plan.size = alone.size;
  plan.micro_batches = request.settings.gradient_accumulation_steps;
  double update_s = wanted.step_s;
  for (const StepTime& time : alone.step_times)
    if (update_s == 0 && time.measured_here && find_gpu_spec(time.card) == &cards.spec)
      update_s = time.seconds;
  plan.compute_measured = update_s > 0;
  if (update_s == 0) update_s = seconds_on(cards.spec, training_of(alone).work);
  request.with_measured_time = false;
  request.card = cards.spec.name;
  std::map<int64_t, std::vector<MeshForecast>> by_count;
  for (const MeshShape& mesh : update_meshes(plan.micro_batches, cards.cluster)) {
    const RankNeeds needs = dry_run_rank(request, mesh, cards.first(mesh.size()), stop);
    const double compute = update_s * needs.flops / training_of(alone).work.flops();
    const double exposed = needs.exposed_s(compute), seconds = compute + exposed;
    by_count[mesh.size()].push_back({.mesh = mesh,
                                     .step_s = seconds,
                                     .seconds = seconds,
                                     .speed_up = update_s / seconds,
                                     .exchange_s = exposed,
                                     .memory_bytes = needs.memory_bytes,
                                     .extrapolated = is_extrapolated(cards, mesh)});
  }
  for (const auto& [count, forecasts] : by_count)
    plan.by_count.push_back(best_of(forecasts, plan.limit_bytes));
  plan.meshes = by_count.rbegin()->second;
  sort_and_choose(plan, plan.by_count);
  return plan;
}

}  // namespace fw::planner
