import type { LineRow } from "#server/orders/public.ts";
import { type Database, inTransaction, type Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { storedLabel } from "./label-parts.ts";
import { matchCodes, type NamedLine, type Packing } from "./match-scans.ts";
import {
  type Fills,
  linesNamed,
  loadOrderToSend,
  type OrderToSend,
  requireNotHeld,
  requireLots,
  requireNotSent,
  requirePrescriptions,
} from "./order-to-send.ts";
import { requireNotRecalled, requireOwnBoxes } from "./refused-boxes.ts";
import { labelsOf, type Packer, type Verification, verificationOf, type VerifiedBy } from "./verification.ts";

/**
 * A box leaves only after its code was matched with what is prescribed, or somebody vouched for it: a person with a reason, two people, or a pharmacy's
 * own system, which has matched it by its own scanners and is known by its key.
 */

/** A lot without a code: a system answers for it, a person says why, or has another person verify it. An item without a prescription needs none of it. */
export function vouchedFor(
  services: Refuses<"wrong_state">,
  {
    line,
    named,
    packer,
    signing,
  }: {
    readonly line: LineRow;
    readonly named: NamedLine;
    readonly packer: Packer;
    readonly signing: VerifiedBy;
  },
): Packing {
  const packed = {
    ...{ line: line.line, lotNumber: named.lotnumber ?? null, expiresOn: named.expireson ?? null, boxes: [] },
  };
  if (named.uncoded !== undefined) {
    if (line.prescription && (packed.lotNumber === null || packed.expiresOn === null))
      throw services.refuse("wrong_state", {
        message: `Please enter the lot of ${line.name} and its end as they stand on the box.`,
      });
    return { ...packed, matched: "vouched", reason: named.uncoded };
  }
  if (packer.isSystem) return { ...packed, matched: "system", reason: null };
  if (!line.prescription) return { ...packed, matched: null, reason: null };
  if (packed.lotNumber !== null && packed.expiresOn !== null && !signing.verified && signing.verifiedby === undefined)
    return { ...packed, matched: "two_people", reason: null };
  throw services.refuse("wrong_state", {
    message: `Please scan the boxes of ${line.name}, or say why they have no code.`,
  });
}

/**
 * Records from which boxes or lots lines of an order were packed; a repeat corrects it until they leave. Refuses as `shipOrder`, by today: a lot that
 * would end too early if it left today is not packed at all.
 */
export function packOrder(
  services: Services & Refuses<"prescription_needed" | "waits_for_clinician" | "wrong_state">,
  orderId: string,
  {
    named,
    packer,
    signing,
  }: { readonly named: readonly NamedLine[]; readonly packer: Packer; readonly signing: VerifiedBy },
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const toSend = await loadOrderToSend(tx, services, orderId);
    const { order } = toSend;
    if (!orderStates.toSend.has(order.status)) throw services.refuse("wrong_state");
    const lines = linesNamed(services, toSend, named);
    requireNotSent(services, toSend, lines);
    await requireNotHeld(services, tx.db, order);
    await requirePrescriptions(services, tx, order, lines);
    const { packed } = await packingsOf(services, tx, { orderId, lines, named, packer, signing, fills: null });
    await requireNotRecalled(services, tx, lines, packed);
    await requireOwnBoxes(services, tx.db, orderId, packed);
    await requireLots(services, tx, order, { lines, packed });
    const verification = verificationOf(services, { packer, signing, packed, isSent: false });
    await storePacking(tx, toSend, { packer, packed, verification, labels: await labelsOf(tx, order) });
  });
}

interface LinesToPack {
  readonly orderId: string;
  readonly lines: readonly LineRow[];
  readonly named: readonly NamedLine[];
  readonly packer: Packer;
  readonly signing: VerifiedBy;
  /** What was packed before counts where a call says nothing of a line. Null: it says how each is packed. */
  readonly fills: Fills | null;
}

