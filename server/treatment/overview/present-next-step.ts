import type { Action, NextStep } from "#contract/treatment.ts";
import type { Content } from "#content/load.ts";
import { asks, type Decided } from "./next-step.ts";
import type { Safety } from "./safety.ts";

/** What the sentences name besides the days. */
export interface Named {
  readonly doctor: string | null;
  readonly order: {
    readonly id: string;
    readonly prescription: boolean;
    readonly shipment: { readonly carrier: string; readonly trackingurl: string | null } | null;
  } | null;
}

interface Words extends Pick<Content, "nextsteps" | "brand"> {
  /** Of the practice's own site. */
  readonly marketingOrigin: string;
}

/** The next step in the words of the content. */
export function presentNextStep(content: Words, decided: Decided, named: Named, safety: Safety | null): NextStep {
  const { kind } = decided;
  const { steps, following } = content.nextsteps;
  const step = { kind, asks: asks(kind), orderid: named.order?.id ?? null };
  if (safety !== null) return { ...step, ...safety.panel };
  const words = steps[kind];
  const fill = filler(content, decided.values, named);
  const after = decided.following;
  const then = after === null ? [] : [filler(content, after.values, named)(following[after.kind])];
  const action = trackAction(content, kind, named) ?? words.action;
  return {
    ...step,
    title: fill(words.title),
    text: [fill(words.text), ...then].join(" "),
    action: action ? linkOf(content, action, fill) : null,
    ...(words.also && { also: linkOf(content, words.also, fill) }),
  };
}

/** Leads to the carrier's page of the parcel, where there is one. */
function trackAction({ nextsteps }: Words, kind: Decided["kind"], { order }: Named): Action | null {
  const { trackingurl = null, carrier = "" } = order?.shipment ?? {};
  if (trackingurl === null || (kind !== "shipped" && kind !== "shipped_until")) return null;
  return { label: nextsteps.track.replaceAll("{{carrier}}", () => carrier), href: trackingurl, external: true };
}

/** A name of the practice's own site becomes its address. */
const linkOf = (
  { brand, marketingOrigin }: Words,
  { label, href, external }: Action,
  fill: (words: string) => string,
): Action =>
  href === "treatments"
    ? { label, href: marketingOrigin + brand.marketingpages.treatments }
    : { label, href: fill(href), ...(external && { external }) };

function filler({ nextsteps }: Words, days: Readonly<Record<string, string>>, { doctor, order }: Named) {
  const { places, unknown } = nextsteps;
  const values: Readonly<Record<string, string>> = {
    ...days,
    doctor: doctor ?? unknown.doctor,
    carrier: order?.shipment?.carrier ?? unknown.carrier,
    place: order?.prescription === false ? places.warehouse : places.pharmacy,
    orderid: order?.id ?? "",
  };
  return (words: string): string => words.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}
