import type { matchedBy } from "#contract/care/packed-lines.ts";
import { type BoxCode, readBoxCode } from "#contract/dispensing/box-code.ts";
import { boxProblem, boxTwice, countProblem, type LineToPack, packageOf } from "#contract/dispensing/match-boxes.ts";
import { dashedNdc, elevenDigits, isSameNdc } from "#contract/dispensing/ndc.ts";
import { productById } from "#server/catalogue/public.ts";
import type { LineRow } from "#server/orders/public.ts";
import { clinicToday, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { orderFillRows } from "#server/prescriptions/public.ts";

/**
 * A box leaves only after its code was matched with what is prescribed, or somebody vouched for it: a person with a reason, or a pharmacy's own system,
 * which has matched it by its own scanners and is known by its key.
 */

/** Who packs. */
export interface Packer {
  /** As the audit names them. */
  readonly actor: string;
  readonly isSystem: boolean;
}

/** What a call says of a line. */
export interface NamedLine {
  readonly pricingid: string;
  readonly lotnumber?: string | undefined;
  readonly expireson?: string | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly uncoded?: string | undefined;
}

export interface PackedBox {
  readonly gtin: string;
  readonly ndc: string;
  readonly lotNumber: string | null;
  readonly expiresOn: string | null;
  readonly serial: string | null;
  readonly whole: boolean;
}

/** How a line was packed. */
export interface Packing {
  readonly line: number;
  /** Of several lots the one that ends first. */
  readonly lotNumber: string | null;
  readonly expiresOn: string | null;
  readonly matched: (typeof matchedBy)[number] | null;
  readonly reason: string | null;
  readonly boxes: readonly PackedBox[];
}

type Fills = Awaited<ReturnType<ReturnType<typeof orderFillRows>["execute"]>>;
type ContentAndClock = Pick<Services, "content" | "clock">;

/** What is to be packed of a line today, with the packages that may leave for it. */
export function lineToPack(
  services: ContentAndClock,
  line: Pick<LineRow, "product_id" | "pricing_id" | "name" | "dosage" | "quantity" | "days_supply">,
): LineToPack {
  const today = clinicToday(services);
  const product = productById(services.content, line.product_id);
  const pricing = product?.pricings.find(({ pricingid }) => pricingid === line.pricing_id);
  return {
    name: `${line.name} ${line.dosage}`,
    packages: (product?.ndcs ?? [])
      .filter(({ since }) => since <= today)
      .map(({ ndc, units }) => ({ ndc, units: units ?? null })),
    units: pricing ? pricing.unitsdispensed * line.quantity : null,
    days: line.days_supply * line.quantity,
  };
}

/** Reads and matches what was scanned of lines that are packed together. Refuses, saying what to do, whatever isn't what is prescribed. */
export function matchCodes(
  services: ContentAndClock & Refuses<"wrong_state">,
  lines: readonly { readonly line: LineRow; readonly named: NamedLine }[],
): Packing[] {
  const refuse = (message: string) => services.refuse("wrong_state", { message });
  const read = lines.map(({ line, named }) => {
    const packed = lineToPack(services, line);
    const boxes = (named.codes ?? []).map((scanned) => {
      const { code, problem } = readBoxCode(scanned);
      if (code === undefined) throw refuse(`${packed.name}: ${problem}`);
      const box = { ...code, lot: code.lot ?? named.lotnumber ?? null, endson: code.endson ?? named.expireson ?? null };
      const mismatch = otherPackage(services, packed, box) ?? boxProblem(packed, box, clinicToday(services));
      if (mismatch !== null) throw refuse(mismatch);
      if (box.lot === null || box.endson === null)
        throw refuse(`The code of ${packed.name} has no lot or no end. Please enter both as they stand on the box.`);
      return box;
    });
    if (named.uncoded !== undefined)
      throw refuse(`${packed.name} has codes and a reason for having none. Please send one of them.`);
    if (named.lotnumber !== undefined && boxes.every(({ lot }) => lot !== named.lotnumber))
      throw refuse(`Lot ${named.lotnumber} is none of the scanned boxes of ${packed.name}. Please scan them again.`);
    const count = countProblem(packed, boxes);
    if (count !== null) throw refuse(count);
    return { line: packed, number: line.line, boxes };
  });
  const twice = boxTwice(read);
  if (twice !== null) throw refuse(twice);
  return read.map(({ line, number, boxes }) => packingOf(line, number, boxes));
}

function packingOf(line: LineToPack, number: number, boxes: readonly BoxCode[]): Packing {
  const [first] = boxes.toSorted((a, b) => (a.endson ?? "").localeCompare(b.endson ?? ""));
  return {
    ...{ line: number, lotNumber: first?.lot ?? null, expiresOn: first?.endson ?? null, matched: "code", reason: null },
    boxes: boxes.map((box) => {
      const found = packageOf(line, box);
      return {
        ...{ gtin: box.gtin, ndc: catalogueNdc(found?.ndc ?? ""), serial: box.serial },
        ...{ lotNumber: box.lot, expiresOn: box.endson, whole: (found?.units ?? null) !== null },
      };
    }),
  };
}

const catalogueNdc = (ndc: string): string => dashedNdc(elevenDigits(ndc) ?? ndc);

/** What a box is that isn't the line's; null where it is, or isn't known at all and no drug. */
function otherPackage({ content }: ContentAndClock, line: LineToPack, box: BoxCode): string | null {
  const { ndc } = box;
  if (ndc === null || packageOf(line, box) !== null) return null;
  for (const product of content.catalogue.products) {
    const found = product.ndcs.find((each) => isSameNdc(each.ndc, ndc));
    if (!found) continue;
    const name = `${product.name} ${product.strength}`;
    return name === line.name
      ? `This package of ${name} may leave from ${formatDayWithYear(found.since)} on. Please take another one.`
      : `This box is ${name}, and ${line.name} is prescribed. Please put it back and take the prescribed one.`;
  }
  return `The catalogue doesn’t know this box (NDC digits ${ndc}). Please take a known box of ${line.name}, or have its NDC added.`;
}

/** A lot without a code: a system answers for it, a person says why. An item without a prescription needs neither. */
export function vouchedFor(
  services: Refuses<"wrong_state">,
  { line, named, packer }: { readonly line: LineRow; readonly named: NamedLine; readonly packer: Packer },
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
  throw services.refuse("wrong_state", {
    message: `Please scan the boxes of ${line.name}, or say why they have no code.`,
  });
}

interface LinesToPack {
  readonly orderId: string;
  readonly lines: readonly LineRow[];
  readonly named: readonly NamedLine[];
  readonly packer: Packer;
  /** What was packed before counts where a call says nothing of a line. Null: it says how each is packed. */
  readonly fills: Fills | null;
}

/** How lines are packed, and which of that is new: as the call says, or as they were packed before. */
export async function packingsOf(
  services: Refuses<"wrong_state">,
  tx: TxServices,
  { orderId, lines, named, packer, fills }: LinesToPack,
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
    const vouched = vouchedFor(services, { line, named: isKept ? { ...each.named, ...from } : each.named, packer });
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

/** Refuses a lot that was recalled. */
export async function requireNotRecalled(
  { refuse }: Refuses<"wrong_state">,
  tx: TxServices,
  lines: readonly LineRow[],
  packed: readonly Packing[],
): Promise<void> {
  const lots = packed.flatMap(({ line, lotNumber, boxes }) => [
    ...(lotNumber === null ? [] : [{ line, lot: lotNumber, ndc: null }]),
    ...boxes.flatMap((box) => (box.lotNumber === null ? [] : [{ line, lot: box.lotNumber, ndc: box.ndc }])),
  ]);
  if (lots.length === 0) return;
  const recalled = await tx.db
    .selectFrom("recalled_lot")
    .select(["lot_number", "ndc"])
    .where("lot_number", "in", [...new Set(lots.map(({ lot }) => lot))])
    .execute();
  if (recalled.length === 0) return;
  const products = new Map(lines.map((line) => [line.line, line]));
  for (const { line, lot, ndc } of lots) {
    const row = products.get(line);
    const own = ndc === null ? ndcsOf(tx, row?.product_id) : [ndc];
    const isRecalled = recalled.some(
      (each) => each.lot_number === lot && (each.ndc === "" || own.some((one) => isSameNdc(one, each.ndc))),
    );
    if (isRecalled)
      throw refuse("wrong_state", {
        message: `Lot ${lot} of ${row?.name ?? "this medicine"} was recalled. Please put it aside and take another lot.`,
      });
  }
}

const ndcsOf = ({ content }: Pick<Services, "content">, productId: string | undefined): readonly string[] =>
  content.catalogue.products.find(({ productid }) => productid === productId)?.ndcs.map(({ ndc }) => ndc) ?? [];

/**
 * Refuses a box that has left, whatever became of it (what came back isn't dispensed again), or that waits packed for another line. Nobody else packs
 * the same box meanwhile: the lock lasts until the transaction ends.
 */
export async function requireOwnBoxes(
  { refuse }: Refuses<"wrong_state">,
  db: Tx,
  orderId: string,
  packed: readonly Packing[],
): Promise<void> {
  const boxes = packed.flatMap(({ line, boxes: own }) =>
    own.flatMap(({ gtin, serial, whole }) => (whole && serial !== null ? { line, gtin, serial } : [])),
  );
  if (boxes.length === 0) return;
  await acquireAdvisoryLock(db, "packed boxes");
  const found = await db
    .selectFrom("packed_box")
    .innerJoin("order_fill", "order_fill.id", "packed_box.fill_id")
    .innerJoin("order_line", (join) =>
      join.onRef("order_line.order_id", "=", "order_fill.order_id").onRef("order_line.line", "=", "order_fill.line"),
    )
    .innerJoin("customer_order", "customer_order.id", "order_fill.order_id")
    .select(["packed_box.gtin", "packed_box.serial", "order_fill.order_id", "order_fill.line", "order_fill.parcel"])
    .select(["order_line.cancelled_at", "order_line.name"])
    .select(["customer_order.status", "customer_order.number"])
    .where("packed_box.serial", "in", [...new Set(boxes.map(({ serial }) => serial))])
    .where("packed_box.whole", "=", true)
    .execute();
  for (const { line, gtin, serial } of boxes) {
    const taken = found.find((each) => {
      if (each.gtin !== gtin || each.serial !== serial) return false;
      if (each.parcel !== null) return true;
      const isOwn = each.order_id === orderId && each.line === line;
      return !isOwn && each.cancelled_at === null && orderStates.toSend.has(each.status);
    });
    if (taken)
      throw refuse("wrong_state", {
        message: `This box of ${taken.name} (serial ${serial}) ${taken.parcel === null ? "is packed" : "has left"} already, for order ${taken.number ?? ""}. Please take another box.`,
      });
  }
}

/** Keeps how lines were packed, in place of what was packed of them before and has not left. */
export async function storePacking(
  { db, clock }: Pick<TxServices, "clock"> & { readonly db: Tx },
  orderId: string,
  packer: Packer,
  packed: readonly Packing[],
): Promise<void> {
  for (const { line, lotNumber, expiresOn, matched, reason, boxes } of packed) {
    const columns = {
      ...{ lot_number: lotNumber, expires_on: expiresOn, packed_at: clock.now() },
      ...{ matched, packer: matched === null ? null : packer.actor, uncoded_reason: reason },
    };
    const { id } = await db
      .insertInto("order_fill")
      .values({ id: newId(), order_id: orderId, line, ...columns })
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

/** The boxes of orders' fills, in the order they were scanned. */
export const packedBoxRows = (db: Database, orderIds: readonly string[]) =>
  db
    .selectFrom("packed_box")
    .innerJoin("order_fill", "order_fill.id", "packed_box.fill_id")
    .select(["order_fill.order_id", "order_fill.line", "order_fill.parcel"])
    .select(["packed_box.ndc", "packed_box.lot_number", "packed_box.expires_on", "packed_box.serial"])
    .select(["packed_box.gtin", "packed_box.whole"])
    .where("order_fill.order_id", "in", [...orderIds])
    .orderBy("packed_box.id");
