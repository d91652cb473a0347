import { settings } from "#app/settings.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { serverClock } from "#clinic/api/server-clock.ts";
import type { PatientRequest } from "#contract/care/subscriptions.ts";
import { dayIn } from "#contract/fields/formats.ts";

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

/** Today in the practice's time zone. */
export const practiceToday = (): string => dayIn(settings.brand.timezone, new Date(serverClock.now()));

/** How a patient asked for something, as it is filled in. */
export interface WrittenAsked {
  readonly channel: string;
  readonly on: string;
  readonly note: string;
}

type Props = {
  readonly written: WrittenAsked;
  readonly onWrite: (change: Partial<WrittenAsked>) => void;
  readonly fieldError: (path: string) => string | undefined;
};

export const AskedHow = ({ written: { channel, on }, onWrite, fieldError }: Props) => (
  <>
    <Select
      label="How did the patient ask?"
      placeholder="Choose one"
      options={channels}
      value={channel}
      error={fieldError("asked.channel")}
      onChange={({ target }) => onWrite({ channel: target.value })}
    />
    <TextField
      label="On which day?"
      type="date"
      max={practiceToday()}
      value={on}
      error={fieldError("asked.on")}
      onChange={({ target }) => onWrite({ on: target.value })}
    />
  </>
);

export const AskedNote = ({ written: { note }, onWrite, fieldError }: Props) => (
  <Textarea
    label="What was said"
    hint="Optional. For the practice."
    rows={2}
    maxLength={500}
    value={note}
    error={fieldError("asked.note")}
    onChange={({ target }) => onWrite({ note: target.value })}
  />
);
