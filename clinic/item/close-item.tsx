import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { NoAnswer } from "#clinic/ui/dialogs/no-answer.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { Section } from "#clinic/ui/page.tsx";
import { joinParagraphs } from "#clinic/work/draft-text.ts";
import { HeldNotice } from "#clinic/work/held-notice.tsx";
import { sendProblem } from "#clinic/work/send-problem.ts";
import { useHold } from "#clinic/work/use-claims.ts";
import { useDraft } from "#clinic/work/use-draft.ts";
import { outcomeWords } from "#clinic/work/work-item-words.ts";
import { care } from "#contract/care/calls.ts";
import { type WorkItemDetail, type WorkItemOutcome, workItemOutcomes } from "#contract/care/work-items.ts";
import css from "./item-page.module.css";

/** Says what came of it, and so ends it. What was added since it was read is looked at first. */
export function CloseItem({ item: { id, version, holds } }: { item: WorkItemDetail }) {
  const cache = useQueryClient();
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  const [outcome, setOutcome] = useState<WorkItemOutcome | null>(null);
  const [missing, setMissing] = useState<"outcome" | "note" | null>(null);
  const { draft, state } = useDraft({ kind: "work_item", id }, joinParagraphs);
  const { hold, state: held } = useHold({ kind: "work_item", id }, true);
  const { send, sending, failure, forget } = useSend();
  const problem = failure === null ? null : sendProblem(failure);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!state.loaded) return;
    const note = draft.get().text.trim();
    const lacks = outcome === null ? "outcome" : holds && note === "" ? "note" : null;
    setMissing(lacks);
    if (outcome === null || lacks !== null) {
      if (outcome === null) document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
      else focusFirstInvalid(form.current);
      return;
    }
    await send([outcome, note, version], async () => {
      try {
        const closed = await call(care.closeWorkItem, {
          params: { id },
          body: { version, outcome, ...(note !== "" && { note }) },
        });
        await draft.drop();
        cache.setQueryData(queryKey(care.workItem, { params: { id } }), closed);
        void cache.invalidateQueries({ queryKey: ["inbox"] });
      } catch (error) {
        const found = sendProblem(error);
        if (found.kind === "claimed") hold.lost(found.holder);
        if (found.kind === "outdated") void cache.invalidateQueries({ queryKey: queryKey(care.workItem) });
        throw error;
      }
    });
  }

  const theirs = held.status === "theirs";
  return (
    <Section title="What came of it">
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={4}>
          <HeldNotice hold={held} onTakeOver={() => void hold.takeOver().then(forget)}>
            You can look, and not close it.
          </HeldNotice>
          <fieldset className={css["outcomes"]} aria-describedby={`${name}-missing`}>
            <legend>Choose one</legend>
            {workItemOutcomes.map((each) => (
              <div key={each}>
                <label>
                  <input
                    type="radio"
                    name={name}
                    checked={outcome === each}
                    aria-describedby={`${name}-${each}`}
                    onChange={() => setOutcome(each)}
                  />
                  {outcomeWords[each].label}
                </label>
                <p id={`${name}-${each}`} className={css["quiet"]}>
                  {outcomeWords[each].effect}
                </p>
              </div>
            ))}
            <FieldError id={`${name}-missing`}>{missing === "outcome" && "Choose one."}</FieldError>
          </fieldset>
          <Textarea
            label={holds ? "Why may the medicine be sent?" : "Note (optional)"}
            hint="For the practice only. The patient never sees it."
            rows={3}
            maxLength={2000}
            value={state.text}
            error={missing === "note" ? "Please write why it may be sent." : undefined}
            onChange={({ target }) => draft.write(target.value)}
          />
          {problem?.kind === "unclear" && <NoAnswer>Press again: it’s never closed twice.</NoAnswer>}
          {problem?.kind === "outdated" && (
            <Alert tone="warning" title="This has changed">
              The patient added something, or a colleague closed it. Look at it again; your note is kept.
            </Alert>
          )}
          {problem?.kind === "refused" && <Alert tone="warning">{problem.message}</Alert>}
          <div>
            <Button type="submit" busy={sending} busyLabel="Closing" disabled={theirs}>
              {holds ? "Close it and let the medicine go" : "Close it"}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}
