import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { QueryContent, Section } from "#clinic/ui/page.tsx";
import { Choices, focusChoices } from "#clinic/ui/choices.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { GoesOn, PairMerge, RecordMerge } from "#contract/care/merges.ts";
import type { PersonPair } from "#contract/care/pairs.ts";
import type { PairClaim } from "./judge-pair.tsx";
import { endingName, EndingSubscriptions } from "./ending-subscriptions.tsx";
import { mergeStatusLabels } from "./pair-labels.ts";
import css from "./pair-page.module.css";

interface Props {
  readonly pair: PersonPair;
  /** Left out for who may only look. */
  readonly claim?: PairClaim | undefined;
}

interface ActProps extends Props {
  readonly claim: PairClaim;
}

/** Whether two records of one person can become one account, how far that has come, and what somebody can do about it. */
export function MergeAccounts({ pair, claim }: Props) {
  const read = useQuery(queryOf(care.pairMerge, { params: { id: pair.id } }));
  // Of two people there is nothing to ask.
  if (pair.verdict !== "same" && !read.data?.merge) return null;
  return (
    <Section
      title="One account instead of two"
      actions={
        read.data?.merge && (
          <StatusBadge tone={mergeStatusLabels[read.data.merge.status].tone}>
            {mergeStatusLabels[read.data.merge.status].label}
          </StatusBadge>
        )
      }
    >
      <QueryContent query={read} rows={4}>
        {(data) => <Merge pair={pair} data={data} claim={claim} />}
      </QueryContent>
    </Section>
  );
}

/** Which of the two it is, within a sentence. */
const recordName = ({ records }: PersonPair, id: string): string =>
  records[0]?.patient.id === id ? "the first record" : "the second record";

function Merge({ pair, data, claim }: Props & { data: PairMerge }) {
  const { merge } = data;
  const acts = claim && merge?.status === "asked" && <Withdraw pair={pair} claim={claim} />;
  const undoes = claim && merge?.status === "merged" && merge.undorefusal === null && (
    <Undo pair={pair} claim={claim} hasCanceled={merge.subscriptions.length > 0} />
  );
  return (
    <Stack gap={4}>
      {merge && <Progress pair={pair} merge={merge} />}
      {acts}
      {undoes}
      {claim && pair.verdict === "same" && merge?.status !== "asked" && merge?.status !== "merged" && (
        <Ask pair={pair} data={data} claim={claim} />
      )}
    </Stack>
  );
}

function Progress({ pair, merge }: { pair: PersonPair; merge: RecordMerge }) {
  const { status, survivingid, retiredid, asked, confirmed, openuntil, signinof, mergedat, undountil, undone } = merge;
  const agreed = (id: string) => (confirmed.includes(id) ? "agreed" : "no answer yet");
  return (
    <>
      <p>
        {asked.name ?? "Your system"} asked on {practiceDayAndTime(asked.at)} to keep the account of{" "}
        {recordName(pair, survivingid)} and close the account of {recordName(pair, retiredid)} closes.
      </p>
      {status === "asked" && (
        <p>
          Email of {recordName(pair, survivingid)}: {agreed(survivingid)}. Email of {recordName(pair, retiredid)}:{" "}
          {agreed(retiredid)}. The links work until {practiceDayAndTime(openuntil)}.
        </p>
      )}
      {merge.subscriptions.length > 0 && (
        <ul>
          {merge.subscriptions.map(({ subscriptionid, medicine, goeson }) => (
            <li key={subscriptionid}>
              {endingName(medicine)}: canceled with the account of {recordName(pair, retiredid)};{" "}
              {goeson === "surviving"
                ? "the one in the other account continues."
                : "a physician sees to how it continues."}
            </li>
          ))}
        </ul>
      )}
      {mergedat !== null && signinof !== null && (
        <p>
          One account since {practiceDayAndTime(mergedat)}. The patient logs in with the email and password of{" "}
          {recordName(pair, signinof)}. Everything in {recordName(pair, retiredid)} stays there.
        </p>
      )}
      {status === "merged" && (
        <p className={css["quiet"]}>
          {merge.undorefusal === null
            ? `It can be undone until ${undountil === null ? "" : formatDay(undountil)}, unless something is ordered or charged.`
            : `It can’t be undone. ${merge.undorefusal}`}
        </p>
      )}
      {undone && (
        <>
          <p>
            {undone.name ?? "Your system"} undid it on {practiceDayAndTime(undone.at)}.
          </p>
          <p className={css["quote"]}>{undone.reason}</p>
        </>
      )}
    </>
  );
}

