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
