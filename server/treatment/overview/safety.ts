import type { ActionLink, NextStep } from "#contract/treatment.ts";
import { type Emergency, isPhoneLink } from "#contract/emergency/emergency.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import type { Services } from "#server/platform/services.ts";
import { atHomeTexts, isPrescribedAgain, keepsMedicine, type Plan, productsAtHome } from "#server/care/public.ts";

type Deps = Pick<Services, "content">;
type Panel = Pick<NextStep, "title" | "text" | "action"> & { readonly safety: NonNullable<NextStep["safety"]> };

export interface Safety {
  /** `written`: an emergency in a message, which holds no prescription by itself. */
  readonly kind: "emergency" | "stop" | "written";
  readonly panel: Panel;
}

interface SafetySignals {
  /** What speaks against the treatment in the answers on record. */
  readonly stop: ScreeningStop | null;
  /** What was told in reviews that no doctor has read. */
  readonly told: readonly ScreeningStop[];
  /** What was written in a message. */
  readonly written: Emergency | null;
}

/**
 * What leads every screen after an answer that speaks against a medicine, or a message that cannot wait; null where there is none. An answer
 * holds until a doctor has dealt with it: has read the review it was told in, or has prescribed again what was withheld. A message holds
 * until the patient has put it aside or a person of the practice has taken care of it.
 */
export function decideSafety(
  services: Deps,
  plan: Pick<Plan, "prescribed" | "items" | "status">,
  { stop, told: followupStops, written: writtenEmergency }: SafetySignals,
): Safety | null {
  const onHoldProductIds = [...plan.prescribed].filter(([, item]) => item.withheld).map(([productId]) => productId);
  const found = [...followupStops, ...(stop !== null && !isPrescribedAgain(plan) ? [stop] : [])];
  const lead = found.find(({ kind }) => kind === "emergency") ?? found[0];
  const athome = lead ? productsAtHome(plan) : onHoldProductIds;
  const panel =
    lead || onHoldProductIds.length > 0 ? stopPanel(services, lead, found, athome, onHoldProductIds.length > 0) : null;
  if (writtenEmergency && lead?.kind !== "emergency")
    return { kind: panel ? "emergency" : "written", panel: writtenPanel(services, writtenEmergency, panel) };
  return panel && { kind: lead?.kind ?? "stop", panel };
}

/**
 * What was shown where it was written, above what else is to be known. Of the medicine it says nothing by itself: only a person can tell from
 * such words.
 */
const writtenPanel = ({ content }: Deps, { title, text, phones }: Emergency, other: Panel | null): Panel => ({
  title,
  text,
  action: { ...content.nextsteps.safety.message },
  safety: {
    more: other ? [other.text, other.safety.more].filter(Boolean).join(" ") : "",
    calls: unique([...phones, ...(other?.safety.calls ?? [])]),
    athome: other?.safety.athome ?? [],
  },
});

function stopPanel(
  { content }: Deps,
  lead: ScreeningStop | undefined,
  found: readonly ScreeningStop[],
  productIds: readonly string[],
  hasOnHold: boolean,
): Panel {
  const { safety } = content.nextsteps;
  const rules = found.flatMap(({ ruleid }) => content.rules.find(({ id }) => id === ruleid) ?? []);
  const urgent = rules.flatMap(({ incare }) => incare?.text ?? []);
  const keepTaking = found.length > 0 && found.every(({ ruleid }) => keepsMedicine(content, ruleid));
  const ruleActions = rules.flatMap(({ incare }) => incare?.actions ?? []);
  const calls = unique([...ruleActions, ...found.flatMap(({ actions }) => actions)]);
  const [text = "", ...more] = [...urgent, lead?.text ?? safety.withheld.text, ...(hasOnHold ? [safety.held] : [])];
  return {
    title: lead?.title ?? safety.withheld.title,
    text,
    action: { label: safety.write.label, href: safety.write.href },
    safety: { more: more.join(" "), calls, athome: atHomeTexts(content, productIds, keepTaking) },
  };
}

/** Each once; calls before pages. */
function unique(actions: readonly { readonly label: string; readonly href: string }[]): ActionLink[] {
  const once = actions.filter(({ href }, index) => actions.findIndex((each) => each.href === href) === index);
  const calls = once.filter(({ href }) => isPhoneLink(href));
  return [...calls, ...once.filter((each) => !calls.includes(each))].map(({ label, href }) => ({
    label,
    href,
    ...(href.startsWith("https:") && { external: true as const }),
  }));
}
