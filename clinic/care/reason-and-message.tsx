import { CountedTextarea } from "#app/ui/forms/counted.tsx";

interface Words {
  /** For the practice. */
  readonly reason: string;
  /** For the patient. */
  readonly message: string;
}

/** Why something is done, for the practice, and what the patient reads of it; `added` is what the server adds to that. */
export const ReasonAndMessage = ({
  value: { reason, message },
  errors,
  added,
  onWrite,
}: {
  value: Words;
  errors: Readonly<Partial<Record<keyof Words, string | undefined>>>;
  added: string;
  onWrite: (change: Partial<Words>) => void;
}) => (
  <>
    <CountedTextarea
      label="Reason"
      hint="For the practice. The patient doesn’t see it."
      rows={2}
      limit={2000}
      value={reason}
      error={errors.reason}
      onChange={({ target }) => onWrite({ reason: target.value })}
    />
    <CountedTextarea
      label="Message to the patient"
      hint={added}
      rows={3}
      limit={4000}
      value={message}
      error={errors.message}
      onChange={({ target }) => onWrite({ message: target.value })}
    />
  </>
);
