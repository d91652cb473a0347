/** Names of events and kinds of reports: letters, digits and a few marks, so that nothing personal fits in. */
const namePattern = /^[A-Za-z][A-Za-z0-9_:.-]{0,59}$/;

/** What a marketing event may carry (allow-list): order id, amount and click ids, and where in the visit it happened. */
const eventFields = [
  "orderid",
  "amount",
  "currency",
  "productid",
  "clickid",
  "gclid",
  "tbclid",
  "irclickid",
  "taboolaclickid",
  "shareasaleclickid",
  "everflowtransactionid",
  "deduplicationid",
  "flow_variant",
  "step",
] as const;

const tokenPattern = /^[A-Za-z0-9_.:-]{1,200}$/;

export const isEventName = (name: string): boolean => namePattern.test(name);

/** The allowed fields of an event whose values are numbers or opaque tokens; everything else is left out. */
export function eventFieldsOf(
  body: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, string | number> {
  const given = new Map(Object.entries(body ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    eventFields.flatMap((name) => {
      const value = allowed(given.get(name));
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function allowed(value: unknown): string | number | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return typeof value === "string" && tokenPattern.test(value) ? value : undefined;
}
