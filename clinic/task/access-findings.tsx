import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
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
import { taskPath } from "#clinic/work/record-path.ts";
import { useAct } from "#clinic/work/use-act.ts";
import {
  type AccessFinding,
  type AccessOutcome,
  accessOutcomes,
  type AccessReason,
  accessReviewCalls,
} from "#contract/care/access-review.ts";
import { taskCalls } from "#contract/care/tasks.ts";
import { permits } from "#contract/policy/policy.ts";

export const reasonLabels: Readonly<Record<AccessReason, string>> = {
  own: "Their own record",
  colleague: "Works here",
  surname: "Same last name",
  address: "Lives at or near the same address",
  no_work: "Opened for a reason, without work",
  night: "One of many at night",
};

const outcomeLabels: Readonly<Record<AccessOutcome, string>> = {
  explained: "There’s a good reason",
  talk: "We talk with the person",
  incident: "It’s a privacy incident",
};

/** The unusual accesses of a week: who opened which record, why it's here, and what was found. The task ends with the last. */
export function AccessFindings({ taskId }: { taskId: string }) {
  const mayRead = permits(usePermissions(), accessReviewCalls.accessReview.access.needs);
  const review = useQuery({
    ...queryOf(accessReviewCalls.accessReview, { params: { id: taskId } }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <QueryContent query={review} rows={6}>
      {({ items }) => (
        <>
          {items.map((finding) => (
            <Finding key={finding.id} finding={finding} taskId={taskId} />
          ))}
        </>
      )}
    </QueryContent>
  );
}

function Finding({ finding, taskId }: { finding: AccessFinding; taskId: string }) {
  const { membername, memberid, patientid, patientname, reasons, accesses, firstat, lastat, own, judged } = finding;
  const mayJudge = permits(usePermissions(), accessReviewCalls.judgeAccess.access.needs);
  return (
    <Section
      title={`${membername} opened ${patientname ?? "a patient without a name"}`}
      actions={<a href={`/clinic/audit?patient=${patientid}&actor=staff:${memberid}`}>In the audit</a>}
    >
      <Stack gap={3}>
        <p>
          {reasons.map((reason) => reasonLabels[reason]).join(" · ")}
          {". "}
          {accesses === 1 ? "Once" : `${accesses} times`}, {practiceDayAndTime(firstat)}
          {accesses > 1 && ` to ${practiceDayAndTime(lastat)}`}
        </p>
        {judged ? (
          <p>
            <StatusBadge tone={judged.outcome === "incident" ? "danger" : "neutral"}>
              {outcomeLabels[judged.outcome]}
            </StatusBadge>{" "}
            “{judged.note}” · {judged.name ?? "Your system"}, {practiceDayAndTime(judged.at)}
            {judged.incidentid !== null && (
              <>
                {" · "}
                <a href={taskPath(judged.incidentid)}>The incident</a>
              </>
            )}
          </p>
        ) : own ? (
          <p>You opened this yourself: another administrator looks at it.</p>
        ) : (
          mayJudge && <Judge id={finding.id} name={`${membername} and ${patientname ?? "a patient"}`} taskId={taskId} />
        )}
      </Stack>
    </Section>
  );
}

/** What was found of one. */
function Judge({ id, name, taskId }: { id: string; name: string; taskId: string }) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [outcome, setOutcome] = useState("");
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const act = useAct();
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (outcome === "" || note.trim() === "") return focusFirstInvalid(form.current);
    await act.send(
      { params: { id }, body: { outcome: outcome as AccessOutcome, note: note.trim() } },
      (input) => call(accessReviewCalls.judgeAccess, input),
      (review) => {
        cache.setQueryData(queryKey(accessReviewCalls.accessReview, { params: { id: taskId } }), review);
        for (const changed of [["inbox"], queryKey(taskCalls.task), queryKey(taskCalls.patientTasks)])
          void cache.invalidateQueries({ queryKey: changed });
      },
    );
  }
  return (
    <form ref={form} noValidate aria-label={`What you found of ${name}`} onSubmit={(event) => void submit(event)}>
      <Stack gap={3}>
        <Select
          label="What you found"
          placeholder="Choose"
          options={accessOutcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
          value={outcome}
          error={(isTried && outcome === "" ? "Choose what you found." : undefined) ?? act.fieldError("outcome")}
          onChange={({ target }) => setOutcome(target.value)}
        />
        <Textarea
          label="Why"
          hint="An incident is logged with these words, and waits with its legal day."
          rows={2}
          value={note}
          error={
            (isTried && note.trim() === "" ? "Say what you found, in a sentence." : undefined) ?? act.fieldError("note")
          }
          onChange={({ target }) => setNote(target.value)}
        />
        <FailureNotice act={act} fields={["outcome", "note"]} />
        <div>
          <Button type="submit" busy={act.sending} busyLabel="Saving">
            Save
          </Button>
        </div>
      </Stack>
    </form>
  );
}
