import type { ReactNode } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import type { SendFailure } from "./act.ts";

/**
 * Why an act isn't done, where it was pressed. Who else has claimed it is shown by `ClaimedNotice`, and what is refused of a field at that field.
 */
export function FailureNotice({
  act: { failure, message },
  title,
  again,
  conflict,
  fields,
}: {
  act: { readonly failure: SendFailure | null; readonly message: string };
  /** Of a refusal: that nothing was done. */
  title?: string | undefined;
  /** Where the outcome is unknown: what to press, and that it can't happen twice. */
  again?: string | undefined;
  /** Shown where it isn't as it was looked at; left out, the server's sentence is. */
  conflict?: ReactNode;
  /** The fields that show what is refused of them; left out, all that the server names. */
  fields?: readonly string[] | undefined;
}): ReactNode {
  if (failure === null || failure.kind === "claimed") return null;
  if (failure.kind === "outcome_unknown" && again)
    return (
      <Alert tone="warning" title="We don’t know whether it worked">
        No answer came. {again}
      </Alert>
    );
  if (failure.kind === "conflict" && conflict) return conflict;
  const atFields =
    failure.kind === "refused" && Object.keys(failure.fields).some((field) => fields?.includes(field) ?? true);
  return (
    !atFields && (
      <Alert tone="warning" title={title}>
        {message}
      </Alert>
    )
  );
}
