import { useEffect, useRef, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { hourOptions } from "#app/formats/hours.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { PatientTimezone } from "#contract/fields/timezone.ts";
import type { Dose } from "#contract/wellbeing/doses.ts";

import { deviceTimezone, timezoneOptions } from "#app/forms/timezone-options.ts";

/** `timezone`, an IANA name: as picked on the form; absent where it wasn't asked. */
export type PickDays<Before extends readonly unknown[] = []> = (
  ...picked: [...Before, days: readonly number[], remindAt: number | null, timezone?: string]
) => Promise<void>;

/** The days of a medicine and the hour of a reminder, in place of the button that opens it. */
export function DaysForm({
  dose: { name, options, schedule },
  timezone,
  onPick,
  onEnd,
  onClose,
}: {
  dose: Dose;
  timezone: PatientTimezone;
  onPick: PickDays;
  onEnd: () => Promise<void>;
  onClose: () => void;
}) {
  const chosen = options.findIndex(({ days }) => days.join() === schedule?.days.join());
  const [option, setOption] = useState(options.length === 1 ? 0 : chosen);
  const [remindAt, setRemindAt] = useState(schedule?.remindat ?? null);
  const zones = timezoneOptions(timezone, deviceTimezone());
  const [zone, setZone] = useState(zones.chosen);
  const [work, setWork] = useState<"pick" | "end" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("select")?.focus(), []);

  async function run(kind: "pick" | "end", action: () => Promise<void>) {
    setWork(kind);
    setProblem(null);
    try {
      await action();
      onClose();
    } catch (error) {
      setProblem(errorMessage(error));
      setWork(null);
    }
  }

  return (
    <form
      ref={form}
      aria-label={`Days and reminder, ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        const days = options[option]?.days;
        if (days === undefined) setProblem("Please choose your days.");
        else void run("pick", () => onPick(days, remindAt, zones.asks ? zone : undefined));
      }}
    >
      <Stack gap={4} narrow>
        {options.length > 1 && (
          <Select
            label="Your days"
            placeholder="Choose"
            options={options.map(({ label }, index) => ({ value: String(index), label }))}
            value={option < 0 ? "" : String(option)}
            onChange={({ target }) => setOption(target.value === "" ? -1 : Number(target.value))}
          />
        )}
        <Select
          label="Reminder by email"
          hint={`It won't say what for.${zones.asks ? "" : ` Hours are in ${timezone.name}.`}`}
          options={hourOptions}
          value={remindAt === null ? "" : String(remindAt)}
          onChange={({ target }) => setRemindAt(target.value === "" ? null : Number(target.value))}
        />
        {zones.asks && (
          <Select
            label="Your time zone"
            hint={timezone.hint}
            options={zones.options}
            value={zone}
            onChange={({ target }) => setZone(target.value)}
          />
        )}
        {problem && <Alert tone="warning">{problem}</Alert>}
        <Cluster gap={3}>
          <Button type="submit" variant="secondary" busy={work === "pick"} busyLabel="Saving">
            Save
          </Button>
          {schedule && (
            <Button variant="quiet" busy={work === "end"} busyLabel="One moment" onClick={() => void run("end", onEnd)}>
              Turn off
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}
