// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_cards.h"

#include <cstdio>

#include "base/units.h"
#include "cli/job_runner.h"
#include "engine_api/scaling.h"

namespace fw::cli {

namespace {

using engine_api::MeshForecast;
using engine_api::ScaledWork;
using engine_api::ScalingPlan;

void print_rows(const ScalingPlan& plan, const std::vector<MeshForecast>& rows) {
  for (const MeshForecast& row : rows) {
    const bool fits = row.memory_bytes <= plan.limit_bytes;
    std::printf("%6lld  %-26s %9.3f s %9.1f s %8.2f %9.3f s %11s%s%s%s\n",
                static_cast<long long>(row.mesh.size()), launch::in_words(row.mesh).c_str(), row.step_s,
                row.seconds, row.speed_up, row.exchange_s,
                format_bytes(static_cast<uint64_t>(row.memory_bytes)).c_str(), fits ? "" : "  DOES NOT FIT",
                row.extrapolated ? "  extrapolated" : "", row.mesh == plan.best.mesh ? "  <- best" : "");
  }
}

const char* compute_basis(const ScalingPlan& plan) {
  return plan.compute_measured ? "measured on one card" : "estimated from the card's published rate";
}

void print_table(const ScalingPlan& plan) {
  const bool is_clip = plan.work == ScaledWork::clip;
  std::printf("%s of %s on %lld x %lld %s\n\n", is_clip ? "A clip" : "An update with clips",
              plan.size.c_str(), static_cast<long long>(plan.machines), static_cast<long long>(plan.cards),
              plan.card.c_str());
  std::printf("%6s  %-26s %11s %11s %8s %11s %11s\n", "cards", "mesh", is_clip ? "step" : "update",
              is_clip ? "clip" : "update", "speed-up", "exchange", "memory");
  print_rows(plan, plan.by_count);
  if (plan.meshes.size() > 1) {
    std::printf("\nAll ways to use %lld:\n", static_cast<long long>(plan.machines * plan.cards));
    print_rows(plan, plan.meshes);
  }
  if (plan.placed)
    std::printf("\n%6lld  %-26s %11s %9.1f s %8.2f %11s %11s\n", static_cast<long long>(plan.placed->cards),
                "--device-map balanced", "", plan.placed->seconds, 1.0, "",
                format_bytes(static_cast<uint64_t>(plan.placed->memory_bytes)).c_str());
  std::printf("\n%s\n", plan.reason().c_str());
  std::printf("Computing is %s; links are %s. None of the exchange is hidden behind computing.\n",
              compute_basis(plan),
              plan.links_measured ? "measured" : "not measured here (bench links does it)");
}

/// For charts: the fastest mesh for each number of GPUs.
void print_csv(const ScalingPlan& plan) {
  std::puts("cards,data,guidance,ring,ulysses,step_s,seconds,speed_up,exchange_s,memory_bytes,extrapolated");
  for (const MeshForecast& row : plan.by_count)
    std::printf("%lld,%lld,%lld,%lld,%lld,%.6g,%.6g,%.6g,%.6g,%lld,%d\n",
                static_cast<long long>(row.mesh.size()), static_cast<long long>(row.mesh.data),
                static_cast<long long>(row.mesh.guidance), static_cast<long long>(row.mesh.ring),
                static_cast<long long>(row.mesh.ulysses), row.step_s, row.seconds, row.speed_up,
                row.exchange_s, static_cast<long long>(row.memory_bytes), row.extrapolated);
}

}  // namespace

int plan_cards(const Session& session, const engine_api::PlanRequest& request, const std::string& title,
               CardsOutput output) {
  return run_engine_job(session, job_of(request, title), on_result<ScalingPlan>([&](const ScalingPlan& plan) {
                          if (!session.json) (output == CardsOutput::csv ? print_csv : print_table)(plan);
                          return plan.fits() || plan.placed ? exit_done : exit_failed;
                        }));
}

}  // namespace fw::cli
