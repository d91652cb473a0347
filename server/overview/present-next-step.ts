import type { Content } from "#content/loader/load.ts";
import { formatList } from "#contract/fields/formats.ts";
import type { ActionItem, ActionLink, Arrival, NextStep } from "#contract/treatment/next-step.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import type { DueDose } from "#server/wellbeing/public.ts";
import { asks, type NextStepDecision } from "./next-step.ts";
import type { Safety } from "./safety.ts";

/** What the sentences contain besides days. */
export interface NextStepNames {
  readonly doctor: string | null;
  readonly order: {
    readonly id: string;
    readonly prescription: boolean;
    readonly shipment: { readonly carrier: string; readonly trackingurl: string | null } | null;
  } | null;
  /** The follow-up that awaits answers, in its own words. */
  readonly review: Pick<ActionItem, "title" | "text" | "label" | "href"> | null;
  readonly dose: DueDose | null;
  /** What is said where a first box has arrived. */
  readonly arrival: (Arrival & { readonly title: string }) | null;
  /** Title of the doctor's change that stopped something. */
  readonly change: string | null;
}

interface NextStepContent extends Pick<Content, "nextsteps" | "brand"> {
  /** Origin of the practice's own site. */
  readonly marketingOrigin: string;
}

/** The next step as sentences of the content. */
export function presentNextStep(
  content: NextStepContent,
  decided: NextStepDecision,
  names: NextStepNames,
  safety: Safety | null,
): NextStep {
  const { kind } = decided;
  const { steps, following } = content.nextsteps;
  const step = { kind, needspatient: asks(kind), orderid: names.order?.id ?? null };
  if (safety !== null) return { ...step, ...safety.panel };
  if (kind === "treatment_review" && names.review !== null) {
    const { title, text, label, href } = names.review;
    return { ...step, title, text, action: { label, href } };
  }
  const words = steps[kind];
  const fill = placeholderFiller(content, decided.values, names);
  const after = decided.following;
  const then = after === null ? [] : [placeholderFiller(content, after.values, names)(following[after.kind])];
  const action = trackAction(content, kind, names) ?? words.action;
  return {
    ...step,
    title: fill(words.title),
    text: [fill(words.text), ...then].join(" "),
    action: action ? linkOf(content, action, fill) : null,
    ...(kind === "dose_today" && names.dose && { dose: doseOf(names.dose) }),
    ...(kind === "arrival" && names.arrival && { arrival: arrivalOf(names.arrival) }),
    ...(decided.stages && { stages: stagesOf(content, decided.stages, names) }),
    ...(words.secondaryaction && { secondaryaction: linkOf(content, words.secondaryaction, fill) }),
  };
}

const doseOf = ({ prescriptionId: id, name, day }: DueDose): NextStep["dose"] => ({ id, name, day });

const arrivalOf = ({ medicines, pair, expect, urgent }: Arrival): Arrival => ({ medicines, pair, expect, urgent });

const stagesOf = (
  content: NextStepContent,
  stages: NonNullable<NextStepDecision["stages"]>,
  names: NextStepNames,
): NextStep["stages"] =>
  stages.map(({ kind, values }) => {
    const fill = placeholderFiller(content, values, names);
    const { when, text } = content.nextsteps.stages[kind];
    return { when: fill(when), text: fill(text) };
  });

const parcelKinds: readonly NextStepDecision["kind"][] = ["shipped", "shipped_until", "shipped_today"];

/** A link to the carrier's tracking page, where there is one. */
function trackAction(
  { nextsteps }: NextStepContent,
  kind: NextStepDecision["kind"],
  { order }: NextStepNames,
): ActionLink | null {
  const { trackingurl = null, carrier = "" } = order?.shipment ?? {};
  if (trackingurl === null || !parcelKinds.includes(kind)) return null;
  return { label: fillPlaceholders(nextsteps.track, { carrier }), href: trackingurl, external: true };
}

/** Resolves a link; the name `treatments` becomes an address of the practice's own site. */
const linkOf = (
  { brand, marketingOrigin }: NextStepContent,
  { label, href, external }: ActionLink,
  fill: (words: string) => string,
): ActionLink =>
  href === "treatments"
    ? { label, href: marketingOrigin + brand.marketingpages.treatments }
    : { label: fill(label), href: fill(href), ...(external && { external }) };

/** “Estradiol patch and progesterone capsule”. */
const listOfNames = (names: readonly string[]): string =>
  formatList(
    names.map((name, index) => (index === 0 ? name : name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()))),
  );

function placeholderFiller(
  { nextsteps }: NextStepContent,
  days: Readonly<Record<string, string>>,
  { doctor, order, dose, change, arrival }: NextStepNames,
) {
  const { places, unknown } = nextsteps;
  const values: Readonly<Record<string, string>> = {
    ...days,
    doctor: doctor ?? unknown.doctor,
    carrier: order?.shipment?.carrier ?? unknown.carrier,
    place: order?.prescription === false ? places.warehouse : places.pharmacy,
    orderid: order?.id ?? "",
    dose: dose?.title ?? "",
    medicine: dose?.name ?? "",
    change: change ?? unknown.change,
    begin: arrival?.title ?? "",
    medicines: listOfNames(arrival?.medicines.map(({ name }) => name) ?? []),
  };
  return (words: string): string => words.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}