/** One act on the merge, after which everything that shows it is read again. */
function useMergeAct(pair: PersonPair, claim: PairClaim) {
  const cache = useQueryClient();
  const readAgain = () => {
    for (const of of [care.pairMerge, care.pair, care.patient])
      void cache.invalidateQueries({ queryKey: queryKey(of) });
  };
  const act = useAct({ claim, onFailure: readAgain });
  const done = (data: PairMerge) => {
    cache.setQueryData(queryKey(care.pairMerge, { params: { id: pair.id } }), data);
    readAgain();
  };
  return { act, done, isTaken: claim.status === "taken" };
}

/** Chooses whose account goes on, of those it can be asked for, and asks the patient. */
function Ask({ pair, data, claim }: ActProps & { data: PairMerge }) {
  const name = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [answers, setAnswers] = useState<Readonly<Record<string, GoesOn>>>({});
  const { act, done, isTaken } = useMergeAct(pair, claim);
  const ending = data.choices.find(({ survivingid }) => survivingid === chosen)?.subscriptions ?? [];
  // What the other account doesn't have is no question.
  const answered = ending.flatMap(({ subscriptionid, surviving }) => {
    const goeson = surviving === null ? "retired" : answers[subscriptionid];
    return goeson === undefined ? [] : [{ subscriptionid, goeson }];
  });
  const isPossible = data.choices.some(({ refusals }) => refusals.length === 0);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const open = ending.find(({ subscriptionid }) => answered.every((each) => each.subscriptionid !== subscriptionid));
    setMissing(chosen === null || open !== undefined);
    if (chosen === null) return focusChoices(name);
    if (open !== undefined) return focusChoices(open.subscriptionid);
    await act.send(
      {
        params: { id: pair.id },
        body: { survivingid: chosen, ...(answered.length > 0 && { subscriptions: answered }) },
      },
      (input) => call(care.askMerge, input),
      done,
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={4}>
        <p className={css["quiet"]}>
          We mail a link to both addresses. Nothing changes before the patient has agreed at each of them.
        </p>
        <Choices
          name={name}
          legend="Which account does the patient keep?"
          choices={data.choices.map(({ survivingid, refusals }) =>
            refusals.length === 0
              ? { value: survivingid, label: `The account of ${recordName(pair, survivingid)}` }
              : {
                  ...{ value: survivingid, isPossible: false },
                  label: `The account of ${recordName(pair, survivingid)}: not possible now`,
                  effect: (
                    <ul>
                      {refusals.map((each) => (
                        <li key={each}>{each}</li>
                      ))}
                    </ul>
                  ),
                },
          )}
          chosen={chosen}
          isMissing={isMissing && chosen === null}
          onChoose={setChosen}
        />
        <EndingSubscriptions
          ending={ending}
          answers={answers}
          isMissing={isMissing}
          onAnswer={(id, goeson) => setAnswers((before) => ({ ...before, [id]: goeson }))}
        />
        <FailureNotice act={act} again="Press again: the patient is never asked twice." fields={[]} />
        {isPossible && (
          <div>
            <Button type="submit" busy={act.sending} busyLabel="Asking" disabled={isTaken}>
              Ask the patient
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}

function Withdraw({ pair, claim }: ActProps) {
  const { act, done, isTaken } = useMergeAct(pair, claim);
  const press = () => act.send({ params: { id: pair.id } }, (input) => call(care.withdrawMerge, input), done);
  return (
    <Stack gap={3}>
      <FailureNotice act={act} again="Press again: it’s never withdrawn twice." fields={[]} />
      <div>
        <Button
          variant="secondary"
          busy={act.sending}
          busyLabel="Withdrawing"
          disabled={isTaken}
          onClick={() => void press()}
        >
          Withdraw the question
        </Button>
      </div>
    </Stack>
  );
}

/** Why it is undone, and undoing it. */
function Undo({ pair, claim, hasCanceled }: ActProps & { hasCanceled: boolean }) {
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { act, done, isTaken } = useMergeAct(pair, claim);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason.trim() === "");
    if (reason.trim() === "") return;
    await act.send(
      { params: { id: pair.id }, body: { reason: reason.trim() } },
      (input) => call(care.undoMerge, input),
      (data) => {
        setReason("");
        done(data);
      },
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={4}>
        <CountedTextarea
          label="Why do you undo it?"
          hint={`For the practice only. The closed account opens again, and both addresses are told.${
            hasCanceled
              ? " Its subscriptions stay canceled: only the patient can start them again, and physicians get a task."
              : ""
          }`}
          rows={3}
          limit={2000}
          value={reason}
          error={isMissing ? "Please write why." : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <FailureNotice act={act} again="Press again: it’s never undone twice." fields={["reason"]} />
        <div>
          <Button type="submit" variant="secondary" busy={act.sending} busyLabel="Undoing" disabled={isTaken}>
            Undo it
          </Button>
        </div>
      </Stack>
    </form>
  );
}
