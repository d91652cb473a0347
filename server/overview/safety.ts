import { type Emergency, isPhoneLink } from "#contract/emergency/emergency.ts";
import { formatList } from "#contract/fields/formats.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import type { ActionLink, NextStep } from "#contract/treatment/next-step.ts";
import { atHomeTexts, isPrescribedAgain, type Plan, productsAtHome } from "#server/care/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { keepsMedicine, type OpenEmergency } from "#server/emergency/public.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "content">;
type Panel = Pick<NextStep, "title" | "text" | "action"> & { readonly safety: NonNullable<NextStep["safety"]> };

export interface Safety {
  /** `written`: an emergency in the patient's words, which by itself puts no prescription on hold. */
  readonly kind: "emergency" | "stop" | "written";
  readonly panel: Panel;
}

/** A product a doctor put on hold, or stopped where the patient has not read the message about it. */
export interface DoctorStop {
  readonly productId: string;
  readonly isHold: boolean;
}

interface SafetySignals {
  /** The stop that the answers on record raise. */
  readonly stop: ScreeningStop | null;
  /** The stops raised in follow-ups that no doctor has read. */
  readonly followupStops: readonly ScreeningStop[];
  /** The emergency the patient told of that no clinician has closed. */
  readonly openEmergency: OpenEmergency | null;
  readonly doctorStops: readonly DoctorStop[];
}

/**
 * The safety notice above every screen after an answer that speaks against a medicine or an urgent message; null where there is none. An
 * answer counts until a doctor has read the follow-up it was given in, or has prescribed again what was put on hold. An emergency in words counts until
 * a clinician has closed it; once it is read or acknowledged, its notice is a calm one.
 */
export function decideSafety(
  services: Deps,
  plan: Pick<Plan, "prescribed" | "items" | "status">,
  { stop, followupStops, openEmergency, doctorStops }: SafetySignals,
): Safety | null {
  const onHoldProductIds = [...plan.prescribed].filter(([, item]) => item.onHold).map(([productId]) => productId);
  const found = [...followupStops, ...(stop !== null && !isPrescribedAgain(plan) ? [stop] : [])];
  const lead = found.find(({ kind }) => kind === "emergency") ?? found[0];
  const athome = lead ? productsAtHome(plan) : onHoldProductIds;
  const panel = lead
    ? stopPanel(services, lead, found, athome, onHoldProductIds.length > 0)
    : doctorStops.length > 0
      ? doctorsStopPanel(services, doctorStops, onHoldProductIds)
      : onHoldProductIds.length > 0
        ? stopPanel(services, undefined, [], onHoldProductIds, true)
        : null;
  const writtenEmergency = openEmergency?.unread?.emergency;
  if (openEmergency && writtenEmergency && lead?.kind !== "emergency") {
    const atHome = panel ? [] : adviceMeanwhile(services, plan, openEmergency);
    return { kind: panel ? "emergency" : "written", panel: writtenPanel(services, writtenEmergency, panel, atHome) };
  }
  if (openEmergency && !panel)
    return {
      kind: "written",
      panel: calmPanel(services, openEmergency, adviceMeanwhile(services, plan, openEmergency)),
    };
  return panel && { kind: lead?.kind ?? "stop", panel };
}

/** What to do with the medicine at home until a clinician has closed the emergency. */
const adviceMeanwhile = (
  { content }: Deps,
  plan: Pick<Plan, "prescribed" | "items" | "status">,
  { keepsMedicine: keeps }: OpenEmergency,
) => {
  const names = productsAtHome(plan).flatMap((id) => productById(content, id)?.name ?? []);
  const { keep, meanwhile } = content.nextsteps.safety;
  return names.length === 0 ? [] : [{ names, text: keeps ? keep : meanwhile.medicine }];
};

/** After the patient has read the notice, or somebody of the practice has seen it: nothing else leads before a clinician has closed it. */
const calmPanel = (
  { content }: Deps,
  { latest: { kind, phones } }: OpenEmergency,
  athome: ReturnType<typeof adviceMeanwhile>,
): Panel => {
  const { meanwhile, write } = content.nextsteps.safety;
  return {
    ...meanwhile[kind],
    action: { label: write.label, href: write.href },
    safety: { more: "", calls: unique(phones), athome, calm: true },
  };
};

/** The notice shown where the message was written, above anything else the patient must know. */
const writtenPanel = (
  { content }: Deps,
  { title, text, phones }: Emergency,
  other: Panel | null,
  athome: ReturnType<typeof adviceMeanwhile>,
): Panel => ({
  title,
  text,
  action: { ...content.nextsteps.safety.message },
  safety: {
    more: other ? [other.text, other.safety.more].filter(Boolean).join(" ") : "",
    calls: unique([...phones, ...(other?.safety.calls ?? [])]),
    athome: other?.safety.athome ?? athome,
  },
});

/** A doctor stopped a medicine, or put it on hold, and wrote why. */
function doctorsStopPanel({ content }: Deps, stops: readonly DoctorStop[], onHoldProductIds: readonly string[]): Panel {
  const productIds = [...new Set(stops.map(({ productId }) => productId))];
  const items = formatList(productIds.map((id) => productById(content, id)?.name ?? id));
  const [title, text] = stops.some(({ isHold }) => !isHold)
    ? [sentence("overview.stopped_title", { items }), sentence("overview.stopped_text")]
    : [sentence("overview.resting_title", { items }), sentence("overview.resting_text")];
  return {
    title: toText(content, title),
    text: toText(content, text),
    action: { label: toText(content, sentence("overview.read_message_label")), href: "/messages/doctor" },
    safety: {
      more: "",
      calls: [],
      athome: atHomeTexts(content, [...new Set([...productIds, ...onHoldProductIds])], false),
    },
  };
}

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
  const [text = "", ...more] = [...urgent, lead?.text ?? safety.onhold.text, ...(hasOnHold ? [safety.allonhold] : [])];
  return {
    title: lead?.title ?? safety.onhold.title,
    text,
    action: { label: safety.write.label, href: safety.write.href },
    safety: { more: more.join(" "), calls, athome: atHomeTexts(content, productIds, keepTaking) },
  };
}

/** Removes duplicates; phone calls come before pages. */
function unique(actions: readonly { readonly label: string; readonly href: string }[]): ActionLink[] {
  const once = actions.filter(({ href }, index) => actions.findIndex((each) => each.href === href) === index);
  const calls = once.filter(({ href }) => isPhoneLink(href));
  return [...calls, ...once.filter((each) => !calls.includes(each))].map(({ label, href }) => ({
    label,
    href,
    ...(href.startsWith("https:") && { external: true as const }),
  }));
}
