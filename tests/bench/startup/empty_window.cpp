// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QMainWindow>
#include <cstdio>
#include <ctime>

/// The minimum of any Qt Widgets program: an empty main window.
class EmptyWindow : public QMainWindow {
 protected:
  void paintEvent(QPaintEvent* event) override {
    QMainWindow::paintEvent(event);
    QMetaObject::invokeMethod(
        this,
        [] {
          timespec now{};
          ::clock_gettime(CLOCK_MONOTONIC, &now);
          std::printf("first paint %lld\n", static_cast<long long>(now.tv_sec) * 1'000'000'000 + now.tv_nsec);
          std::fflush(stdout);
        },
        Qt::QueuedConnection);
  }
};

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  EmptyWindow window;
  window.resize(1280, 800);
  window.show();
  return QApplication::exec();
}
