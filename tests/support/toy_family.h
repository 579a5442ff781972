// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

/// A miniature sixth family for tests, with everything that core/families/README.md asks for: blocks with two
/// streams and then with one, prompts with a mask and a pooled vector, flow matching, latents with a mean and
/// a deviation, an image encoder, a setting of its own.
namespace fw::support {

/// Adds the family to the catalogue and the registry. @pre as catalog::add_family
void add_toy_family();

/// A whole model folder with random weights.
void make_toy_model(const std::filesystem::path& folder);

}  // namespace fw::support
