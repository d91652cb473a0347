import { addressById, defaultShippingAddress, requireStateServed } from "#server/addresses/public.ts";
import { latestConsents, recordConsents, type ConsentVersion } from "#server/auth/public.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { VisitInProgress } from "../flow/in-progress.ts";
import { updateVisitRecord } from "../flow/record-queries.ts";
import type { Visit } from "../flow/visit.ts";
import { checkoutConsents } from "../visit/present-step.ts";

export interface CheckoutInput {
  readonly shippingid?: string | undefined;
  readonly consents?: readonly ConsentVersion[] | undefined;
}

/** Saves where to ship, one of the patient's own addresses or the default one, and the consents given. */
export async function saveCheckout(
  services: TxServices & Refuses<"no_shipping_address" | "not_available_in_state">,
  { visit }: VisitInProgress,
  { shippingid, consents = [] }: CheckoutInput,
): Promise<Visit> {
  const { patientId, shippingId: savedShippingId } = visit.record;
  const wantedShippingId = shippingid ?? savedShippingId;
  const address =
    wantedShippingId === null
      ? await defaultShippingAddress(services, patientId)
      : await addressById(services, patientId, wantedShippingId);
  if (!address) throw wantedShippingId === null ? services.refuse("no_shipping_address") : new Refusal("not_found");
  requireStateServed(services, address.state);
  await saveCheckoutConsents(services, patientId, consents);
  await updateVisitRecord(services.db, patientId, { shipping_address_id: address.id }, services.clock.now());
  return { ...visit, record: { ...visit.record, shippingId: address.id } };
}

async function saveCheckoutConsents(
  services: TxServices,
  patientId: string,
  given: readonly ConsentVersion[],
): Promise<void> {
  const current = checkoutConsents(services.content);
  const fields = given.flatMap(({ id, version }, index) =>
    current.some((consent) => consent.id === id && consent.version === version)
      ? []
      : [{ path: `consents.${index}.id`, message: sentence("onboarding.consent_changed") }],
  );
  if (fields.length > 0) throw new Refusal("bad_request", { fields });
  const before = await latestConsents(services, patientId);
  const newConsents = given.filter(
    ({ id, version }) => !before.some((each) => each.id === id && each.version === version),
  );
  await recordConsents(services, patientId, newConsents);
}

/** Refuses with `bad_request`, naming the consent, when a consent that checkout requires was not given in its current version. */
export async function requireConsents(services: TxServices, patientId: string): Promise<void> {
  const given = await latestConsents(services, patientId);
  const missing = checkoutConsents(services.content).filter(
    ({ id, version, required }) => required && !given.some((each) => each.id === id && each.version === version),
  );
  if (missing.length === 0) return;
  const fields = missing.map(({ id, label }) => ({
    path: `consents.${id}`,
    message: sentence("onboarding.consent_missing", { label }),
  }));
  throw new Refusal("bad_request", { message: fields[0]?.message ?? "", fields });
}

/** What the patient agreed to, for the order: `id@version` of each required consent. */
export const termsVersionOf = (content: TxServices["content"]): string =>
  checkoutConsents(content)
    .filter(({ required }) => required)
    .map(({ id, version }) => `${id}@${version}`)
    .join(" ");
