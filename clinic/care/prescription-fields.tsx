import type { ComponentProps } from "react";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import css from "./care.module.css";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

/** What a prescriber writes beside a decision: why it goes against a warning, how it's used, and how often it's filled. */

type Field<C extends typeof Textarea | typeof TextField> = Omit<ComponentProps<C>, "label" | "onChange"> & {
  readonly onWrite: (text: string) => void;
};

export const OverrideReason = ({ onWrite, ...field }: Field<typeof Textarea>) => (
  <CountedTextarea
    label="Why you prescribe it all the same"
    hint="Kept with the decision, for the practice. The patient doesn’t see it."
    rows={2}
    limit={2000}
    onChange={({ target }) => onWrite(target.value)}
    {...field}
  />
);

export const Directions = ({
  of,
  onWrite,
  ...field
}: Field<typeof Textarea> & { readonly of?: string | undefined }) => (
  <CountedTextarea
    label={of ? `Directions for ${of}` : "Directions"}
    mark="optional"
    rows={2}
    limit={500}
    onChange={({ target }) => onWrite(target.value)}
    {...field}
  />
);

export const Refills = ({ onWrite, ...field }: Field<typeof TextField>) => (
  <TextField
    label="Refills"
    mark="optional"
    inputMode="numeric"
    className={css["refills"]}
    onChange={({ target }) => onWrite(target.value)}
    {...field}
  />
);

interface Words {
  /** Why it's prescribed although a rule warns. */
  readonly overridereason: string;
  /** For the patient. */
  readonly note: string;
  readonly directions: string;
}

/** What is written with a prescription that a doctor makes of their own accord: why in spite of a rule, the message, and how it's used. */
export const PrescriptionWords = ({
  value,
  quote,
  errors,
  why,
  onWrite,
}: {
  value: Words;
  /** What it means, as far as the server has said. */
  quote: { readonly warnings: readonly unknown[]; readonly directions: string } | undefined;
  errors: Readonly<Record<string, string | undefined>>;
  /** What the message says, and where the patient reads it. */
  why: string;
  onWrite: (change: Partial<Words>) => void;
}) => (
  <>
    {quote && quote.warnings.length > 0 && (
      <OverrideReason
        value={value.overridereason}
        error={errors["overridereason"]}
        onWrite={(overridereason) => onWrite({ overridereason })}
      />
    )}
    <CountedTextarea
      label="Message to the patient"
      hint={why}
      rows={3}
      limit={2000}
      value={value.note}
      error={errors["note"]}
      onChange={({ target }) => onWrite({ note: target.value })}
    />
    <Directions
      hint={quote ? `Without your own, the patient reads: ${quote.directions}` : "How the patient uses it."}
      value={value.directions}
      error={errors["directions"]}
      onWrite={(directions) => onWrite({ directions })}
    />
  </>
);
