#!/usr/bin/env bash
# golden.sh
#
# Runs the scenarios, writes what each makes the bot write down and say into test/golden, and shows what is different from
# the record that is committed. Ends with 1 where anything is: whoever moves code finds the cause, whoever changes a
# message commits the new record with it.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Those that send at random, start processes, drive a clock or cut the bot off, and those where the service's deliveries race the bot's own reads: how far it comes is another matter in each run.
others='{accounts,admin-command-line,authorization,backup,dead-database,doctor-command,failures,fuzz,held-access,languages,lying-service,lying-slack,lying-slack-answers,lying-tenant,lying-webhooks,no-call-before-the-row,person-limits,process,profile-items,reminding,socket-mode,step-deadline,webhooks}'

rm -f test/golden/*.txt
GOLDEN=test/golden vitest run --maxWorkers=2 test/scenario --exclude "test/scenario/$others.test.ts"
# Also those that are new.
git add --intent-to-add test/golden
git diff --exit-code -- test/golden
