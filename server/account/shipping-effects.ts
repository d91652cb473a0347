import type * as z from "zod/mini";
import type { ShippingEffects } from "#contract/account.ts";
import type { Subscription } from "#contract/entities.ts";
import type { Content } from "#content/loader/load.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { doctorAfterMove } from "#server/care/public.ts";
import { defaultShippingAddress, productById } from "#server/store/public.ts";
import { quoteNextChargeByState, loadSubscriptions } from "#server/treatment/public.ts";
import { type StateMoveFacts, decideShippingEffects } from "./moving-rules.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "config" | "secrets">;

/** What it would change for her if orders went to `state`; nothing is changed. Refuses `bad_request` for a state there is not. */
export async function readShippingEffects(
  services: Deps,
  patientId: string,
  state: string,
): Promise<z.output<typeof ShippingEffects>> {
  const { content } = services;
  const stateOf = (id: string | null | undefined) => content.states.find((each) => each.id === id) ?? null;
  const to = stateOf(state);
  if (!to) throw new Refusal("bad_request", { fields: [{ path: "state", message: "Please choose your state." }] });
  const [patient, address, care, subscriptions] = await Promise.all([
    patientById(services, patientId),
    defaultShippingAddress(services, patientId),
    doctorAfterMove(services, patientId, state),
    loadSubscriptions(services, patientId, new Map()),
  ]);
  const activeSubscriptions = subscriptions.filter(({ status }) => status !== "cancelled");
  const from = stateOf(patient.state ?? address?.state);
  return decideShippingEffects(content.moving, {
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
  return { day: dayText(next.day), nowCents, thenCents };
}

const dates = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });

/** `2026-03-09` as “March 9”. */
const dayText = (day: string): string => dates.format(new Date(day));
