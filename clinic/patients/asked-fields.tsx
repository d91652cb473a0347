import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { practiceToday } from "#clinic/care/practice-today.ts";
import type { PatientRequest } from "#contract/care/subscriptions.ts";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

export const channelTexts: Readonly<Record<PatientRequest["channel"], string>> = {
  phone: "by phone",
  message: "in a message",
  email: "by email",
  letter: "by letter",
  in_person: "in person",
};
const channels = Object.entries(channelTexts).map(([value, text]) => ({
  value,
  label: text.charAt(0).toUpperCase() + text.slice(1),
}));

/** How a patient asked for something, as it is filled in. */
export interface TypedAsked {
  readonly channel: string;
  readonly on: string;
  readonly note: string;
}

type Props = {
  readonly asked: TypedAsked;
  readonly onChange: (change: Partial<TypedAsked>) => void;
  readonly fieldError: (path: string) => string | undefined;
};

export const AskedHow = ({ asked: { channel, on }, onChange, fieldError }: Props) => (
  <>
    <Select
      label="How did the patient ask?"
      placeholder="Choose one"
      options={channels}
      value={channel}
      error={fieldError("asked.channel")}
      onChange={({ target }) => onChange({ channel: target.value })}
    />
    <TextField
      label="On which day?"
      type="date"
      max={practiceToday()}
      value={on}
      error={fieldError("asked.on")}
      onChange={({ target }) => onChange({ on: target.value })}
    />
  </>
);

export const AskedNote = ({ asked: { note }, onChange, fieldError }: Props) => (
  <CountedTextarea
    label="What was said"
    hint="Optional. For the practice."
    rows={2}
    limit={500}
    value={note}
    error={fieldError("asked.note")}
    onChange={({ target }) => onChange({ note: target.value })}
  />
);
