#!/usr/bin/env bash
# golden.sh
#
# Runs the scenarios, writes what each makes the bot write down and say into test/golden, and shows what is different from
# the record that is committed. Ends with 1 where anything is: whoever moves code finds the cause, whoever changes a
# message commits the new record with it.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Those that send at random, start processes, drive a clock or cut the bot off, and those where the service's deliveries race the bot's own reads: how far it comes is another matter in each run.
# set-back: its bot is a process of its own, and only a world of the tests (BotWorld) is recorded.
# webhooks: a delivery comes before or after the message that the request is with its reviewers, which then names them or does not; and of a set-up that is done, either the act or the end is told first.
# locked-trail: what jobs have done when the lock comes is another matter in each run.
# transactions: it runs by the real clock, and access that ends after somebody's working hours is announced at once.
# companies, first-start, forgotten-person, stopping: processes, or a bot that is cut off.
# extras, extras-alone: the bot runs with none or one of them; with webhooks, a delivery comes before or after the message, as above.
# newcomer, silent-tenant: two runs differed; they click until the card stays the same, or race a delivery.
# lying-webhooks: each task is closed as soon as its delivery is kept, which is before or after its card is posted and opened.
others='{accounts,admin-command-line,authorization,set-back,companies,dead-database,doctor-command,extras,extras-alone,failures,first-start,forgotten-person,fuzz,languages,locked-trail,lying-service,lying-slack,lying-slack-answers,lying-tenant,lying-webhooks,newcomer,no-call-before-the-row,person-limits,process,setup-command-line,silent-tenant,socket-mode,stopping,transactions,webhooks}'

rm -f test/golden/*.txt
GOLDEN=test/golden vitest run --maxWorkers=2 test/scenario --exclude "test/scenario/$others.test.ts"
# Also those that are new.
git add --intent-to-add test/golden
git diff --exit-code -- test/golden
