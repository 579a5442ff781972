// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "memory/activation_store.h"
#include "support/pretend_gpu/pretend_gpu.h"
#include "tensor/device.h"
#include "tensor/page_locked.h"
#include "tensor/placement.h"
#include "tensor/torch_errors.h"

using namespace fw;
using tensor::Placement;
using tensor::Role;
using torch::Tensor;

namespace {

constexpr int64_t mib = int64_t{1} << 20, block = 33 * mib;  // not a power of two: pinned by our own code

/// @return  the files of a machine of 64 GiB
HostFiles with_free(const QTemporaryDir& folder, int free_gib) {
  const std::filesystem::path root = folder.path().toStdString();
  std::ofstream(root / "meminfo") << "MemTotal: " << (int64_t{64} << 20)
                                  << " kB\nMemAvailable: " << (int64_t{free_gib} << 20) << " kB\n";
  return {root, root};
}

std::optional<Tensor> locked(const HostFiles& files = {}) {
  return tensor::allocate_page_locked({block}, torch::kUInt8, pretend_gpu::device(), Role::weights, files);
}

/// Grants or refuses page locks during its lifetime.
class PageLocks {
 public:
  explicit PageLocks(bool granted) { set(granted); }
  ~PageLocks() { set(true); }

 private:
  static void set(bool granted) {
    tensor::set_page_locks(torch::kPrivateUse1,
                           {granted ? [](void* memory, size_t bytes, torch::Device) {
                              pretend_gpu::lock_pages(memory, bytes);
                              return true;
                            }
                                    : [](void*, size_t, torch::Device) { return false; },
                            pretend_gpu::unlock_pages});
  }
};

}  // namespace

/// Host and device with little memory left.
class TestDeviceHostMemory : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { pretend_gpu::begin(); }
  void cleanup() { QCOMPARE(pretend_gpu::end(), std::vector<std::string>()); }

  void a_block_is_locked_only_beyond_the_reserve() {
    const PageLocks granted(true);
    const QTemporaryDir folder;
    QVERIFY(!locked(with_free(folder, 6)));  // less than a tenth of 64
    QVERIFY(locked(with_free(folder, 8)));
  }

  void refused_activations_take_ordinary_memory() {
    const auto pass = [](bool granted) {
      const PageLocks locks(granted);
      const auto store = std::make_shared<memory::ActivationStore>(pretend_gpu::device());
      std::vector<std::shared_ptr<memory::ActivationStore::Entry>> entries;
      for (int i = 0; i < 3; ++i)
        entries.push_back(store->put({torch::full({block}, i, torch::kUInt8).to(pretend_gpu::device())}));
      int64_t sum = 0;
      for (int i = 2; i >= 0; --i)
        sum = 10 * sum + entries[static_cast<size_t>(i)]->fetch()[0].max().item<int64_t>();
      return sum;
    };
    QCOMPARE(pass(true), int64_t{210});
    const int64_t before = pretend_gpu::counters().page_locked_bytes;
    QCOMPARE(pass(false), int64_t{210});
    QCOMPARE(pretend_gpu::counters().page_locked_bytes, before);
  }

  /// Libraries out of memory report the same as with a broken driver.
  void a_library_is_out_of_memory_only_on_a_full_card() {
    const auto code_of = [](const char* said) {
      try {
        tensor::with_torch_errors([&] { TORCH_CHECK(false, said); });
      } catch (const Error& error) {
        return QString::fromStdString(error.fault().code);
      }
      return QString();
    };
    pretend_gpu::begin({.memory_bytes = 64 * mib});
    tensor::accelerators();
    const std::array said{"CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`",
                          "GET was unable to find an engine to execute this computation"};
    for (const char* each : said) QCOMPARE(code_of(each), QString("engine.torch_failed"));
    const Tensor most =
        torch::empty({60 * mib}, torch::TensorOptions(torch::kUInt8).device(pretend_gpu::device()));
    for (const char* each : said) QCOMPARE(code_of(each), QString("engine.out_of_memory"));
  }

  /// No setting that saves device memory helps: another error than engine.out_of_memory.
  void a_full_host_has_an_error_of_its_own() {
    for (const Placement placement : {Placement::pinned, Placement::host}) {
      try {
        tensor::allocate({int64_t{1} << 50}, torch::kUInt8, pretend_gpu::device(), placement, Role::weights);
        QFAIL("was allocated");
      } catch (const Error& error) {
        QCOMPARE(QString::fromStdString(error.fault().code), QString("tensor.no_host_memory"));
        QVERIFY(error.fault().full_message().find("1.0 PiB needed") != std::string::npos);
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestDeviceHostMemory)
#include "test_device_host_memory.moc"
