import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { StateMovePlaceholder, Passage } from "#content/schema/texts/state-move.ts";
import type { ShippingEffects } from "#contract/account/addresses.ts";
import { formatList, formatMonthDay } from "#contract/fields/formats.ts";
import { formatCents } from "#contract/fields/numbers.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { defaultShippingAddress } from "#server/addresses/public.ts";
import { patientById } from "#server/auth/public.ts";
import { doctorAfterMove } from "#server/care/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { quoteNextChargeByState, loadSubscriptions } from "#server/treatment/public.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "config" | "secrets">;

/** What would change for the patient if orders went to `state`; changes nothing. Refuses `bad_request` for an unknown state. */
export async function readShippingEffects(
  services: Deps,
  patientId: string,
  state: string,
): Promise<z.output<typeof ShippingEffects>> {
  const { content } = services;
  const stateOf = (id: string | null | undefined) => content.states.find((each) => each.id === id) ?? null;
  const to = stateOf(state);
  if (!to) throw new Refusal("bad_request", { fields: [{ path: "state", message: sentence("account.choose_state") }] });
  const [patient, address, care, subscriptions] = await Promise.all([
    patientById(services, patientId),
    defaultShippingAddress(services, patientId),
    doctorAfterMove(services, patientId, state),
    loadSubscriptions(services, patientId, new Map()),
  ]);
  const activeSubscriptions = subscriptions.filter(({ status }) => status !== "cancelled");
  const from = stateOf(patient.state ?? address?.state);
  return decideShippingEffects(content.statemove, {
    from,
    to,
    doctor: care && { name: care.doctor.name, succession: care.succession },
    charge: from && (await nextCharge(services, patientId, [from.id, to.id])),
    faceProducts: activeSubscriptions.filter((each) => isFaceProduct(content, each)).map(({ item }) => item.name),
    hasPlan: activeSubscriptions.length > 0,
  });
}

const isFaceProduct = (content: Content, { item }: Subscription) =>
  productById(content, item.productid)?.categories.includes("face") === true;

async function nextCharge(
  services: Deps,
  patientId: string,
  states: readonly string[],
): Promise<StateMoveFacts["charge"]> {
  const next = await quoteNextChargeByState(services, patientId, states);
  const [nowCents, thenCents] = next?.cents ?? [];
  if (!next || nowCents === undefined || thenCents === undefined) return null;
  return { day: formatMonthDay(next.day), nowCents, thenCents };
}

type State = Content["states"][number];
type Effects = z.output<typeof ShippingEffects>;
type Effect = Effects["effects"][number];
type Values = Readonly<Partial<Record<StateMovePlaceholder, string>>>;

/** What decides which effects a move to another state has for the patient. */
export interface StateMoveFacts {
  /** Where the patient gets their medicine at present; null while unknown. */
  readonly from: State | null;
  readonly to: State;
  /** Null while no doctor treats the patient. */
  readonly doctor: { readonly name: string; readonly succession: "stays" | "changes" | "nobody" } | null;
  /** The next charge in both states, tax and shipping included, in cents; `day` in words. Null when none is planned. */
  readonly charge: { readonly day: string; readonly nowCents: number; readonly thenCents: number } | null;
  /** Names of the face products the patient has. */
  readonly faceProducts: readonly string[];
  /** The patient has a plan whose prices and dates go on. */
  readonly hasPlan: boolean;
}

/** What another state would change for the patient, in the practice's words, before the move. */
export function decideShippingEffects(words: Content["statemove"], facts: StateMoveFacts): Effects {
  const { from, to, doctor, charge, faceProducts } = facts;
  const values: Values = {
    to: to.name,
    ...(from && { from: from.name }),
    ...(doctor && { doctor: doctor.name }),
    ...(charge && { day: charge.day, now: formatCents(charge.nowCents), then: formatCents(charge.thenCents) }),
    products: formatList(faceProducts),
  };
  const result = (possible: Effects["possible"], passage: Passage, effects: Effect[] = []): Effects => {
    return { from: from?.id ?? null, to: to.id, possible, ...fillPassage(passage, values), effects };
  };
  if (to.status !== "served") return result("no", words.notserved);
  if (from?.id === to.id) return result("same", words.same);
  return result(
    "yes",
    words.served,
    listEffects(words, facts).map(({ topic, kind, passage }) => ({ topic, kind, ...fillPassage(passage, values) })),
  );
}

type FoundEffect = Pick<Effect, "topic" | "kind"> & { readonly passage: Passage };

/** Changes first, then what stays. */
function listEffects(
  words: Content["statemove"],
  { from, to, doctor, charge, faceProducts, hasPlan }: StateMoveFacts,
): FoundEffect[] {
  const effects: FoundEffect[] = [];
  const changes = (topic: Effect["topic"], passage: Passage) => effects.push({ topic, kind: "changes", passage });
  const stays = (topic: Effect["topic"], passage: Passage) => effects.push({ topic, kind: "stays", passage });

  if (doctor?.succession === "stays") stays("doctor", words.doctor.stays);
  else if (doctor) changes("doctor", words.doctor[doctor.succession]);

  if (!charge) stays("tax", words.tax.unknown);
  else if (charge.nowCents === charge.thenCents) stays("tax", words.tax.same);
  else changes("tax", words.tax.changes);

  if (to.adminchat && from?.adminchat === false) changes("messages", words.messages.gained);
  else if (!to.adminchat && from?.adminchat) changes("messages", words.messages.lost);
  else stays("messages", words.messages.stays);

  if (faceProducts.length > 0 && !to.facevisits && from?.facevisits !== false) changes("face", words.face.lost);
  if (hasPlan) stays("plan", words.plan.stays);
  return effects.toSorted((a, b) => Number(a.kind === "stays") - Number(b.kind === "stays"));
}

/** A passage with its placeholders filled in. */
function fillPassage({ title, text }: Passage, values: Values): Passage {
  return { title: fillPlaceholders(title, values), text: fillPlaceholders(text, values) };
}
