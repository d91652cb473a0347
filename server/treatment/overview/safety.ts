import type { Action, NextStep } from "#contract/treatment.ts";
import { type Emergency, isCall } from "#contract/emergency.ts";
import type { Stop } from "#contract/questions.ts";
import type { Services } from "#server/platform/services.ts";
import { atHomeTexts, isPrescribedAgain, keepsMedicine, type Plan, productsAtHome } from "#server/care/public.ts";

type Parts = Pick<Services, "content">;
type Panel = Pick<NextStep, "title" | "text" | "action"> & { readonly safety: NonNullable<NextStep["safety"]> };

export interface Safety {
  /** `written`: an emergency in a message, which holds no prescription by itself. */
  readonly kind: "emergency" | "stop" | "written";
  readonly panel: Panel;
}

interface Alarms {
  /** What speaks against the treatment in the answers on record. */
  readonly stop: Stop | null;
  /** What was told in reviews that no doctor has read. */
  readonly told: readonly Stop[];
  /** What was written in a message. */
  readonly written: Emergency | null;
}

/**
 * What leads every screen after an answer that speaks against a medicine, or a message that cannot wait; null where there is none. An answer
 * holds until a doctor has dealt with it: has read the review it was told in, or has prescribed again what was withheld. A message holds
 * until the patient has put it aside or a person of the practice has taken care of it.
 */
export function safetyOf(
  parts: Parts,
  plan: Pick<Plan, "prescribed" | "items" | "status">,
  { stop, told, written }: Alarms,
): Safety | null {
  const withheld = [...plan.prescribed].filter(([, item]) => item.withheld).map(([productId]) => productId);
  const found = [...told, ...(stop !== null && !isPrescribedAgain(plan) ? [stop] : [])];
  const lead = found.find(({ kind }) => kind === "emergency") ?? found[0];
  const athome = lead ? productsAtHome(plan) : withheld;
  const panel = lead || withheld.length > 0 ? panelOf(parts, lead, found, athome, withheld.length > 0) : null;
  if (written && lead?.kind !== "emergency")
    return { kind: panel ? "emergency" : "written", panel: writtenPanel(parts, written, panel) };
  return panel && { kind: lead?.kind ?? "stop", panel };
}

/**
 * What was shown where it was written, above what else is to be known. Of the medicine it says nothing by itself: only a person can tell from
 * such words.
 */
const writtenPanel = ({ content }: Parts, { title, text, phones }: Emergency, other: Panel | null): Panel => ({
  title,
  text,
  action: { ...content.nextsteps.safety.message },
  safety: {
    more: other ? [other.text, other.safety.more].filter(Boolean).join(" ") : "",
    calls: unique([...phones, ...(other?.safety.calls ?? [])]),
    athome: other?.safety.athome ?? [],
  },
});

function panelOf(
  { content }: Parts,
  lead: Stop | undefined,
  found: readonly Stop[],
  productIds: readonly string[],
  held: boolean,
): Panel {
  const { safety } = content.nextsteps;
  const rules = found.flatMap(({ ruleid }) => content.rules.find(({ id }) => id === ruleid) ?? []);
  const urgent = rules.flatMap(({ incare }) => incare?.text ?? []);
  const keep = found.length > 0 && found.every(({ ruleid }) => keepsMedicine(content, ruleid));
  const own = rules.flatMap(({ incare }) => incare?.actions ?? []);
  const calls = unique([...own, ...found.flatMap(({ actions }) => actions)]);
  const [text = "", ...more] = [...urgent, lead?.text ?? safety.withheld.text, ...(held ? [safety.held] : [])];
  return {
    title: lead?.title ?? safety.withheld.title,
    text,
    action: { label: safety.write.label, href: safety.write.href },
    safety: { more: more.join(" "), calls, athome: atHomeTexts(content, productIds, keep) },
  };
}

/** Each once; calls before pages. */
function unique(actions: readonly { readonly label: string; readonly href: string }[]): Action[] {
  const once = actions.filter(({ href }, index) => actions.findIndex((each) => each.href === href) === index);
  const calls = once.filter(({ href }) => isCall(href));
  return [...calls, ...once.filter((each) => !calls.includes(each))].map(({ label, href }) => ({
    label,
    href,
    ...(href.startsWith("https:") && { external: true as const }),
  }));
}
