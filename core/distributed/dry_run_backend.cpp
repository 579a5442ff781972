// SPDX-License-Identifier: Apache-2.0
#include "distributed/dry_run_backend.h"

#include "tensor/libtorch.h"

#include <numeric>
#include <utility>

namespace fw::distributed {

namespace {

class DoneWork : public c10d::Work {
 public:
  bool isCompleted() override { return true; }
  bool isSuccess() const override { return true; }
  bool wait(std::chrono::milliseconds) override { return true; }
};

int64_t sum(const std::vector<int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), int64_t{0});
}

class DryRunBackend : public c10d::Backend {
 public:
  DryRunBackend(int rank, int size, Traffic& traffic, int64_t stride)
      : Backend(rank, size), traffic_(traffic), stride_(stride) {}
  const std::string getBackendName() const override { return "dry run"; }

  c10::intrusive_ptr<c10d::Work> alltoall_base(at::Tensor& received, at::Tensor& sent,
                                               std::vector<int64_t>& received_counts,
                                               std::vector<int64_t>& sent_counts,
                                               const c10d::AllToAllOptions&) override {
    return note("exchange", received, sent, received_counts, sent_counts);
  }

  c10::intrusive_ptr<c10d::Work> _allgather_base(at::Tensor& all, at::Tensor& part,
                                                 const c10d::AllgatherOptions&) override {
    if (!part.is_meta()) {
      all.view({size_, -1}).copy_(part.view({1, -1}).expand({size_, -1}));
      return c10::make_intrusive<DoneWork>();
    }
    const std::vector<int64_t> counts(static_cast<size_t>(size_), part.numel());
    TORCH_CHECK(all.numel() == size_ * part.numel() && all.dtype() == part.dtype(), "all_gather of ",
                part.numel(), " elements into ", all.numel(), " by ", size_, " ranks");
    traffic_.calls.push_back({"all_gather", rank_, part.element_size(), counts, counts, stride_});
    return c10::make_intrusive<DoneWork>();
  }

  c10::intrusive_ptr<c10d::Work> broadcast(std::vector<at::Tensor>& tensors,
                                           const c10d::BroadcastOptions& options) override {
    const at::Tensor& tensor = tensors.front();
    if (!tensor.is_meta()) return c10::make_intrusive<DoneWork>();
    const bool is_source = options.rootRank == rank_;
    std::vector<int64_t> sent(static_cast<size_t>(size_), is_source ? tensor.numel() : 0);
    std::vector<int64_t> received(static_cast<size_t>(size_));
    received[static_cast<size_t>(options.rootRank)] = tensor.numel();
    traffic_.calls.push_back(
        {"broadcast", rank_, tensor.element_size(), std::move(sent), std::move(received), stride_});
    return c10::make_intrusive<DoneWork>();
  }

 private:
  c10::intrusive_ptr<c10d::Work> note(std::string_view name, const at::Tensor& received,
                                      const at::Tensor& sent, const std::vector<int64_t>& received_counts,
                                      const std::vector<int64_t>& sent_counts) {
    const auto own = static_cast<size_t>(rank_);
    TORCH_CHECK(
        sent.is_meta() && received.is_meta() && sent.dtype() == received.dtype() && sent.is_contiguous() &&
            received.is_contiguous() && sent_counts.size() == static_cast<size_t>(size_) &&
            received_counts.size() == static_cast<size_t>(size_) && sum(sent_counts) == sent.numel() &&
            sum(received_counts) == received.numel() && sent_counts[own] == received_counts[own],
        name, " of ", sent.numel(), " elements by ", at::IntArrayRef(sent_counts), " into ", received.numel(),
        " by ", at::IntArrayRef(received_counts));
    traffic_.calls.push_back({name, rank_, sent.element_size(), sent_counts, received_counts, stride_});
    return c10::make_intrusive<DoneWork>();
  }

  Traffic& traffic_;
  const int64_t stride_;
};

int64_t bytes_without(const Traffic& traffic, std::vector<int64_t> DryRunCall::*counts) {
  int64_t bytes = 0;
  for (const DryRunCall& call : traffic.calls)
    bytes += call.element_bytes * (sum(call.*counts) - (call.*counts)[static_cast<size_t>(call.rank)]);
  return bytes;
}

}  // namespace

int64_t Traffic::sent_bytes() const {
  return bytes_without(*this, &DryRunCall::sent);
}

int64_t Traffic::received_bytes() const {
  return bytes_without(*this, &DryRunCall::received);
}

c10::intrusive_ptr<c10d::Backend> make_dry_run_backend(int64_t rank, int64_t size, Traffic& traffic,
                                                       int64_t stride) {
  return c10::make_intrusive<DryRunBackend>(static_cast<int>(rank), static_cast<int>(size), traffic, stride);
}

}  // namespace fw::distributed
