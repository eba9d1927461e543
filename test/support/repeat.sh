#!/usr/bin/env bash
# repeat.sh TIMES BUSY [FILE...]
#
# Runs these test files, or the whole suite, TIMES times while BUSY processes beside them keep the processors busy: a test
# that fails now and then on such a machine fails for a newcomer, too. Prints the tests that failed with how often, and
# ends with 1 if any did. What the runs printed stays in a temporary folder.
#
#   test/support/repeat.sh 5 4
#   test/support/repeat.sh 100 4 test/contract/queue/job-queue.test.ts
set -u

if [ $# -lt 2 ]; then
  sed -n '2,9p' "$0" >&2
  exit 2
fi
times=$1
busy=$2
shift 2

cd "$(dirname "$0")/../.." || exit 2
# As npm does it: the Node that the repository brings comes first.
export PATH="$PWD/node_modules/.bin:$PATH"
logs=$(mktemp -d)
# Ids of what this script has started: nothing else is ended.
started=()
end_started() { [ ${#started[@]} -eq 0 ] || kill "${started[@]}" 2>/dev/null; }
trap end_started EXIT
trap 'exit 130' INT TERM
for ((count = 0; count < busy; count += 1)); do
  (while :; do :; done) &
  started+=($!)
done

failed=0
for ((run = 1; run <= times; run += 1)); do
  NO_COLOR=1 vitest run "$@" >"$logs/$run.log" 2>&1 &
  started[busy]=$!
  # Not in the foreground: a signal would wait for its end.
  wait "${started[busy]}" || failed=$((failed + 1))
  unset 'started[busy]'
  echo "run $run of $times, $failed failed" >&2
done

echo "$times runs, $failed failed; their output is in $logs"
cat "$logs"/*.log | grep -E '^ *(FAIL|Error:) ' | sort | uniq -c | sort -rn
[ "$failed" -eq 0 ]
