import { consentsOf, recordConsents, type ConsentVersion } from "#server/auth/public.ts";
import { addressById, defaultShipping } from "#server/store/public.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { isServed, type InProgress } from "./in-progress.ts";
import { checkoutConsents } from "./present-view.ts";
import { changeRecord } from "./record-queries.ts";
import type { Visit } from "./visit.ts";

export interface CheckoutBody {
  readonly shippingid?: string | undefined;
  readonly consents?: readonly ConsentVersion[] | undefined;
}

/** Keeps where to ship, one of her own addresses or her default one, and the consents given. */
export async function saveCheckout(
  parts: TxServices,
  { visit }: InProgress,
  { shippingid, consents = [] }: CheckoutBody,
): Promise<Visit> {
  const { patientId, shippingId: kept } = visit.record;
  const wanted = shippingid ?? kept;
  const address =
    wanted === null ? await defaultShipping(parts, patientId) : await addressById(parts, patientId, wanted);
  if (!address) throw new Refusal(wanted === null ? "no_shipping_address" : "not_found");
  if (!isServed(parts.content, address.state)) throw new Refusal("not_available_in_state");
  await keepConsents(parts, patientId, consents);
  await changeRecord(parts.db, patientId, { shipping_id: address.id }, parts.clock.now());
  return { ...visit, record: { ...visit.record, shippingId: address.id } };
}

async function keepConsents(parts: TxServices, patientId: string, given: readonly ConsentVersion[]): Promise<void> {
  const current = checkoutConsents(parts.content);
  const fields = given.flatMap(({ id, version }, index) =>
    current.some((consent) => consent.id === id && consent.version === version)
      ? []
      : [{ path: `consents.${index}.id`, message: "This text has changed. Please reload the page and read it again." }],
  );
  if (fields.length > 0) throw new Refusal("bad_request", { fields });
  const before = await consentsOf(parts, patientId);
  const fresh = given.filter(({ id, version }) => !before.some((each) => each.id === id && each.version === version));
  await recordConsents(parts, patientId, fresh);
}

/** Refuses with `bad_request`, naming it, when a consent that checkout requires was not given in its present version. */
export async function requireConsents(parts: TxServices, patientId: string): Promise<void> {
  const given = await consentsOf(parts, patientId);
  const missing = checkoutConsents(parts.content).filter(
    ({ id, version, required }) => required && !given.some((each) => each.id === id && each.version === version),
  );
  if (missing.length === 0) return;
  const fields = missing.map(({ id, label }) => ({ path: `consents.${id}`, message: `Please tick: ${label}` }));
  throw new Refusal("bad_request", { message: fields[0]?.message ?? "", fields });
}

/** What she agreed to, for the order: `id@version` of each consent. */
export const termsVersionOf = (content: TxServices["content"]): string =>
  checkoutConsents(content)
    .filter(({ required }) => required)
    .map(({ id, version }) => `${id}@${version}`)
    .join(" ");
