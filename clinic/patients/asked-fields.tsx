import { type ComponentProps, useState } from "react";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { proofTexts } from "#clinic/care/told-answers/told-answers.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import type { PatientAsked, PatientRequest } from "#contract/care/subscriptions.ts";
import type { CallerProof } from "#contract/care/told-answers.ts";
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
  /** Empty: nobody noted it. */
  readonly callerproved: string;
  readonly note: string;
}

/** Before anything is filled in. */
export const nothingAsked = (): TypedAsked => ({ channel: "", on: practiceToday(), callerproved: "", note: "" });

/** What is filled in of it in a dialog of its own, as its fields take it; the act knows what is wrong with each. */
export function useAsked({ fieldError }: { readonly fieldError: (field: string) => string | undefined }) {
  const [asked, setAsked] = useState<TypedAsked>(nothingAsked);
  const onChange = (change: Partial<TypedAsked>) => setAsked((before) => ({ ...before, ...change }));
  return { asked, onChange, fieldError };
}

/** As a call takes it. */
export const askedOfTyped = ({ channel, on, callerproved, note }: TypedAsked): PatientAsked => ({
  channel: channel as PatientAsked["channel"],
  on,
  note: note.trim() || undefined,
  ...(callerproved !== "" && { callerproved: callerproved as CallerProof }),
});

/** The fields of the form that show what is refused of them. */
export const askedPaths = ["asked.channel", "asked.on", "asked.callerproved", "asked.note"];

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

/** Needed but for a message, which the account sent, and for what a signed letter asks of a subscription. */
export const AskedProof = ({ asked: { channel, callerproved }, onChange, fieldError }: Props) => (
  <Select
    label="How did they show it’s this patient?"
    placeholder={channel === "message" ? "Not needed: the account sent it" : "Choose one"}
    options={Object.entries(proofTexts).map(([value, label]) => ({ value, label }))}
    value={callerproved}
    error={fieldError("asked.callerproved")}
    onChange={({ target }) => onChange({ callerproved: target.value })}
  />
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

/** The whole form of a dialog that asks nothing else, with why it isn't done; `again`: that a second press does it once at most. */
export const AskedForm = ({
  act,
  again,
  ...asking
}: Props & { act: ComponentProps<typeof FailureNotice>["act"]; again: string }) => (
  <Stack gap={4}>
    <AskedHow {...asking} />
    <AskedProof {...asking} />
    <AskedNote {...asking} />
    <FailureNotice act={act} fields={askedPaths} again={again} />
  </Stack>
);
