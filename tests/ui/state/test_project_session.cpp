// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "project/clips.h"
