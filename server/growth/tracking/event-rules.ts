import type { Content } from "#content/loader/load.ts";
import { isSensitiveText } from "#contract/growth/sensitive-text.ts";
import { opaqueIdOf } from "#contract/growth/campaign-values.ts";

type EventRules = Content["events"];

/** Ids of one click, which a browser that asks for privacy does not leave. */
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

/** What each field may hold; one without a shape holds nothing. */
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

/** Whether a browser may write this event down. */
export const isBrowserEvent = ({ events }: EventRules, name: string): boolean =>
  events.some((event) => event.name === name && event.from === "browser");

/** The allowed fields of an event whose values have their shapes; everything else is left out. */
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

/** What a partner may be told of an event. */
export const forwardedFields = ({ forward }: EventRules, fields: EventFields): EventFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => forward.fields.includes(name)));
