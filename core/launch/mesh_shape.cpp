// SPDX-License-Identifier: Apache-2.0
#include "launch/mesh_shape.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace fw::launch {

namespace {

constexpr ErrorCode bad_mesh{
    "launch.bad_mesh", FW_TEXT("errors", "{size} {size:process|processes} cannot be divided into {mesh}."),
    FW_TEXT("errors",
            "Start as many processes as the parts multiply to, by launch --nproc, torchrun or srun, or "
            "change the parts."),
    Blame::input};
constexpr ErrorCode one_branch{
    "launch.one_branch",
    FW_TEXT("errors", "Two processes were to compute the two branches of guidance, but this clip has one."),
    FW_TEXT("errors",
            "Leave --guidance-ranks out, or give the clip a guidance scale above 1, which the model must "
            "know."),
    Blame::input};

std::string text_of(const MeshShape& shape) {
  return std::to_string(shape.guidance) + " (guidance) x " + std::to_string(shape.ring) + " (ring) x " +
         std::to_string(shape.ulysses) + " (ulysses)";
}

}  // namespace

MeshShape training_mesh(int64_t size, int64_t ring, int64_t ulysses) {
  MeshShape shape{.ring = ring, .ulysses = ulysses};
  if (size % shape.sequence() != 0)
    throw Error(bad_mesh, {{"size", size},
                           {"mesh", "groups of " + std::to_string(ring) + " (ring) x " +
                                        std::to_string(ulysses) + " (ulysses)"}});
  shape.data = size / shape.sequence();
  return shape;
}

MeshShape clip_mesh(int64_t size, const ClipMesh& asked, bool guided) {
  if (asked.guidance > 1 && !guided) throw Error(one_branch, {});
  MeshShape shape{.guidance = asked.guidance, .ring = asked.ring, .ulysses = asked.ulysses};
  const int64_t given = std::max<int64_t>(asked.ring, 1) * std::max<int64_t>(asked.ulysses, 1);
  if (shape.guidance == 0) shape.guidance = guided && size % (2 * given) == 0 ? 2 : 1;
  const int64_t left = size / shape.guidance;
  if (shape.ulysses == 0) shape.ulysses = std::max<int64_t>(left / std::max<int64_t>(shape.ring, 1), 1);
  if (shape.ring == 0) shape.ring = std::max<int64_t>(left / shape.ulysses, 1);
  if (shape.size() != size) throw Error(bad_mesh, {{"size", size}, {"mesh", text_of(shape)}});
  return shape;
}

}  // namespace fw::launch
