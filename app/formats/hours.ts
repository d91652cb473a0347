import { formatHour } from "#contract/fields/formats.ts";

const firstHour = 5;
const hours = Array.from({ length: 24 - firstHour }, (_, index) => firstHour + index);
const hourLabel = (hour: number) => (hour === 12 ? "12 noon" : formatHour(hour));

/** The hours a reminder can be mailed at, with none first, for a select. */
export const hourOptions = [
  { value: "", label: "No reminder" },
  ...hours.map((hour) => ({ value: String(hour), label: hourLabel(hour) })),
];
