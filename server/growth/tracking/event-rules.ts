import type { Content } from "#content/loader/load.ts";
import { opaqueIdOf } from "#contract/growth/campaign-values.ts";
import { isSensitiveText } from "#contract/growth/sensitive-text.ts";

type EventRules = Content["events"];

/** Click ids, which are dropped for a browser that asks for privacy. */
export const clickIdFields: readonly string[] = [
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
type FieldShape = (value: unknown) => Value;

const numberUpTo =
  (max: number): FieldShape =>
  (value) =>
    typeof value === "number" && value >= 0 && value <= max && Number(value.toFixed(2)) === value ? value : undefined;
const matching =
  (pattern: RegExp): FieldShape =>
  (value) =>
    typeof value === "string" && pattern.test(value) && !isSensitiveText(value) ? value : undefined;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const identifierShape = matching(/^[a-z][a-z0-9_]{0,39}$/);

/** The allowed shape of each field; a field without a shape is dropped. */
export const fieldShapes: ReadonlyMap<string, FieldShape> = new Map<string, FieldShape>([
  ...clickIdFields.map((name) => [name, (value: unknown) => opaqueIdOf(value) ?? undefined] as const),
  ["orderid", (value) => (typeof value === "string" && uuid.test(value) ? value : undefined)],
  ["amount", numberUpTo(100_000)],
  ["currency", matching(/^[A-Z]{3}$/)],
  ["productid", identifierShape],
  ["flow_variant", matching(/^[A-Z][A-Z0-9_]{0,9}$/i)],
  // A screen of the visit, as a number or as its name has it.
  ["step", (value) => numberUpTo(100)(value) ?? matching(/^\d{1,2}(?:\.\d{1,2})?$/)(value)],
  ["experiment", identifierShape],
  ["variant", identifierShape],
]);

export type EventFields = Readonly<Record<string, string | number>>;

/** Whether a browser may record this event. */
export const isBrowserEvent = ({ events }: EventRules, name: string): boolean =>
  events.some((event) => event.name === name && event.from === "browser");

/** The event's allowed fields whose values have the right shape; everything else is dropped. */
export function allowedEventFields(
  { fields }: EventRules,
  body: Readonly<Record<string, unknown>> | null | undefined,
  gpc: boolean,
): EventFields {
  const bodyFields = new Map(Object.entries(body ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = gpc && clickIdFields.includes(name) ? undefined : fieldShapes.get(name)?.(bodyFields.get(name));
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** The fields of an event that a partner may receive. */
export const forwardedFields = ({ forward }: EventRules, fields: EventFields): EventFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => forward.fields.includes(name)));
