import type { Content } from "#content/load.ts";
import { isPrivate } from "#contract/private-words.ts";
import { tokenOf } from "#contract/tracking.ts";

type EventRules = Content["events"];

/** Ids of one click, which a browser that asks for privacy does not leave. */
export const clickFields: readonly string[] = [
  "clickid",
  "gclid",
  "tbclid",
  "fbp",
  "fbc",
  "irclickid",
  "taboolaclickid",
  "shareasaleclickid",
  "everflowtransactionid",
  "deduplicationid",
];

type Value = string | number | undefined;
type Shape = (value: unknown) => Value;

const numberUpTo =
  (max: number): Shape =>
  (value) =>
    typeof value === "number" && value >= 0 && value <= max && Number(value.toFixed(2)) === value ? value : undefined;
const matching =
  (pattern: RegExp): Shape =>
  (value) =>
    typeof value === "string" && pattern.test(value) && !isPrivate(value) ? value : undefined;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const ownName = matching(/^[a-z][a-z0-9_]{0,39}$/);

/** What each field may hold; one without a shape holds nothing. */
export const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...clickFields.map((name) => [name, (value: unknown) => tokenOf(value) ?? undefined] as const),
  ["orderid", (value) => (typeof value === "string" && uuid.test(value) ? value : undefined)],
  ["amount", numberUpTo(100_000)],
  ["currency", matching(/^[A-Z]{3}$/)],
  ["productid", ownName],
  ["flow_variant", matching(/^[A-Z][A-Z0-9_]{0,9}$/i)],
  // A screen of the visit, as a number or as its name has it.
  ["step", (value) => numberUpTo(100)(value) ?? matching(/^\d{1,2}(?:\.\d{1,2})?$/)(value)],
  ["experiment", ownName],
  ["variant", ownName],
]);

export type EventFields = Readonly<Record<string, string | number>>;

/** Whether a browser may write this event down. */
export const isBrowserEvent = ({ events }: EventRules, name: string): boolean =>
  events.some((event) => event.name === name && event.from === "browser");

/** The allowed fields of an event whose values have their shapes; everything else is left out. */
export function eventFieldsOf(
  { fields }: EventRules,
  body: Readonly<Record<string, unknown>> | null | undefined,
  gpc: boolean,
): EventFields {
  const given = new Map(Object.entries(body ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = gpc && clickFields.includes(name) ? undefined : shapes.get(name)?.(given.get(name));
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** What a partner may be told of an event. */
export const forwardedFieldsOf = ({ forward }: EventRules, fields: EventFields): EventFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => forward.fields.includes(name)));
