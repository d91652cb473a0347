import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { Section } from "#clinic/ui/page.tsx";
import { isOutdated } from "#clinic/work/act.ts";
import { plainText } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/draft.ts";
import { Choices, focusChoices } from "#clinic/ui/choices.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import type { useClaim } from "#clinic/work/use-claims.ts";
import { care } from "#contract/care/calls.ts";
import type { PersonPair } from "#contract/care/pairs.ts";
import { type PairVerdict, verdicts } from "#contract/care/patients.ts";
import { verdictLabels } from "./pair-labels.ts";

/** A claim of the pair, which everything that is done with it shares. */
export type PairClaim = ReturnType<typeof useClaim>;

/** The verdict that is chosen, its reason, and giving it. */
function useVerdict({ id, version }: PersonPair, claim: PairClaim) {
  const cache = useQueryClient();
  const [verdict, setVerdict] = useState<PairVerdict | null>(null);
  const draft = useDraft({ kind: "pair", id }, plainText);
  const readAgain = () => void cache.invalidateQueries({ queryKey: queryKey(care.pair) });
  const act = useAct({ claim, draft, onFailure: (failure) => (isOutdated(failure) ? readAgain() : undefined) });
  async function give(): Promise<void> {
    if (verdict === null) return;
    await act.send(
      { params: { id }, body: { version, verdict, reason: draft.latest().trim() } },
      (input) => call(care.judgePair, input),
      (judged) => {
        cache.setQueryData(queryKey(care.pair, { params: { id } }), judged);
        setVerdict(null);
        void cache.invalidateQueries({ queryKey: queryKey(care.pairMerge) });
        void cache.invalidateQueries({ queryKey: ["inbox"] });
        void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
      },
    );
  }
  return { verdict, setVerdict, draft, act, give };
}

/** Says whether two records are of one person, or corrects what was said. */
export function JudgePair({ pair, claim }: { pair: PersonPair; claim: PairClaim }) {
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  const [lacks, setLacks] = useState<"verdict" | "reason" | null>(null);
  const { verdict, setVerdict, draft, act, give } = useVerdict(pair, claim);
  // What was said isn't said again.
  const open = verdicts.filter((each) => each !== pair.verdict);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!draft.loaded) return;
    const found = verdict === null ? "verdict" : draft.latest().trim() === "" ? "reason" : null;
    setLacks(found);
    if (found === null) await give();
    else if (found === "verdict") focusChoices(name);
    else focusFirstInvalid(form.current);
  }

  return (
    <Section title={pair.verdict === null ? "Are they one person?" : "Correct it"}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={4}>
          <Choices
            name={name}
            legend="Choose one"
            choices={open.map((value) => ({ value, ...verdictLabels[value] }))}
            chosen={verdict}
            isMissing={lacks === "verdict"}
            onChoose={setVerdict}
          />
          <CountedTextarea
            label="Why"
            hint="For the practice only. Neither patient ever sees it."
            rows={3}
            limit={2000}
            value={draft.value}
            error={lacks === "reason" ? "Please write why." : undefined}
            onChange={({ target }) => draft.write(target.value)}
          />
          {isOutdated(act.failure) ? (
            <Alert tone="warning" title="A colleague was faster">
              They said otherwise. Look at it again; what you wrote is kept.
            </Alert>
          ) : (
            <FailureNotice act={act} again="Press again: it’s never said twice." fields={["reason"]} />
          )}
          <div>
            <Button type="submit" busy={act.sending} busyLabel="Saving" disabled={claim.status === "taken"}>
              Save it
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}
