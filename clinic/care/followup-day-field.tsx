import { Button } from "#app/ui/actions/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { dayIn } from "#contract/fields/formats.ts";
import { practiceToday } from "./practice-today.ts";

const weeksAhead = [4, 8, 12] as const;
/** The server takes nothing later. */
const latestDays = 365;

/** The day a number of days from another one. */
export const daysAfter = (day: string, days: number): string =>
  dayIn("UTC", new Date(Date.parse(day) + days * 86_400_000));

/** What a body says of the day of the next review: nothing where none was picked. */
export const followupDayOf = ({ followupon }: { readonly followupon: string }) =>
  followupon === "" ? {} : { followupon };

/** The day on which the patient is sent the next treatment review: picked, or so many weeks ahead by one press. */
export function FollowupDayField({
  value,
  error,
  disabled,
  optional = true,
  onWrite,
}: {
  value: string;
  error?: string | undefined;
  disabled?: boolean;
  optional?: boolean;
  onWrite: (day: string) => void;
}) {
  const today = practiceToday();
  return (
    <Stack gap={2}>
      <TextField
        label="Next review on"
        mark={optional ? "optional" : undefined}
        type="date"
        min={daysAfter(today, 1)}
        max={daysAfter(today, latestDays)}
        hint={`The patient reads the day, and is asked on it how it’s going.${optional ? " Without one, it stays as it is." : ""}`}
        value={value}
        error={error}
        disabled={disabled}
        onChange={({ target }) => onWrite(target.value)}
      />
      <Cluster gap={2}>
        {weeksAhead.map((weeks) => (
          <Button key={weeks} variant="quiet" disabled={disabled} onClick={() => onWrite(daysAfter(today, weeks * 7))}>
            In {weeks} weeks
          </Button>
        ))}
      </Cluster>
    </Stack>
  );
}
