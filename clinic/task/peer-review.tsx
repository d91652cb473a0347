import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { isApiError } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { QueryContent, Section } from "#clinic/ui/page.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { recordPath, taskPath } from "#clinic/work/record-path.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { logCalls } from "#contract/care/log.ts";
import { type PeerOutcome, peerOutcomes, peerReviewCalls, type ReviewedDecision } from "#contract/care/peer-review.ts";
import { taskCalls } from "#contract/care/tasks.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { permits } from "#contract/policy/policy.ts";
import css from "./task-page.module.css";

const outcomeLabels: Readonly<Record<PeerOutcome, string>> = {
  agrees: "I agree",
  remark: "I agree, with a remark",
  concern: "I have a concern",
};
const answerLabels: Readonly<Record<PeerOutcome, string>> = {
  agrees: "Agrees",
  remark: "Agrees, with a remark",
  concern: "Has a concern",
};

/** The kind of entry that asks to read a month's sample. */
export const peerReviewKind = "peer_review";

export function usePeerReview(taskId: string, enabled: boolean) {
  const mayRead = permits(usePermissions(), peerReviewCalls.peerReview.access.needs);
  return useQuery({
    ...queryOf(peerReviewCalls.peerReview, { params: { id: taskId } }),
    enabled: enabled && mayRead,
  });
}

/** Who can be given it: whoever prescribes but who decided, the caller first. */
export function readersOf(
  who: Output<typeof taskCalls.whoIsAsked>["items"],
  { memberId, deciderId }: { memberId: string; deciderId: string | null },
): readonly { value: string; label: string }[] {
  return who
    .filter(({ kinds }) => kinds.includes("prepared"))
    .flatMap(({ role, people }) =>
      people
        .filter(({ memberid }) => memberid !== deciderId)
        .toSorted((one, other) => Number(other.memberid === memberId) - Number(one.memberid === memberId))
        .map(({ memberid, name }) => ({
          value: `${role} ${memberid}`,
          label: memberid === memberId ? "Myself" : name,
        })),
    );
}

/** A month's sample of a prescriber's decisions: what was decided and why, and another prescriber's answer to each. The task ends with the last. */
export function PeerReview({ taskId }: { taskId: string }) {
  const mayRead = permits(usePermissions(), peerReviewCalls.peerReview.access.needs);
  const review = usePeerReview(taskId, true);
  if (!mayRead) return null;
  // Whoever it doesn't wait for can still give it to themself.
  if (isApiError(review.error) && review.error.code === "wrong_state")
    return <Alert tone="info">{review.error.message}</Alert>;
  return (
    <QueryContent query={review} rows={6}>
      {({ items, own }) => (
        <>
          {items.map((decision, index) => (
            <Decision
              key={decision.id}
              decision={decision}
              place={items.length > 1 ? `${index + 1} of ${items.length}` : null}
              own={own}
              taskId={taskId}
            />
          ))}
        </>
      )}
    </QueryContent>
  );
}

function Decision({
  decision: { id, patientid, patientname, note, overrides, judged },
  place,
  own,
  taskId,
}: {
  decision: ReviewedDecision;
  place: string | null;
  own: boolean;
  taskId: string;
}) {
  const name = patientname ?? "a patient without a name";
  return (
    <Section
      title={[place, note.title, name].filter(Boolean).join(" · ")}
      actions={<a href={recordPath(patientid)}>Whole record</a>}
    >
      <Stack gap={3}>
        <p className={css["quiet"]}>
          {note.signedby} · {practiceDayAndTime(note.signedat)}
        </p>
        {note.text === null ? (
          <p>The note was withdrawn as entered in error. What was decided is in the record.</p>
        ) : (
          <p className={css["quote"]}>{note.text}</p>
        )}
        {note.addenda.map(
          (addendum) =>
            addendum.text !== null && (
              <p key={addendum.id} className={css["quote"]}>
                Added by {addendum.signedby}, {practiceDayAndTime(addendum.signedat)}: {addendum.text}
              </p>
            ),
        )}
        {overrides.map(({ rules, unanswered, reason }, index) => (
          <Alert key={index} tone="warning" title="Decided in spite of">
            {[...rules.map(({ text }) => text), ...unanswered.map((question) => `No answer: ${question}`)].join(" · ")}
            {`. Why: “${reason}”`}
          </Alert>
        ))}
        {judged ? (
          <p>
            <StatusBadge tone={judged.outcome === "concern" ? "warning" : "success"}>
              {answerLabels[judged.outcome]}
            </StatusBadge>{" "}
            {judged.words !== null && `“${judged.words}” · `}
            {judged.name}, {practiceDayAndTime(judged.at)}
            {judged.questionid !== null && (
              <>
                {" · "}
                <a href={taskPath(judged.questionid)}>The question</a>
              </>
            )}
          </p>
        ) : own ? (
          <p className={css["quiet"]}>You decided this: another prescriber reads it.</p>
        ) : (
          <Answer id={id} about={`${note.title}, ${name}`} taskId={taskId} />
        )}
      </Stack>
    </Section>
  );
}

/** The answer to one: agreeing takes no words. */
function Answer({ id, about, taskId }: { id: string; about: string; taskId: string }) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [outcome, setOutcome] = useState<PeerOutcome | "">("");
  const [words, setWords] = useState("");
  const [isTried, setTried] = useState(false);
  const act = useAct();
  const takesWords = outcome === "remark" || outcome === "concern";
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (outcome === "" || (takesWords && words.trim() === "")) return focusFirstInvalid(form.current);
    await act.send(
      { params: { id }, body: { outcome, ...(takesWords && { words: words.trim() }) } },
      (input) => call(peerReviewCalls.judgeDecision, input),
      (review) => {
        cache.setQueryData(queryKey(peerReviewCalls.peerReview, { params: { id: taskId } }), review);
        for (const changed of [
          ["inbox"],
          queryKey(taskCalls.task),
          queryKey(taskCalls.tasksAsked),
          queryKey(logCalls.log),
        ])
          void cache.invalidateQueries({ queryKey: changed });
      },
    );
  }
  return (
    <form ref={form} noValidate aria-label={`Your answer: ${about}`} onSubmit={(event) => void submit(event)}>
      <Stack gap={3}>
        <Select
          label="Your answer"
          placeholder="Choose"
          options={peerOutcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
          value={outcome}
          error={(isTried && outcome === "" ? "Choose your answer." : undefined) ?? act.fieldError("outcome")}
          onChange={({ target }) => setOutcome(target.value as PeerOutcome | "")}
        />
        {takesWords && (
          <Textarea
            label={outcome === "concern" ? "Your concern" : "Your remark"}
            hint={
              outcome === "concern"
                ? "Who decided is asked this. Administrators learn that there’s a concern, without these words."
                : "Who decided reads it here."
            }
            rows={3}
            value={words}
            error={
              (isTried && words.trim() === "" ? "Say it in a sentence or two." : undefined) ?? act.fieldError("words")
            }
            onChange={({ target }) => setWords(target.value)}
          />
        )}
        <FailureNotice act={act} fields={takesWords ? ["outcome", "words"] : ["outcome"]} />
        <div>
          <Button type="submit" busy={act.sending} busyLabel="Saving">
            Save
          </Button>
        </div>
      </Stack>
    </form>
  );
}
