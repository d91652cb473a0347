import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { NoAnswer } from "#clinic/ui/dialogs/no-answer.tsx";
import { Loaded } from "#clinic/ui/page.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { HeldNotice } from "#clinic/work/held-notice.tsx";
import { sendProblem } from "#clinic/work/send-problem.ts";
import { useHold } from "#clinic/work/use-claims.ts";
import { joinParagraphs } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/use-draft.ts";
import { practiceDayAndTime } from "#clinic/ui/words/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import type { FollowupResult } from "#contract/care/followups.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import recordCss from "../record-page.module.css";
import { closedText, closeLabel, hasEmergency } from "./review.ts";
import { ReviewAnswers } from "./review-answers.tsx";
import css from "./reviews.module.css";

/** One review with its answers; one that isn't closed is held by whoever has it open, and can be closed here. */
export function OpenReview({ id, record }: { id: string; record: PatientRecord }) {
  const [done, setDone] = useState<Done | null>(null);
  const said = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (done) said.current?.focus();
  }, [done]);
  // What is looked at stays as it is until somebody closes it: it's read again then.
  const review = useQuery({ ...queryOf(care.followupResult, { params: { id } }), staleTime: Number.POSITIVE_INFINITY });
  const written = useDraft({ kind: "followup", id }, joinParagraphs);
  const conversation = record.conversations?.find(({ kind }) => kind === "doctor");
  return (
    <div className={css["open"]}>
      <Loaded query={review} rows={4}>
        {(data) =>
          data.patient.id === record.id ? (
            <>
              <ReviewAnswers review={data} />
              <output ref={said} tabIndex={-1} className={recordCss["quiet"]}>
                {done?.text}
              </output>
              {data.closedat === null ? (
                <CloseReview review={data} written={written} conversationId={conversation?.id} onDone={setDone} />
              ) : (
                <Closed
                  written={written}
                  closedat={data.closedat}
                  conversationId={conversation?.id}
                  own={done?.own === true}
                />
              )}
            </>
          ) : (
            <p>This is another patient’s review. Open it from the inbox.</p>
          )
        }
      </Loaded>
    </div>
  );
}

/** What became of it. `own`: this person closed it. */
interface Done {
  readonly text: string;
  readonly own: boolean;
}

interface Parts {
  /** The note as it's kept. */
  readonly written: ReturnType<typeof useDraft>;
  readonly conversationId: string | undefined;
}

/** A closed review. A note that is still a draft was written before somebody else closed it, or its answer was lost: only the conversation knows. */
function Closed({
  written: { draft, state },
  closedat,
  conversationId,
  own,
}: Parts & { closedat: string; own: boolean }) {
  return (
    <>
      {!own && <p className={recordCss["quiet"]}>Read and closed {practiceDayAndTime(closedat)}.</p>}
      {!own && state.text.trim() !== "" && (
        <Alert
          tone="warning"
          title="This review is closed, and you wrote a note"
          actions={
            <Button variant="secondary" onClick={() => void draft.drop()}>
              Discard my note
            </Button>
          }
        >
          <p>
            Look in <ConversationLink id={conversationId} /> whether the patient has it, or what a colleague wrote. Your
            note was:
          </p>
          <p className={recordCss["written"]}>{state.text}</p>
        </Alert>
      )}
    </>
  );
}

const ConversationLink = ({ id }: { id: string | undefined }) =>
  id === undefined ? "the conversation" : <a href={`/clinic/conversation/${id}`}>the conversation</a>;

function CloseReview({
  review,
  written: { draft, state: kept },
  conversationId,
  onDone,
}: Parts & { review: FollowupResult; onDone: (done: Done) => void }) {
  const cache = useQueryClient();
  const { id, patient } = review;
  const params = { id };
  const { hold, state: held } = useHold({ kind: "followup", id }, true);
  const { send, sending, failure, forget, fieldError } = useSend();
  const [changed, setChanged] = useState(false);
  const problem = failure === null ? null : sendProblem(failure);
  const show = (read: FollowupResult) => cache.setQueryData(queryKey(care.followupResult, { params }), read);

  function close() {
    const note = draft.get().text.trim();
    const body = { ...(note !== "" && { note }), revision: review.revision };
    setChanged(false);
    return send(body, async (key) => {
      try {
        const closed = await call(care.closeFollowup, { params, body }, { key });
        await draft.drop();
        onDone({ text: closedText(patient.firstname, note), own: true });
        show(closed);
        refreshAfterwards();
      } catch (error) {
        const found = sendProblem(error);
        if (found.kind === "claimed") hold.lost(found.holder);
        const now = found.kind === "outdated" ? await call(care.followupResult, { params }) : null;
        if (now && (now.closedat !== null || now.revision !== review.revision)) return seeAgain(now);
        throw error;
      }
    });
  }
  function seeAgain(now: FollowupResult) {
    show(now);
    if (now.closedat === null) return setChanged(true);
    onDone({ text: "Somebody else closed it first. You sent nothing.", own: false });
    refreshAfterwards();
  }
  function refreshAfterwards() {
    for (const key of [["inbox"], queryKey(care.messages), queryKey(care.patient), queryKey(care.conversation)])
      void cache.invalidateQueries({ queryKey: key });
  }

  return (
    <>
      <HeldNotice hold={held} onTakeOver={() => void hold.takeOver().then(forget)}>
        {kept.text === "" ? "You can read along." : "What you wrote stays here."}
      </HeldNotice>
      <Textarea
        label="Note to the patient"
        mark="optional"
        hint={
          hasEmergency(review)
            ? "Sent as a message from the doctor. Closing it also acknowledges the emergency."
            : "Sent as a message from the doctor. Without one, they aren’t told that it was read."
        }
        rows={3}
        maxLength={2000}
        value={kept.text}
        error={fieldError("note")}
        onChange={({ target }) => draft.write(target.value)}
      />
      {changed && (
        <Alert tone="warning" title="The patient answered more since you opened it">
          You see it now. Nothing was closed or sent, and what you wrote is kept.
        </Alert>
      )}
      {problem?.kind === "unclear" && (
        <NoAnswer>Press again: it’s closed once, and the patient gets your note once.</NoAnswer>
      )}
      {(problem?.kind === "refused" || problem?.kind === "outdated") && fieldError("note") === undefined && (
        <Alert tone="warning" title="Nothing was closed">
          {problem.message}
        </Alert>
      )}
      {held.status !== "theirs" && (
        <Cluster gap={3}>
          <Button busy={sending} busyLabel="Closing" disabled={!kept.loaded} onClick={() => void close()}>
            {closeLabel(kept.text)}
          </Button>
          <span className={recordCss["quiet"]}>
            Anything else is said in <ConversationLink id={conversationId} />.
          </span>
        </Cluster>
      )}
    </>
  );
}
