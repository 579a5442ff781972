// SPDX-License-Identifier: Apache-2.0
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <sys/mman.h>
#include <torch/torch.h>

#include <QtTest>

#include "support/pretend_gpu/pretend_gpu.h"

namespace {

using namespace fw;
using torch::Tensor;

c10::Stream new_stream(int device = 0) {
  return c10::impl::VirtualGuardImpl(c10::DeviceType::PrivateUse1)
      .getStreamFromGlobalPool(pretend_gpu::device(device));
}

c10::Stream this_stream(int device = 0) {
  return c10::impl::VirtualGuardImpl(c10::DeviceType::PrivateUse1).getStream(pretend_gpu::device(device));
}

c10::Event after(const c10::Stream& stream) {
  c10::Event event(c10::DeviceType::PrivateUse1);
  event.record(stream);
  return event;
}

Tensor page_locked(int64_t values) {
  return torch::empty({values}, torch::TensorOptions().pinned_memory(true));
}

Tensor ones(int64_t values = 4096, int device = 0) {
  return torch::ones({values}, pretend_gpu::device(device));
}

/// A mistake that a GPU usually tolerates.
struct Planted {
  const char* name;
  std::function<void()> mistake;
  std::function<void()> mended;
};

const std::vector<Planted>& planted() {
  static const std::vector<Planted> all = {
      {"another stream reads before it is written",
       [] {
         const Tensor x = ones();
         const c10::StreamGuard here(new_stream());
         const Tensor y = x + 1;
       },
       [] {
         const Tensor x = ones();
         const auto written = after(this_stream());
         const c10::Stream stream = new_stream();
         written.block(stream);
         {
           const c10::StreamGuard here(stream);
           const Tensor y = x + 1;
         }
         after(stream).block(this_stream());
       }},
      {"another stream writes while it is read",
       [] {
         const Tensor x = ones();
         c10::impl::VirtualGuardImpl(c10::DeviceType::PrivateUse1).synchronizeDevice(0);
         const Tensor y = x + 1;
         const c10::Stream stream = new_stream();
         {
           const c10::StreamGuard here(stream);
           x.zero_();
         }
         after(stream).block(this_stream());
       },
       [] {
         const Tensor x = ones();
         const Tensor y = x + 1;
         const c10::Stream stream = new_stream();
         after(this_stream()).block(stream);
         {
           const c10::StreamGuard here(stream);
           x.zero_();
         }
         after(stream).block(this_stream());
       }},
      {"memory is freed while another stream reads it",
       [] {
         const c10::Stream stream = new_stream();
         Tensor x = ones();
         after(this_stream()).block(stream);
         Tensor y;
         {
           const c10::StreamGuard here(stream);
           y = x + 1;
         }
         x = Tensor();
       },
       [] {
         const c10::Stream stream = new_stream();
         Tensor x = ones();
         after(this_stream()).block(stream);
         Tensor y;
         {
           const c10::StreamGuard here(stream);
           y = x + 1;
         }
         x.record_stream(stream);
         x = Tensor();
       }},
      {"the host reads device memory",
       [] {
         const Tensor x = ones();
         x.sum().item<float>();
         volatile float value = *static_cast<const float*>(x.const_data_ptr());
         static_cast<void>(value);
       },
       [] { QCOMPARE(ones().sum().item<float>(), 4096.0F); }},
      {"the host reads a copy that has not come",
       [] {
         const Tensor host = page_locked(4096);
         host.copy_(ones(), /*non_blocking=*/true);
         volatile float value = *static_cast<const float*>(host.const_data_ptr());
         static_cast<void>(value);
       },
       [] {
         const Tensor host = page_locked(4096);
         host.copy_(ones(), /*non_blocking=*/true);
         after(this_stream()).synchronize();
         QCOMPARE(host[4095].item<float>(), 1.0F);
       }},
      {"the host writes what a copy still reads",
       [] {
         const Tensor host = page_locked(4096);
         host.fill_(1);
         const Tensor x = ones();
         x.copy_(host, /*non_blocking=*/true);
         host.fill_(2);
       },
       [] {
         const Tensor host = page_locked(4096);
         host.fill_(1);
         const Tensor x = ones();
         x.copy_(host, /*non_blocking=*/true);
         after(this_stream()).synchronize();
         host.fill_(2);
         QCOMPARE(x.sum().item<float>(), 4096.0F);
       }},
      {"pages are unlocked while a copy reads them",
       [] {
         void* const memory =
             ::mmap(nullptr, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         pretend_gpu::lock_pages(memory, 16384);
         const Tensor x = ones();
         x.copy_(torch::from_blob(memory, {4096}), /*non_blocking=*/true);
         pretend_gpu::unlock_pages(memory);
         ::munmap(memory, 16384);
       },
       [] {
         void* const memory =
             ::mmap(nullptr, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         pretend_gpu::lock_pages(memory, 16384);
         const Tensor x = ones();
         x.copy_(torch::from_blob(memory, {4096}), /*non_blocking=*/true);
         after(this_stream()).synchronize();
         pretend_gpu::unlock_pages(memory);
         ::munmap(memory, 16384);
       }},
      {"a buffer is filled again before it was read",
       [] {
         const Tensor buffer = ones();
         const c10::Stream copies = new_stream();
         after(this_stream()).block(copies);
         const Tensor host = page_locked(4096);
         host.fill_(3);
         for (int i = 0; i < 2; ++i) {
           {
             const c10::StreamGuard here(copies);
             buffer.copy_(host, /*non_blocking=*/true);
           }
           after(copies).block(this_stream());
           const Tensor y = buffer * 2;
         }
       },
       [] {
         const Tensor buffer = ones();
         const c10::Stream copies = new_stream();
         const Tensor host = page_locked(4096);
         host.fill_(3);
         for (int i = 0; i < 2; ++i) {
           after(this_stream()).block(copies);
           {
             const c10::StreamGuard here(copies);
             buffer.copy_(host, /*non_blocking=*/true);
           }
           after(copies).block(this_stream());
           const Tensor y = buffer * 2;
         }
       }},
      {"an operator fails on the device",
       [] {
         const Tensor index =
             torch::full({1}, 7, torch::TensorOptions(torch::kLong).device(pretend_gpu::device()));
         ones(4).gather(0, index);
       },
       [] {
         const Tensor index =
             torch::full({1}, 3, torch::TensorOptions(torch::kLong).device(pretend_gpu::device()));
         ones(4).gather(0, index);
       }},
  };
  return all;
}

/// The simulated GPU finds its kinds of faults, gives the CPU's results, and reports no false positives.
class TestPretendGpu : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void planted_mistakes_are_found_data() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < planted().size(); ++i) QTest::newRow(planted()[i].name) << static_cast<int>(i);
  }
  void planted_mistakes_are_found() {
    QFETCH(int, index);
    for (uint64_t seed = 0; seed < 20; ++seed) {
      pretend_gpu::begin({.seed = seed});
      planted()[static_cast<size_t>(index)].mistake();
      const auto faults = pretend_gpu::end();
      QVERIFY2(!faults.empty(), qPrintable(QString("seed %1").arg(seed)));
      pretend_gpu::begin({.seed = seed});
      planted()[static_cast<size_t>(index)].mended();
      const auto none = pretend_gpu::end();
      QVERIFY2(none.empty(), none.empty() ? "" : none.front().c_str());
    }
  }

