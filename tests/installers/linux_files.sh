#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Desktop file, metainfo and MIME type: valid, and correct for this project.
. "$(dirname -- "${BASH_SOURCE[0]}")/support.sh"

id=org.framewright.Framewright
linux=$project/installers/linux

check_desktop_file() {
    output=$(desktop-file-validate "$linux/$id.desktop" 2>&1) || fail "desktop-file-validate"
    [ -z "$output" ] || fail "desktop-file-validate has something to say"
    output=$(<"$linux/$id.desktop")
    expect_output "Exec=framewright %f"
    expect_output "Icon=$id"
    expect_output "MimeType=application/x-framewright-project;application/x-framewright-run;"
    expect_file "$project/resources/icons/$id.svg"
}

check_metainfo() {
    output=$(appstreamcli validate --no-net "$linux/$id.metainfo.xml" 2>&1) || fail "appstreamcli validate"
    expect_no_output "W:"
    local version
    version=$(sed -nE 's/^project\(framewright VERSION ([0-9.]+).*/\1/p' "$project/CMakeLists.txt")
    output=$(<"$linux/$id.metainfo.xml")
    expect_output "<release version=\"$version\""
    expect_output "<launchable type=\"desktop-id\">$id.desktop</launchable>"
}

check_mime_types() {
    mkdir -p mime/packages
    cp "$linux/$id.xml" mime/packages
    output=$(update-mime-database mime 2>&1) || fail "update-mime-database"
    output=$(<mime/globs)
    expect_output "application/x-framewright-project:*.framewright"
    expect_output "application/x-framewright-run:run.toml"
}

check_broken_files_are_found() {
    sed 's/^Type=.*//' "$linux/$id.desktop" >bad.desktop
    desktop-file-validate bad.desktop >/dev/null 2>&1 && fail "a desktop file without type is valid"
    sed 's/<id>.*//' "$linux/$id.metainfo.xml" >bad.metainfo.xml
    appstreamcli validate --no-net bad.metainfo.xml >/dev/null 2>&1 && fail "metainfo without id is valid"
    true
}

run_checks
