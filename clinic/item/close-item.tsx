import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { Section } from "#clinic/ui/page.tsx";
import { isOutdated } from "#clinic/work/act.ts";
import { ClaimedNotice } from "#clinic/work/claimed-notice.tsx";
import { plainText } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/draft.ts";
import { Choices, focusChoices } from "#clinic/ui/choices.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { useClaim } from "#clinic/work/use-claims.ts";
import { outcomeLabels } from "#clinic/work/work-item-labels.ts";
import { care } from "#contract/care/calls.ts";
import { type WorkItemDetail, type WorkItemOutcome, workItemOutcomes } from "#contract/care/work-items.ts";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

/** The outcome that is chosen, its note, the claim, and closing the item. */
function useClosing({ id, version, holds, asksmessage }: WorkItemDetail) {
  const cache = useQueryClient();
  const [message, setMessage] = useState("");
  const [outcome, setOutcome] = useState<WorkItemOutcome | null>(null);
  const draft = useDraft({ kind: "work_item", id }, plainText);
  const claim = useClaim({ kind: "work_item", id }, true);
  const readAgain = () => void cache.invalidateQueries({ queryKey: queryKey(care.workItem) });
  const act = useAct({ claim, draft, onFailure: (failure) => (isOutdated(failure) ? readAgain() : undefined) });
  /** What is missing before it can be closed; null: nothing. */
  const missing = () => {
    if (outcome === null) return "outcome";
    if (holds && draft.latest().trim() === "") return "note";
    return asksmessage && outcome !== "contacted" && message.trim() === "" ? "message" : null;
  };
  async function close() {
    const note = draft.latest().trim();
    if (outcome === null) return;
    await act.send(
      {
        params: { id },
        body: {
          ...{ version, outcome, ...(note !== "" && { note }) },
          ...(asksmessage && message.trim() !== "" && { message: message.trim() }),
        },
      },
      (input) => call(care.closeWorkItem, input),
      (closed) => {
        cache.setQueryData(queryKey(care.workItem, { params: { id } }), closed);
        for (const read of [["inbox"], queryKey(care.patient)]) void cache.invalidateQueries({ queryKey: read });
      },
    );
  }
  return { outcome, setOutcome, message, setMessage, draft, claim, act, missing, close };
}

/** Says what came of it, and so ends it. What was added since it was read is looked at first. */
export function CloseItem({ item }: { item: WorkItemDetail }) {
  const { holds, asksmessage, closeobstacle } = item;
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  const [lacks, setLacks] = useState<"outcome" | "note" | "message" | null>(null);
  const { outcome, setOutcome, message, setMessage, draft, claim, act, missing, close } = useClosing(item);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!draft.loaded) return;
    const found = missing();
    setLacks(found);
    if (found === null) await close();
    else if (found === "outcome") focusChoices(name);
    else focusFirstInvalid(form.current);
  }

  if (closeobstacle !== null)
    return (
      <Section title="What came of it">
        <p>{closeobstacle}</p>
      </Section>
    );
  return (
    <Section title={asksmessage ? "Sign it off" : "What came of it"}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={4}>
          <ClaimedNotice claim={claim} onTakeOver={() => void act.takeOver()}>
            You can look, and not close it.
          </ClaimedNotice>
          <Choices
            name={name}
            legend="Choose one"
            choices={workItemOutcomes.map((value) => ({ value, ...outcomeLabels[value] }))}
            chosen={outcome}
            isMissing={lacks === "outcome"}
            onChoose={setOutcome}
          />
          {asksmessage && (
            <CountedTextarea
              label="What the patient reads about it"
              mark={outcome === "contacted" ? "optional" : undefined}
              hint="A message from the doctor, also shown beside the document."
              rows={3}
              limit={2000}
              value={message}
              error={lacks === "message" ? "Write what the patient reads about it." : act.fieldError("message")}
              onChange={({ target }) => {
                setLacks(null);
                setMessage(target.value);
              }}
            />
          )}
          <CountedTextarea
            label={holds ? "Why may the medicine be sent?" : "Note (optional)"}
            hint="For the practice only. The patient never sees it."
            rows={3}
            limit={2000}
            value={draft.value}
            error={lacks === "note" ? "Please write why it may be sent." : undefined}
            onChange={({ target }) => draft.write(target.value)}
          />
          {isOutdated(act.failure) ? (
            <Alert tone="warning" title="This has changed">
              The patient added something, or a colleague closed it. Look at it again; your note is kept.
            </Alert>
          ) : (
            <FailureNotice act={act} again="Press again: it’s never closed twice." fields={["message"]} />
          )}
          <div>
            <Button type="submit" busy={act.sending} busyLabel="Closing" disabled={claim.status === "taken"}>
              {holds ? "Close it and let the medicine go" : asksmessage ? "Sign it off" : "Close it"}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}
