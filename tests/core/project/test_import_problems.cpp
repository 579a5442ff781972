// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "dataset_files.h"
#include "fixture.h"
#include "project/import.h"
#include "project/import_problems.h"
#include "project/project.h"
#include "test_clip.h"

using fw::project::Project;

/// Rejected files stay listed until they are fixed or dismissed.
class TestImportProblems : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  fs::path root_;
  std::optional<Project> project_;

  void import(const fs::path& path) {
    const fw::project::ImportReport report = import_clips(*project_, {&path, 1}, {});
    keep_import_problems(*project_, {&path, 1}, report.faults);
  }
  fs::path list() const { return root_ / "data" / "metadata.csv"; }

 private Q_SLOTS:
  void init() {
    project_.reset();
    root_ = folder_.path();
    fs::remove_all(root_);
    project_ = Project::create(root_ / "project");
    make_test_clip(root_ / "data" / "a.mp4", 1, 9);
    write(list(), "file_name,text\na.mp4,a ball\nb.mp4,not there\n,no name\n");
  }

  void bad_rows_of_a_list_stay() {
    import(list());
    auto problems = import_problems(*project_);
    QCOMPARE(problems.size(), size_t{2});
    QCOMPARE(problems[0].line + problems[1].line, int64_t{3 + 4});
    // Other imports leave them, including that of a single file.
    make_test_clip(root_ / "data" / "b.mp4", 2, 9);
    import(root_ / "data" / "b.mp4");
    QCOMPARE(import_problems(*project_).size(), size_t{2});
    // Reading the list again reports its current problems, also as part of a folder.
    write(list(), "file_name,text\na.mp4,a ball\nb.mp4,there\n,no name\n");
    import(root_ / "data");
    problems = import_problems(*project_);
    QCOMPARE(problems.size(), size_t{1});
    QCOMPARE(problems[0].line, int64_t{4});
    fs::remove(list());
    QVERIFY(import_problems(*project_).empty());
  }

  void dismissed_ones_are_forgotten() {
    import(list());
    const auto problems = import_problems(*project_);
    dismiss_import_problems(*project_, {&problems[0], 1});
    QCOMPARE(import_problems(*project_), (std::vector{problems[1]}));
    project_.reset();
    project_ = Project::open(root_ / "project");
    QCOMPARE(import_problems(*project_), (std::vector{problems[1]}));
    dismiss_import_problems(*project_, problems);
    QVERIFY(import_problems(*project_).empty());
  }
};

QTEST_GUILESS_MAIN(TestImportProblems)
#include "test_import_problems.moc"
