import { RadioCards } from "#app/ui/forms/choices/radio-cards.tsx";
import type { Subscription } from "#contract/entities.ts";
import { formatCalendarDay } from "../dates.ts";

/** One to three months (decisions §9), each with the day of the next charge. */
export function PauseLengthField({
  subscription,
  months,
  onChoose,
}: {
  subscription: Subscription;
  months: number;
  onChoose: (months: number) => void;
}) {
  return (
    <RadioCards
      label="How long?"
      value={String(months)}
      onValueChange={(value) => onChoose(Number(value))}
      options={[1, 2, 3].map((count) => {
        const until = subscription.pauseuntil[count - 1];
        return {
          value: String(count),
          label: count === 1 ? "1 month" : `${count} months`,
          description: until === undefined ? undefined : `Next charge on ${formatCalendarDay(until)}`,
        };
      })}
    />
  );
}
