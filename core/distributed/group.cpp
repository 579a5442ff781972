// SPDX-License-Identifier: Apache-2.0
#include "distributed/group.h"

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/join.h"
#include "distributed/communicators.h"
#include "distributed/rank_faults.h"
#include "distributed/ranks.h"
#include "tensor/libtorch.h"

namespace fw::distributed {

namespace {

constexpr const char* gather_of_texts = "a gather of texts";
constexpr int64_t no_text = -1;  ///< length that marks a rank that only waits

/// "a gather of 12 Float".
std::string words_of(const char* what, int64_t elements, const torch::Tensor& tensor) {
  return std::string(what) + " of " + std::to_string(elements) + " " + c10::toString(tensor.scalar_type());
}

std::string words_of(const nlohmann::json& told) {
  auto words = told.at(0).get<std::string>();
  std::string counts;
  for (const nlohmann::json& count : told.at(1)) append_item(counts, count.dump());
  return counts.empty() ? words : words + " (" + counts + ")";
}

}  // namespace

Group::Group(Ranks& ranks, std::string name, std::vector<int64_t> members,
             std::shared_ptr<Connection> connection)
    : ranks_(ranks),
      name_(std::move(name)),
      members_(std::move(members)),
      rank_(std::ranges::find(members_, ranks.rank) - members_.begin()),
      connection_(std::move(connection)) {}

Group::~Group() = default;

void Group::wait_for(const std::string& what, const Start& start) const {
  ranks_.begin(members_, next(what), start)();
}

std::function<void()> Group::begin(const std::string& what, const Start& start) const {
  return ranks_.begin_tensors(members_, next(what), *connection_, start);
}

std::vector<std::string> Group::gather(const std::string& text) const {
  if (size() == 1) return {text};
  ranks_.settle();
  compare(gather_of_texts);
  return gather_now(text, gather_of_texts);
}

std::vector<std::string> Group::gather_now(const std::string& text, const std::string& what) const {
  const auto gathered = [&](const torch::Tensor& part) {
    torch::Tensor all = torch::empty({size() * part.numel()}, part.options());
    torch::Tensor in = part;
    wait_for(what, [&] { return connection_->words->_allgather_base(all, in); });
    return all.view({size(), part.numel()});
  };
  const torch::Tensor lengths = gathered(torch::full({1}, static_cast<int64_t>(text.size()), torch::kInt64));
  for (int64_t each = 0; each < size(); ++each)
    if (lengths[each].item<int64_t>() == no_text) throw differs(what, each, wait_for_first());
  torch::Tensor part = torch::zeros({std::max<int64_t>(lengths.max().item<int64_t>(), 1)}, torch::kUInt8);
  std::memcpy(part.data_ptr(), text.data(), text.size());
  const torch::Tensor all = gathered(part);
  std::vector<std::string> texts;
  for (int64_t each = 0; each < size(); ++each)
    texts.emplace_back(static_cast<const char*>(all[each].data_ptr()),
                       static_cast<size_t>(lengths[each].item<int64_t>()));
  return texts;
}

void Group::compare(const std::string& what, std::span<const int64_t> sent_counts,
                    std::span<const int64_t> received_counts) const {
  if (!ranks_.checks_calls()) return;
  const nlohmann::json own{what, std::vector(sent_counts.begin(), sent_counts.end())};
  const std::vector<std::string> all = gather_now(own.dump(), "a check of calls");
  for (size_t other = 0; other < all.size(); ++other) {
    const nlohmann::json theirs = nlohmann::json::parse(all[other]);
    const nlohmann::json& counts = theirs.at(1);
    const bool fits = theirs.at(0) == what && counts.size() == sent_counts.size() &&
                      (counts.empty() || counts.at(static_cast<size_t>(rank_)) == received_counts[other]);
    if (!fits) throw differs(words_of(own), static_cast<int64_t>(other), words_of(theirs));
  }
}

std::string Group::wait_for_first() const {
  return "a wait for rank " + std::to_string(members_.front());
}

Error Group::differs(const std::string& call, int64_t other, const std::string& other_call) const {
  return {mismatch,
          {{"rank", ranks_.rank},
           {"call", call},
           {"other", members_[static_cast<size_t>(other)]},
           {"other_call", other_call}}};
}

void Group::settle() const {
  ranks_.settle();
}

void Group::exchange(torch::Tensor received, std::span<const int64_t> received_counts,
                     const torch::Tensor& sent, std::span<const int64_t> sent_counts) const {
  begin_exchange(std::move(received), received_counts, sent, sent_counts)();
}

std::function<void()> Group::begin_exchange(torch::Tensor received, std::span<const int64_t> received_counts,
                                            const torch::Tensor& sent,
                                            std::span<const int64_t> sent_counts) const {
  if (size() == 1) {
    received.copy_(sent);
    return [] {};
  }
  std::vector<int64_t> in_counts(sent_counts.begin(), sent_counts.end());
  std::vector<int64_t> out_counts(received_counts.begin(), received_counts.end());
  torch::Tensor in = sent;
  const std::string what = std::string("an exchange of ") + c10::toString(sent.scalar_type());
  compare(what, sent_counts, received_counts);
  return begin(what,
               [&] { return connection_->tensors->alltoall_base(received, in, out_counts, in_counts); });
}

torch::Tensor Group::all_gather(const torch::Tensor& part) const {
  if (size() == 1) return part;
  torch::Tensor all = torch::empty({size() * part.numel()}, part.options());
  torch::Tensor in = part;
  const std::string what = words_of("a gather", part.numel(), part);
  compare(what);
  begin(what, [&] { return connection_->tensors->_allgather_base(all, in); })();
  return all;
}

void Group::broadcast(torch::Tensor tensor, int64_t owner) const {
  if (size() == 1) return;
  std::vector<torch::Tensor> tensors{tensor};
  const std::string what = words_of("a broadcast", tensor.numel(), tensor) + " from rank " +
                           std::to_string(members_[static_cast<size_t>(owner)]);
  compare(what);
  c10d::BroadcastOptions options;
  options.rootRank = owner;
  begin(what, [&] { return connection_->tensors->broadcast(tensors, options); })();
}

void Group::on_first(const std::function<void()>& work) const {
  ranks_.settle();
  if (rank_ == 0) {
    const LongWork at_work(ranks_);
    work();
  }
  if (size() == 1) return;
  torch::Tensor part = torch::full({1}, no_text, torch::kInt64), all = torch::zeros({size()}, torch::kInt64);
  const std::string what = wait_for_first();
  compare(what);
  wait_for(what, [&] { return connection_->words->_allgather_base(all, part); });
  for (int64_t each = 0; each < size(); ++each)
    if (all[each].item<int64_t>() != no_text) throw differs(what, each, gather_of_texts);
}

std::vector<torch::Tensor> Group::from(int64_t owner, const std::vector<torch::Tensor>& tensors) const {
  if (size() == 1) return tensors;
  nlohmann::json told = nlohmann::json::array();
  for (const torch::Tensor& x : tensors)
    told.push_back(x.defined() ? nlohmann::json{static_cast<int>(x.scalar_type()), x.sizes().vec()}
                               : nlohmann::json());
  told = nlohmann::json::parse(gather(told.dump())[static_cast<size_t>(owner)]);
  std::vector<torch::Tensor> result;
  for (size_t i = 0; i < told.size(); ++i) {
    if (told[i].is_null()) {
      result.emplace_back();
      continue;
    }
    const auto type = static_cast<torch::Dtype>(told[i].at(0).get<int>());
    const auto options = torch::TensorOptions(ranks_.device()).dtype(type);
    const torch::Tensor all = torch::empty(told[i].at(1).get<std::vector<int64_t>>(), options);
    if (rank_ == owner) all.copy_(tensors[i]);
    broadcast(all.view({-1}).view(torch::kUInt8), owner);
    result.push_back(all);
  }
  return result;
}

std::shared_ptr<const Mesh> Mesh::make(Ranks& ranks, const launch::MeshShape& shape) {
  auto mesh = std::make_shared<Mesh>();
  mesh->shape = shape;
  // Group of `count` ranks with distance `step` that includes this one.
  const auto group = [&](const char* name, int64_t step, int64_t count) {
    const int64_t first = ranks.rank - ranks.rank / step % count * step;
    std::vector<int64_t> members;
    for (int64_t i = 0; i < count; ++i) members.push_back(first + i * step);
    return ranks.group(name + std::to_string(first), std::move(members));
  };
  mesh->sample = group("sample", 1, shape.per_sample());
  mesh->sequence = group("sequence", 1, shape.sequence());
  mesh->ulysses = group("ulysses", 1, shape.ulysses);
  mesh->ring = group("ring", shape.ulysses, shape.ring);
  mesh->guidance = group("guidance", shape.sequence(), shape.guidance);
  return mesh;
}

}  // namespace fw::distributed
