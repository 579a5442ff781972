// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <QtTest>

#include <fstream>
#include <sstream>

#include "cuda/part.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

using namespace fw;

namespace {

bool has_driver() {
  return ::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr;
}

std::string loaded_libraries() {
  std::ifstream file("/proc/self/maps");
  return (std::ostringstream() << file.rdbuf()).str();
}

}  // namespace

class TestCudaPart : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void without_a_driver_no_library_of_cuda_is_loaded() {
    if (has_driver()) QSKIP("this computer has an NVIDIA driver");
    QVERIFY(tensor::accelerators().empty());
    QCOMPARE(tensor::best_device().str(), "cpu");
    QVERIFY(cuda::part() == nullptr);
    const std::string libraries = loaded_libraries();
    QVERIFY(libraries.find("libtorch_cpu.so") != std::string::npos);
    for (const char* name : {"libtorch_cuda", "libcublas", "libcudnn", "libnccl", "libframewright-cuda"})
      QVERIFY2(libraries.find(name) == std::string::npos, name);
  }

  void with_a_driver_it_is_there_from_the_start() {
    if (!has_driver() || !cuda::is_installed()) QSKIP("no NVIDIA driver, or built without CUDA");
    cuda::check();
    QVERIFY(cuda::part() != nullptr);
    QVERIFY(!tensor::accelerators().empty());
  }

  void the_part_opens_anywhere() {
    if (!cuda::is_installed()) QSKIP("built without CUDA");
    std::string reason;
    const cuda::Part* const part = cuda::open_part(reason);
    QVERIFY2(part != nullptr, reason.c_str());
    const auto symbols = {reinterpret_cast<const void*>(part->properties),
                          reinterpret_cast<const void*>(part->lock_pages),
                          reinterpret_cast<const void*>(part->unlock_pages),
                          reinterpret_cast<const void*>(part->adam),
                          reinterpret_cast<const void*>(part->dequantise),
                          reinterpret_cast<const void*>(part->make_nccl),
                          reinterpret_cast<const void*>(part->recent_nccl_calls),
                          reinterpret_cast<const void*>(std::get<0>(part->norms)),
                          reinterpret_cast<const void*>(std::get<4>(part->norms)),
                          reinterpret_cast<const void*>(std::get<0>(part->activations)),
                          reinterpret_cast<const void*>(std::get<1>(part->activations))};
    for (const void* symbol : symbols) QVERIFY(symbol != nullptr);
    if (has_driver()) return;
    // Without a card each reports that to the caller.
    cuda::CardProperties properties;
    QVERIFY(!part->properties(0, properties));
    std::vector<char> page(4096);
    QVERIFY_THROWS_EXCEPTION(c10::Error, part->lock_pages(page.data(), page.size(), 0));
    float weight = 1, gradient = 1, mean = 0, square = 0;
    kernels::AdamTensors tensors;
    tensors.count = 1;
    tensors.weight = &weight;
    tensors.gradient = &gradient;
    tensors.exp_avg = &mean;
    tensors.exp_avg_sq = &square;
    QVERIFY_THROWS_EXCEPTION(c10::Error, part->adam(tensors, {}, 0));
    QCOMPARE(weight, 1.0f);
  }

  void a_part_of_another_version_is_refused() {
    if (!cuda::is_installed()) QSKIP("built without CUDA");
    std::string reason;
    QVERIFY(cuda::open_part(reason) != nullptr);
    void* const library = ::dlopen(FW_BUILD_FOLDER "/lib/libframewright-cuda.so", RTLD_NOW | RTLD_LOCAL);
    QVERIFY2(library != nullptr, ::dlerror());
    auto* const part_of = reinterpret_cast<cuda::PartOf*>(::dlsym(library, cuda::part_symbol));
    QVERIFY(part_of != nullptr);
    QVERIFY(part_of(sizeof(cuda::Part)) != nullptr);
    QVERIFY(part_of(sizeof(cuda::Part) - sizeof(void*)) == nullptr);
  }
};

QTEST_GUILESS_MAIN(TestCudaPart)
#include "test_cuda_part.moc"
