import { type RefObject, useEffect } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { askerName } from "#clinic/care/tasks/task-labels.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { formatList } from "#contract/fields/formats.ts";
import type { Signature } from "./use-signature.ts";

/** Who prepared what is read here, and what has changed of the patient since. */
export const PreparedBy = ({ signature: { task, prepares } }: { signature: Signature }) => {
  if (!task || prepares) return null;
  const { asker, openedat, prepared } = task;
  const changed = prepared.changed.length > 0;
  return (
    <Alert
      tone={changed ? "warning" : "info"}
      title={`Prepared by ${askerName(asker)}, ${practiceDayAndTime(openedat)}`}
    >
      {changed
        ? `Since then something has changed: ${formatList(prepared.changed)}. Look at it before you sign.`
        : `You sign it in your name, with what you change. Ctrl and Enter ${prepared.decision === "letter" ? "shows it as it will be" : "signs it"}.`}
    </Alert>
  );
};

/** A word for whoever signs it. */
export const WordsToSigner = ({ signature: { prepares, words, setWords } }: { signature: Signature }) =>
  prepares && (
    <CountedTextarea
      label="For whoever signs it"
      mark="optional"
      hint="The patient doesn’t see it."
      rows={2}
      limit={2000}
      value={words}
      onChange={({ target }) => setWords(target.value)}
    />
  );

/** Ctrl and Enter sends the form, wherever one writes in it. */
export function useSubmitKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const { current } = form;
    const press = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === "Enter" && (ctrlKey || metaKey)) current?.requestSubmit();
    };
    current?.addEventListener("keydown", press);
    return () => current?.removeEventListener("keydown", press);
  });
}

/** The button of the form, by what it does. */
export const signLabel = ({ prepares, task }: Signature, decides: string): string =>
  prepares ? "Send for signature" : task ? `Sign: ${decides}` : decides;