  void operands_on_two_devices_are_refused() {
    pretend_gpu::begin();
    QVERIFY_EXCEPTION_THROWN(ones(4, 0) + ones(4, 1), c10::Error);
    QVERIFY_EXCEPTION_THROWN(ones(4, 0) + torch::ones({4}), c10::Error);
    const Tensor moved = ones(4, 0).to(pretend_gpu::device(1));
    QVERIFY(torch::equal((moved + ones(4, 1)).cpu(), torch::full({4}, 2.0F)));
    QVERIFY(pretend_gpu::end().empty());
  }

  void allocations_fail_when_they_shall() {
    pretend_gpu::begin({.memory_bytes = 1 << 20});
    pretend_gpu::fail_allocation(2);
    const Tensor first = ones();
    QVERIFY_EXCEPTION_THROWN(ones(), c10::OutOfMemoryError);
    const Tensor second = ones();
    QVERIFY_EXCEPTION_THROWN(torch::empty({1 << 20}, pretend_gpu::device()), c10::OutOfMemoryError);
    QCOMPARE((first + second).sum().item<float>(), 8192.0F);
    QVERIFY(pretend_gpu::end().empty());
  }

  void freed_memory_is_no_longer_what_it_was() {
    pretend_gpu::begin();
    { const Tensor gone = ones(); }
    const Tensor same = torch::empty({4096}, pretend_gpu::device());
    QVERIFY(same.isnan().all().item<bool>());
    QVERIFY(pretend_gpu::end().empty());
  }

  void a_network_learns_as_on_the_cpu() {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      pretend_gpu::begin({.seed = seed});
      QCOMPARE(losses(pretend_gpu::device()), losses(torch::kCPU));
      const auto faults = pretend_gpu::end();
      QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    }
  }

  void random_numbers_follow_the_generator() {
    pretend_gpu::begin();
    at::Generator generator = at::detail::getPrivateUse1Hooks().getDefaultGenerator(0);
    generator.set_current_seed(3);
    const Tensor state = generator.get_state();
    const Tensor first = torch::randn({8}, pretend_gpu::device());
    generator.set_state(state);
    const Tensor again = torch::randn({8}, pretend_gpu::device());
    QVERIFY(torch::equal(first.cpu(), again.cpu()));
    QVERIFY(!torch::equal(first.cpu(), torch::randn({8}, pretend_gpu::device()).cpu()));
    QVERIFY(pretend_gpu::end().empty());
  }

 private:
  /// Convolution, norms, attention, gather and an optimizer.
  static std::vector<float> losses(torch::Device device) {
    torch::manual_seed(1);
    namespace F = torch::nn::functional;
    const auto weights = [&](at::IntArrayRef shape) {
      return (torch::randn(shape) * 0.1).to(device).set_requires_grad(true);
    };
    std::vector<Tensor> p = {weights({8, 3, 3, 3}), weights({24, 8}), weights({8}), weights({4, 8})};
    torch::optim::AdamW optimizer(p, torch::optim::AdamWOptions(0.01));
    const Tensor pictures = torch::randn({2, 3, 6, 6}).to(device);
    const Tensor wanted = torch::tensor({1, 3}).to(device);
    std::vector<float> found;
    for (int i = 0; i < 5; ++i) {
      Tensor x = torch::conv2d(pictures, p[0], {}, 1, 1);
      x = torch::group_norm(x, 2).flatten(2).transpose(1, 2);
      const auto qkv = torch::linear(torch::layer_norm(x, {8}, p[2]), p[1]).chunk(3, -1);
      x = x +
          torch::scaled_dot_product_attention(qkv[0].unsqueeze(1), qkv[1].unsqueeze(1), qkv[2].unsqueeze(1))
              .squeeze(1);
      const Tensor loss = F::cross_entropy(torch::linear(torch::gelu(x).mean(1), p[3]), wanted);
      optimizer.zero_grad();
      loss.backward();
      optimizer.step();
      found.push_back(loss.item<float>());
    }
    return found;
  }
};

}  // namespace

QTEST_GUILESS_MAIN(TestPretendGpu)
#include "test_pretend_gpu.moc"
