import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { formatTime } from "#app/formats/dates.ts";
import { type Dates, useDates } from "#app/formats/use-dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { documents } from "#contract/documents/calls.ts";
import type { RecordCode } from "#contract/documents/record-codes.ts";

const partNames: Readonly<Record<RecordCode["opens"], string>> = {
  medicines: "Your allergies and medicines",
  record: "Your whole record",
};

/** What each state is called, and what the patient can do: take back what works, end what is being read. */
export const codeStates: Readonly<
  Record<RecordCode["state"], { readonly text: (code: RecordCode) => string; readonly end: string | null }>
> = {
  waiting: {
    text: ({ until }) => `Nobody has used this code yet. It works until ${formatTime(until)}.`,
    end: "End this code",
  },
  reading: { text: ({ until }) => `They can read it until ${formatTime(until)}.`, end: "End this now" },
  read: {
    text: ({ endedby }) =>
      endedby === null ? "They can't open it anymore." : "You ended this. They can't open it anymore.",
    end: null,
  },
  expired: { text: () => "Nobody used this code in time.", end: null },
  ended: {
    text: ({ endedby }) =>
      endedby === "tries"
        ? "Somebody tried this code with the wrong date of birth, so we ended it. Nobody saw anything."
        : "You ended this code. Nobody saw anything.",
    end: null,
  },
};

/** The codes a patient made, with who used each. */
export function RecordCodeList({ items, onEnded }: { items: readonly RecordCode[]; onEnded: () => Promise<void> }) {
  const dates = useDates();
  return (
    <Stack as="ul" gap={5}>
      {items.map((code) => (
        <li key={code.id}>
          <CodeItem code={code} dates={dates} onEnded={onEnded} />
        </li>
      ))}
    </Stack>
  );
}

function CodeItem({ code, dates, onEnded }: { code: RecordCode; dates: Dates; onEnded: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { text, end } = codeStates[code.state];
  const { id, opens, opened, madeat } = code;
  async function press() {
    setBusy(true);
    setFailure(null);
    try {
      await call(documents.endRecordCode, { params: { id } });
      await onEnded();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }
  return (
    <Stack gap={1}>
      <strong>{opened === null ? partNames[opens] : `${opened.name}, ${opened.practice}`}</strong>
      {opened !== null && (
        <p>
          {partNames[opens]}, opened on {dates.formatDay(opened.at)} at {formatTime(opened.at)}.{" "}
          {opened.pdf || opened.data ? "They saved a copy, which they keep." : "They haven't saved a copy."}
        </p>
      )}
      {opened === null && <p>Made on {dates.formatDay(madeat)}.</p>}
      <p>{text(code)}</p>
      {failure !== null && <Alert tone="warning">{errorMessage(failure)}</Alert>}
      {end !== null && (
        <div>
          <Button variant="secondary" busy={busy} busyLabel="One moment" onClick={() => void press()}>
            {end}
          </Button>
        </div>
      )}
    </Stack>
  );
}
