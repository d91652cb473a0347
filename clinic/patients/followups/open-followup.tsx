import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { followupDayOf, FollowupDayField } from "#clinic/care/followup-day-field.tsx";
import { usePermissions } from "#clinic/session/current.ts";
import { QueryContent, Notice } from "#clinic/ui/page.tsx";
import { isOutdated } from "#clinic/work/act.ts";
import { ClaimedNotice } from "#clinic/work/claimed-notice.tsx";
import { plainText } from "#clinic/work/draft-text.ts";
import { type Draft, useDraft } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { useClaim } from "#clinic/work/use-claims.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { useVisitNote, VisitNoteField } from "#clinic/care/visit-notes/visit-note-field.tsx";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { care } from "#contract/care/calls.ts";
import type { FollowupResult } from "#contract/care/followups.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import rowCss from "#clinic/ui/rows.module.css";
import { closedText, closeLabel, hasEmergency } from "./followup.ts";
import { FollowupAnswers } from "./followup-answers.tsx";
import css from "./followups.module.css";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

/** One review with its answers. One that isn't closed is claimed by whoever has it open, and can be closed here. */
export function OpenFollowup({ id, record }: { id: string; record: PatientRecord }) {
  const [done, setDone] = useState<Done | null>(null);
  // What is looked at stays as it is until somebody closes it: it's read again then.
  const followup = useQuery({
    ...queryOf(care.followupResult, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const draft = useDraft({ kind: "followup", id }, plainText);
  const conversationId = record.conversations?.find(({ kind }) => kind === "doctor")?.id;
  return (
    <div className={css["open"]}>
      <QueryContent query={followup} rows={4}>
        {(data) =>
          data.patient.id === record.id ? (
            <>
              <FollowupAnswers followup={data} />
              <Notice takesFocus className={rowCss["quiet"]}>
                {done?.text ?? ""}
              </Notice>
              {data.closedat === null ? (
                <CloseFollowup followup={data} draft={draft} conversationId={conversationId} onDone={setDone} />
              ) : (
                <Closed
                  draft={draft}
                  closedat={data.closedat}
                  conversationId={conversationId}
                  own={done?.own === true}
                />
              )}
            </>
          ) : (
            <p>This is another patient’s review. Open it from the inbox.</p>
          )
        }
      </QueryContent>
    </div>
  );
}

/** What became of it. `own`: this person closed it. */
interface Done {
  readonly text: string;
  readonly own: boolean;
}

interface Props {
  /** The note to the patient. */
  readonly draft: Draft<string>;
  readonly conversationId: string | undefined;
}

/** A closed review. A note that is still a draft was written before somebody else closed it, or its answer was lost: only the conversation knows. */
function Closed({ draft, closedat, conversationId, own }: Props & { closedat: string; own: boolean }) {
  return (
    <>
      {!own && <p className={rowCss["quiet"]}>Read and closed {practiceDayAndTime(closedat)}.</p>}
      {!own && draft.value.trim() !== "" && (
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
          <p className={rowCss["note"]}>{draft.value}</p>
        </Alert>
      )}
    </>
  );
}

const ConversationLink = ({ id }: { id: string | undefined }) =>
  id === undefined ? <>the conversation</> : <a href={`/clinic/conversation/${id}`}>the conversation</a>;

/** Closing a review: its claim, and what happens when it isn't any more what was looked at. */
function useFollowupClosing(followup: FollowupResult, draft: Draft<string>, onDone: (done: Done) => void) {
  const cache = useQueryClient();
  const params = { id: followup.id };
  const claim = useClaim({ kind: "followup", id: followup.id }, true);
  const [isNewer, setNewer] = useState(false);
  const [followupon, setDay] = useState("");
  const act = useAct({ claim, draft, onFailure: (failure) => isOutdated(failure) && seeNewer() });
  const show = (read: FollowupResult) => cache.setQueryData(queryKey(care.followupResult, { params }), read);
  const end = (done: Done) => {
    onDone(done);
    const read = [care.messages, care.patient, care.conversation, care.followupDay];
    for (const key of [["inbox"], ...read.map((each) => queryKey(each))])
      void cache.invalidateQueries({ queryKey: key });
  };

  /** Whether what was read again explains the refusal. */
  async function seeNewer(): Promise<boolean> {
    const now = await call(care.followupResult, { params });
    if (now.closedat === null && now.revision === followup.revision) return false;
    show(now);
    if (now.closedat === null) setNewer(true);
    else end({ text: "Somebody else closed it first. You sent nothing.", own: false });
    return true;
  }
  const visitNote = useVisitNote({
    ...{ patientId: followup.patient.id, refId: followup.id },
    facts: visitNoteFacts("review_read", [], { message: draft.value, followupon }),
  });
  function close() {
    const note = draft.latest().trim();
    setNewer(false);
    return act.send(
      {
        params,
        body: {
          ...(note !== "" && { note }),
          ...visitNote.body(),
          ...followupDayOf({ followupon }),
          revision: followup.revision,
        },
      },
      (input, key) => call(care.closeFollowup, input, { key }),
      async (closed) => {
        await visitNote.drop();
        end({ text: closedText(followup.patient.firstname, note), own: true });
        show(closed);
      },
    );
  }
  return { claim, act, visitNote, isNewer, close, followupon, setDay };
}

function CloseFollowup({
  followup,
  draft,
  conversationId,
  onDone,
}: Props & { followup: FollowupResult; onDone: (done: Done) => void }) {
  const { claim, act, visitNote, isNewer, close, followupon, setDay } = useFollowupClosing(followup, draft, onDone);
  const setsDay = permits(usePermissions(), care.setFollowupDay.access.needs);
  return (
    <>
      <ClaimedNotice claim={claim} onTakeOver={() => void act.takeOver()}>
        {draft.value === "" ? "You can read along." : "What you wrote stays here."}
      </ClaimedNotice>
      <CountedTextarea
        label="Note to the patient"
        mark="optional"
        hint={
          hasEmergency(followup)
            ? "Sent as a message from the doctor. Closing it also acknowledges the emergency."
            : "Sent as a message from the doctor. Without one, they aren’t told that it was read."
        }
        rows={3}
        limit={2000}
        value={draft.value}
        error={act.fieldError("note")}
        onChange={({ target }) => draft.write(target.value)}
      />
      {setsDay && <FollowupDayField value={followupon} error={act.fieldError("followupon")} onWrite={setDay} />}
      <VisitNoteField note={visitNote} error={act.fieldError("visitnote")} />
      {isNewer && (
        <Alert tone="warning" title="The patient answered more since you opened it">
          You see it now. Nothing was closed or sent, and what you wrote is kept.
        </Alert>
      )}
      <FailureNotice
        act={act}
        title="Nothing was closed"
        again="Press again: it’s closed once, and the patient gets your note once."
        fields={["note", "visitnote", "followupon"]}
      />
      {claim.status !== "taken" && (
        <Cluster gap={3}>
          <Button
            busy={act.sending}
            busyLabel="Closing"
            disabled={!draft.loaded || !visitNote.loaded}
            onClick={() => void close()}
          >
            {closeLabel(draft.value)}
          </Button>
          <span className={rowCss["quiet"]}>
            Anything else is said in <ConversationLink id={conversationId} />.
          </span>
        </Cluster>
      )}
    </>
  );
}
