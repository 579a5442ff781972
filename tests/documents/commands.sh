#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# commands.sh SOURCE FRAMEWRIGHT-CLI: checks that every command in a document or in one of the program's messages exists, with its
# options. tests/app/test_help_commands.cpp runs the commands of the models' pages as written, tests/app/test_run_encoding.cpp
# those of the messages about the cache.
set -uo pipefail
source=$1 program=$2
cd "$source" || exit 1
bad=0
declare -A helps

complain() {
    echo "$1"
    bad=$((bad + 1))
}

# get_help <word>…: puts the help of the command with these words into `help`.
get_help() {
    local key="help $*"
    [ -n "${helps[$key]:-}" ] || helps[$key]=$("$program" "$@" --help 2>&1)
    help=${helps[$key]}
}

# has_command <help> <word>: whether the help lists the command.
has_command() { sed -n '/^Subcommands:/,$p' <<<"$1" | grep -qE "^  $2( |$)"; }

# check_program <place> <word>…
check_program() {
    local place=$1 help word path=() options
    shift
    get_help
    options=$help
    while [ $# -gt 0 ] && [[ $1 != -* ]] && has_command "$help" "$1"; do
        path+=("$1")
        get_help "${path[@]}"
        shift
    done
    [ ${#path[@]} -gt 0 ] || [[ ${1:-} == --help || ${1:-} == --version ]] ||
        complain "$place: framewright-cli has no command ${1:-}"
    ! grep -q '^Subcommands:' <<<"$help" || [ ${#path[@]} = 0 ] || [[ ${1:-} == --help ]] ||
        complain "$place: framewright-cli ${path[*]} has no command ${1:-}"
    options+=$help
    for word in "$@"; do
        [ "$word" != -- ] || break  # what follows is another command's
        [[ $word == --[a-z]* ]] || continue
        grep -qE -- "(^|[ ,])${word%%=*}([ ,]|$)" <<<"$options" || complain "$place: framewright-cli ${path[*]} knows no ${word%%=*}"
    done
}

# check_script <place> <script> <word>…
check_script() {
    local place=$1 script=$2 word
    shift 2
    [ -x "$script" ] || { complain "$place: there is no $script"; return; }
    for word in "$@"; do
        case $word in
            --headless) shift; check_program "$place" "${@}"; return ;;
            --*) grep -qE -- "^ *$word\b|$word \|" "$script" || complain "$place: $script knows no $word" ;;
        esac
        shift
    done
}

# check_line <place> <command>: a command line as a shell would parse it.
check_line() {
    local words
    # Quotes keep words together; other shell syntax does not matter here.
    mapfile -t words < <(xargs -n 1 printf '%s\n' <<<"$2" 2>/dev/null)
    case ${words[0]:-} in
        framewright-cli) check_program "$1" "${words[@]:1}" ;;
        installers/*.sh) check_script "$1" "${words[0]}" "${words[@]:1}" ;;
    esac
}

count=0
while read -r document; do
    number=0 in_block='' command=''
    while IFS= read -r line; do
        number=$((number + 1))
        case $line in
            *'```sh'*) in_block=yes; continue ;;
            *'```'*) in_block=''; continue ;;
        esac
        [ -n "$in_block" ] || continue
        line=${line%% \#*}  # a comment
        command+=${line%\\}
        [[ $line != *\\ ]] || continue
        command=${command#"${command%%[![:space:]]*}"}
        check_line "$document:$number" "$command"
        [ -z "$command" ] || count=$((count + 1))
        command=''
    done <"$document"
done < <(git -c safe.directory='*' ls-files '*.md' 2>/dev/null || find . -name '*.md' -not -path './build/*')
[ $count -gt 80 ] || complain "only $count commands were found"

# In a message, the command ends at the closing quote or at the end of the sentence.
messages=0
while IFS= read -r command; do
    check_line "A message" "$(sed -E 's/[`”].*//; s/[.,:;]( .*)?$//' <<<"$command")"
    messages=$((messages + 1))
done < <(grep '<source>' translations/framewright_de.ts | grep -oP 'framewright-cli ((?!framewright-cli)[^<])*')
[ $messages -gt 10 ] || complain "only $messages commands were found in messages"
[ $bad = 0 ] || exit 1
echo "$count commands"
