// SPDX-License-Identifier: Apache-2.0
#include "training/rank_shares.h"

#include <bit>
#include <nlohmann/json.hpp>

namespace fw::training {

namespace {

/// Writes losses by their bits, because JSON cannot represent NaN and infinity.
std::string to_text(const Share& share) {
  nlohmann::json all = nlohmann::json::array();
  for (const std::vector<SampleLoss>& round : share.rounds) {
    nlohmann::json& losses = all.emplace_back(nlohmann::json::array());
    for (const SampleLoss& loss : round) {
      nlohmann::json& own = losses.emplace_back(nlohmann::json::array(
          {loss.id, std::bit_cast<uint64_t>(loss.timestep), std::bit_cast<uint64_t>(loss.loss)}));
      if (loss.sound) own.push_back(std::bit_cast<uint64_t>(*loss.sound));
    }
  }
  return nlohmann::json{{"rounds", std::move(all)}, {"seconds", share.seconds}, {"bytes", share.bytes}}.dump(
      -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Share from_text(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  Share share{.seconds = json.at("seconds"), .bytes = json.at("bytes")};
  for (const nlohmann::json& round : json.at("rounds")) {
    std::vector<SampleLoss>& losses = share.rounds.emplace_back();
    const auto number = [](const nlohmann::json& bits) {
      return std::bit_cast<double>(bits.get<uint64_t>());
    };
    for (const nlohmann::json& loss : round) {
      losses.push_back({loss.at(0), number(loss.at(1)), number(loss.at(2))});
      if (loss.size() > 3) losses.back().sound = number(loss.at(3));
    }
  }
  return share;
}

}  // namespace

std::vector<Share> shares_of_all(Share share, const distributed::World& world) {
  if (world.size == 1) return {std::move(share)};
  std::vector<Share> all;
  for (const std::string& text : world.gather(to_text(share))) all.push_back(from_text(text));
  return all;
}

std::vector<SampleLoss> losses_of(const std::vector<Share>& shares) {
  std::vector<SampleLoss> all;
  for (size_t round = 0; round < shares.front().rounds.size(); ++round)
    for (const auto& [rounds, seconds, bytes] : shares)
      if (round < rounds.size()) all.insert(all.end(), rounds[round].begin(), rounds[round].end());
  return all;
}

engine_api::Figures figures_of(const std::vector<Share>& shares) {
  engine_api::Figures figures;
  for (size_t rank = 0; rank < shares.size() && shares.size() > 1; ++rank) {
    const std::string name = "rank" + std::to_string(rank);
    figures[name + "_seconds"] = shares[rank].seconds;
    figures[name + "_bytes"] = static_cast<int64_t>(shares[rank].bytes);
  }
  return figures;
}

}  // namespace fw::training
