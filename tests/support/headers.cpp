// SPDX-License-Identifier: Apache-2.0
// A target of precompiled headers needs one source file.
