// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/atomic_file.h"
#include "base/error.h"
#include "tensor/checkpoint.h"
#include "tensor/dry_run.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "tensor/save.h"

namespace {
using namespace fw::tensor;
using Path = std::filesystem::path;
}  // namespace

class TestTensor : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = Path(folder_->path().toStdString());
  }

  // Odd sizes around the chunk size of file reads and writes.
  void round_trip_in_every_dtype_data() {
    QTest::addColumn<int>("dtype");
    for (const auto dtype : {torch::kBool, torch::kUInt8, torch::kInt8, torch::kInt16, torch::kInt32,
                             torch::kInt64, torch::kFloat16, torch::kBFloat16, torch::kFloat32,
                             torch::kFloat64, torch::kFloat8_e4m3fn, torch::kFloat8_e5m2, torch::kUInt16}) {
      QTest::newRow(torch::toString(dtype)) << static_cast<int>(dtype);
    }
  }
  void round_trip_in_every_dtype() {
    QFETCH(int, dtype);
    const auto type = static_cast<torch::Dtype>(dtype);
    std::map<std::string, torch::Tensor> tensors;
    for (const int64_t size : {0, 1, 7, (1 << 18) - 1, (1 << 20) + 3}) {
      tensors["t" + std::to_string(size)] = (torch::randn({size}) * 3).to(type);
    }
    tensors["scalar"] = torch::ones({}).to(type);
    tensors["strided"] = (torch::randn({5, 6, 7}) * 3).to(type).permute({2, 0, 1});
    const Path path = root_ / "t.safetensors";
    save_tensors(path, tensors, {{"k", "v"}});
    const Checkpoint checkpoint = Checkpoint::open(path);
    QCOMPARE(checkpoint.names().size(), tensors.size());
    QCOMPARE(checkpoint.metadata().at("k"), std::string("v"));
    for (const auto& [name, want] : tensors) {
      QCOMPARE(checkpoint.dtype(name), type);
      const torch::Tensor got = checkpoint.load(name, type, torch::kCPU);
      QCOMPARE(got.sizes(), want.sizes());
      QVERIFY2(got.to(torch::kFloat64).equal(want.to(torch::kFloat64)), name.c_str());
      QVERIFY(got.is_contiguous());
    }
  }

  void conversion_equals_converting_the_whole_data() {
    QTest::addColumn<int>("stored");
    QTest::addColumn<int>("wanted");
    const auto row = [](torch::Dtype stored, torch::Dtype wanted) {
      QTest::addRow("%s to %s", torch::toString(stored), torch::toString(wanted))
          << static_cast<int>(stored) << static_cast<int>(wanted);
    };
    row(torch::kFloat32, torch::kBFloat16);
    row(torch::kFloat32, torch::kFloat16);
    row(torch::kBFloat16, torch::kFloat32);
    row(torch::kFloat16, torch::kBFloat16);
    row(torch::kFloat64, torch::kFloat32);
    row(torch::kInt64, torch::kFloat32);
    row(torch::kFloat8_e4m3fn, torch::kBFloat16);
  }
  void conversion_equals_converting_the_whole() {
    QFETCH(int, stored);
    QFETCH(int, wanted);
    const auto type = static_cast<torch::Dtype>(wanted);
    const torch::Tensor values =
        (torch::randn({3, (1 << 19) + 5}) * 50).to(static_cast<torch::Dtype>(stored));
    const Path path = root_ / "t.safetensors";
    save_tensors(path, {{"a", values}});
    const torch::Tensor got = Checkpoint::open(path).load("a", type, torch::kCPU);
    QCOMPARE(got.scalar_type(), type);
    QVERIFY(got.equal(values.to(type)));
  }

  void loaded_tensors_are_the_callers_own() {
    const Path path = root_ / "t.safetensors";
    save_tensors(path, {{"a", torch::ones({100000})}, {"b", torch::zeros({3})}});
    torch::Tensor first;
    torch::Tensor second;
    {
      const Checkpoint checkpoint = Checkpoint::open(path);
      first = checkpoint.load("a", torch::kFloat32, torch::kCPU);
      second = checkpoint.load("a", torch::kFloat32, torch::kCPU);
    }
    std::filesystem::remove(path);
    first.mul_(2);
    QCOMPARE(first.sum().item<float>(), 200000.0F);
    QCOMPARE(second.sum().item<float>(), 100000.0F);
  }

  // Files of other writers may have data at any byte.
  void data_may_be_unaligned() {
    const std::string header = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
    for (size_t padding = 0; padding < 8; ++padding) {
      const uint64_t length = header.size() + padding;
      std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
      const float values[2] = {1.5F, -2};
      bytes += header + std::string(padding, ' ');
      bytes.append(reinterpret_cast<const char*>(values), sizeof values);
      fw::write_file_atomically(root_ / "t.safetensors", bytes, fw::Existing::replace);
      const auto got = Checkpoint::open(root_ / "t.safetensors").load("a", torch::kFloat32, torch::kCPU);
      QVERIFY(got.equal(torch::tensor({1.5F, -2.0F})));
      QCOMPARE(reinterpret_cast<uintptr_t>(got.data_ptr()) % 4, uintptr_t{0});
    }
  }

  void meta_device_reads_nothing() {
    const Path path = root_ / "t.safetensors";
    save_tensors(path, {{"a", torch::ones({1000})}});
    const Checkpoint checkpoint = Checkpoint::open(path);
    std::filesystem::resize_file(path, 100);  // reading would fail now
    const torch::Tensor tensor = checkpoint.load("a", torch::kBFloat16, torch::kMeta, Placement::pinned);
    QVERIFY(tensor.is_meta());
    QCOMPARE(tensor.sizes(), torch::IntArrayRef({1000}));
    try {
      checkpoint.load("a", torch::kBFloat16, torch::kCPU);
      QFAIL("read a file that was cut");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("safetensors.read_failed"));
      QCOMPARE(error.fault().arguments.at("tensor"), std::string("a"));
    }
  }

  void role_and_phase_belong_to_scope_and_thread() {
    QCOMPARE(current_phase(), Phase::none);
    {
      const PhaseScope outer(Phase::denoising);
      const RoleScope role(Role::latents);
      {
        const PhaseScope inner(Phase::decoding);
        QCOMPARE(current_phase(), Phase::decoding);
      }
      QCOMPARE(current_phase(), Phase::denoising);
      QCOMPARE(current_role(), Role::latents);
      Phase other = Phase::denoising;
      std::thread([&] { other = current_phase(); }).join();
      QCOMPARE(other, Phase::none);
    }
    QCOMPARE(current_role(), Role::activation);
  }

  void memory_is_counted_by_placement_role_and_phase_data() {
    QTest::addColumn<bool>("dry");
    QTest::newRow("on the CPU") << false;
    QTest::newRow("dry") << true;
  }
  void memory_is_counted_by_placement_role_and_phase() {
    QFETCH(bool, dry);
    std::optional<DryRun> dry_run;
    if (dry) dry_run.emplace(torch::kCPU);
    const torch::Device device(dry ? torch::kMeta : torch::kCPU);
    torch::Tensor outlives, moment;
    {
      const MemoryCounter counter;
      const auto weights = allocate({1000}, torch::kFloat32, device, Placement::pinned, Role::weights);
      {
        const PhaseScope phase(Phase::forward);
        moment = torch::empty({300}, torch::TensorOptions(device));
        moment.reset();
        outlives = torch::empty({200}, torch::TensorOptions(device));
      }
      set_role(outlives, Role::gradient);
      QCOMPARE(counter.live(Placement::pinned).of(Role::weights), 4000);
      QCOMPARE(counter.live(Placement::device).of(Role::gradient), 800);
      QCOMPARE(counter.peak(Placement::device).total(), 1200);
      QCOMPARE(counter.peak(Placement::device, Phase::forward).of(Role::activation), 1200);
      QCOMPARE(counter.peak(Placement::device, Phase::backward).total(), 0);
      QCOMPARE(counter.peak_of_all().total(), 5200);
      std::thread([&] { torch::empty({5000}, torch::TensorOptions(device)); }).join();  // not this thread's
      QCOMPARE(counter.peak_of_all().total(), 5200);
      std::thread([&] { outlives.reset(); }).join();  // freed elsewhere, but this thread's
      QCOMPARE(counter.live(Placement::device).total(), 0);
      outlives = torch::empty({10}, torch::TensorOptions(device));
    }
    moment = torch::empty({1000}, torch::TensorOptions(device));  // not counted
    outlives.reset();
    QCOMPARE(current_placement(), Placement::device);
  }

  void mapped_weights_are_counted() {
    save_tensors(root_ / "t.safetensors", {{"a", torch::ones({1000})}});
    const MemoryCounter counter;
    auto a = Checkpoint::open(root_ / "t.safetensors").load("a", torch::kFloat32, torch::kCPU);
    QCOMPARE(counter.live(Placement::device).of(Role::weights), 4000);
    a.reset();
    QCOMPARE(counter.live(Placement::device).of(Role::weights), 0);
  }

  void a_dry_run_reads_nothing_back() {
    const auto generator = at::make_generator<at::CPUGeneratorImpl>(1);
    QVERIFY(draw_normal({3}, generator).is_cpu());
    const MemoryCounter counter;
    {
      const DryRun dry_run(torch::kCUDA);
      const auto x = torch::empty({100}, torch::TensorOptions(torch::kMeta));
      QVERIFY(computes_on_device(x));
      QCOMPARE(read_back(x.sum(), 2.5), 2.5);
      const auto host = to_host(x, torch::kFloat16);
      QCOMPARE(host.scalar_type(), torch::kFloat16);
      QCOMPARE(counter.live(Placement::device).total(), 512);  // as CUDA's allocator counts
      QCOMPARE(counter.live(Placement::host).total(), 200);
      const auto drawn = draw_normal({4}, generator);
      QVERIFY(drawn.is_cpu());
      QCOMPARE(counter.live(Placement::host).total(), 216);
    }
    QVERIFY(!DryRun::active());
    QCOMPARE(read_back(torch::ones({}), 2.5), 1.0);
  }

  void dtypes_by_name() {
    for (const char* text : {"fp32", "fp16", "bf16"}) {
      QCOMPARE(dtype_text(parse_dtype(text)), std::string_view(text));
    }
    QVERIFY_EXCEPTION_THROWN(parse_dtype("fp31"), fw::Error);
    QVERIFY_EXCEPTION_THROWN(save_tensors(root_ / "c", {{"a", torch::zeros({2}, torch::kComplexFloat)}}),
                             fw::Error);
    QVERIFY(std::filesystem::is_empty(root_));
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  Path root_;
};

QTEST_GUILESS_MAIN(TestTensor)
#include "test_tensor.moc"