/** How lines are packed, and which of that is new: as the call says, or as they were packed before. */
export async function packingsOf(
  services: Refuses<"wrong_state">,
  tx: TxServices,
  { orderId, lines, named, packer, signing, fills }: LinesToPack,
): Promise<{ readonly packed: readonly Packing[]; readonly changed: readonly Packing[] }> {
  const all = lines.map((line) => ({
    line,
    named: named.find(({ pricingid }) => pricingid === line.pricing_id) ?? { pricingid: line.pricing_id },
    before: fills?.find((fill) => fill.line === line.line && fill.parcel === null) ?? null,
  }));
  const scanned = matchCodes(
    { ...services, content: tx.content, clock: tx.clock },
    all.filter((each) => each.named.codes !== undefined),
  );
  const hasScans = all.some(({ before }) => before?.matched === "code");
  const boxes = hasScans ? await packedBoxRows(tx.db, [orderId]).execute() : [];
  const changed: Packing[] = [...scanned];
  const packed = all.map((each) => {
    const found = scanned.find(({ line }) => line === each.line.line);
    if (found) return found;
    const { line, before } = each;
    if (fills !== null && each.named.lotnumber === undefined) {
      const own = boxes.filter((box) => box.line === line.line && box.parcel === null);
      const asBefore = before && packedBefore(before, own);
      if (asBefore && (asBefore.matched !== null || !line.prescription)) return asBefore;
      if (line.prescription && !packer.isSystem)
        throw services.refuse("wrong_state", {
          message: `${line.name} isn’t packed yet. Please pack it first, so that its boxes are scanned.`,
        });
    }
    const from = { lotnumber: before?.lot_number ?? undefined, expireson: before?.expires_on ?? undefined };
    const isKept = fills !== null && each.named.lotnumber === undefined;
    const vouched = vouchedFor(services, {
      line,
      named: isKept ? { ...each.named, ...from } : each.named,
      packer,
      signing,
    });
    changed.push(vouched);
    return vouched;
  });
  return { packed, changed };
}

const packedBefore = (
  fill: Fills[number],
  boxes: Awaited<ReturnType<ReturnType<typeof packedBoxRows>["execute"]>>,
): Packing => ({
  ...{ line: fill.line, lotNumber: fill.lot_number, expiresOn: fill.expires_on },
  ...{ matched: fill.matched, reason: fill.uncoded_reason },
  boxes: boxes.map((box) => ({
    ...{ gtin: box.gtin, ndc: box.ndc, serial: box.serial, whole: box.whole },
    ...{ lotNumber: box.lot_number, expiresOn: box.expires_on },
  })),
});

/** Keeps how lines were packed, in place of what was packed of them before and has not left. */
export async function storePacking(
  { db, clock }: Pick<TxServices, "clock"> & { readonly db: Tx },
  { order, lines }: Pick<OrderToSend, "order" | "lines">,
  {
    packer,
    packed,
    verification,
    labels,
  }: {
    readonly packer: Packer;
    readonly packed: readonly Packing[];
    readonly verification: Verification | null;
    readonly labels: Awaited<ReturnType<typeof labelsOf>>;
  },
): Promise<void> {
  const now = clock.now();
  for (const { line, lotNumber, expiresOn, matched, reason, boxes } of packed) {
    const packedLine = lines.find((each) => each.line === line);
    const columns = {
      label_digests: packedLine ? storedLabel(labels(packedLine, now)) : null,
      ...{ lot_number: lotNumber, expires_on: expiresOn, packed_at: now },
      ...{
        matched,
        uncoded_reason: reason,
        ...(matched === null ? noSignatures : signaturesOf(packer, verification, now)),
      },
    };
    const { id } = await db
      .insertInto("order_fill")
      .values({ id: newId(), order_id: order.id, line, ...columns })
      .onConflict((conflict) => conflict.columns(["order_id", "line"]).where("parcel", "is", null).doUpdateSet(columns))
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.deleteFrom("packed_box").where("fill_id", "=", id).execute();
    const rows = boxes.map((box) => ({
      ...{ id: newId(), fill_id: id, gtin: box.gtin, ndc: box.ndc, serial: box.serial, whole: box.whole },
      ...{ lot_number: box.lotNumber, expires_on: box.expiresOn },
    }));
    if (rows.length > 0) await db.insertInto("packed_box").values(rows).execute();
  }
}

const unverified = { verifier: null, verifier_name: null, verified_at: null };
const noSignatures = { packer: null, packer_name: null, ...unverified };

const signaturesOf = (packer: Packer, verification: Verification | null, now: Date) => ({
  ...{ packer: packer.actor, packer_name: packer.name },
  ...(verification === null
    ? unverified
    : { ...unverified, verifier: verification.actor, verifier_name: verification.name, verified_at: now }),
});

/** The boxes of orders' fills that weren't voided, in the order they were scanned. */
export const packedBoxRows = (db: Database, orderIds: readonly string[]) =>
  db
    .selectFrom("packed_box")
    .innerJoin("order_fill", "order_fill.id", "packed_box.fill_id")
    .select(["order_fill.order_id", "order_fill.line", "order_fill.parcel"])
    .select(["packed_box.ndc", "packed_box.lot_number", "packed_box.expires_on", "packed_box.serial"])
    .select(["packed_box.gtin", "packed_box.whole"])
    .where("order_fill.order_id", "in", [...orderIds])
    .where("order_fill.voided_at", "is", null)
    .orderBy("packed_box.id");
