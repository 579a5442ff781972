// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "checks.h"

/// Disturbances from outside a command: drives that disappear and return, a clean-up, damaged files.
namespace fw::faults {

/// One for the command, or none: the cache is cleaned; a drive with the cache, the clips or the runs is
/// missing for a while; the cache is replaced by another model's.
Disturbance draw_disturbance(World& world, Random& random, const Operation& operation);

/// Trains a new run with two processes that save slowly, one of which is killed while the run is saved.
Operation train_on_ranks(World& world, Random& random);
Disturbance kill_a_rank(const World& world, Random& random);

/// Flips a bit in a run's newest checkpoint, which must then be rejected by name, and moves it away as the
/// error suggests. @param note  gets a description
Wrongs damage_checkpoint(World& world, Random& random, std::string& note);

/// A job in the project's database that nobody on this computer has put there.
void plant_job(const World& world);
/// Whether it ran.
Wrongs check_planted(const World& world);

/// Notes the entries that the next clean-up may remove: those that no unfinished run needs.
void expect_clean_up(World& world);

}  // namespace fw::faults
