import type { matchedBy } from "#contract/care/packed-lines.ts";
import { type BoxCode, readBoxCode } from "#contract/dispensing/box-code.ts";
import {
  alikeProblem,
  boxProblem,
  boxTwice,
  countProblem,
  type LineToPack,
  packageOf,
} from "#contract/dispensing/match-boxes.ts";
import { dashedNdc, elevenDigits, isSameNdc } from "#contract/dispensing/ndc.ts";
import { productById } from "#server/catalogue/public.ts";
import type { LineRow } from "#server/orders/public.ts";
import { clinicToday, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

/** The scanned codes of boxes, each matched with what is prescribed. */

/** What a call says of a line. */
export interface NamedLine {
  readonly pricingid: string;
  readonly lotnumber?: string | undefined;
  readonly expireson?: string | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly separate?: boolean | undefined;
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
    const alike = alikeProblem(packed, boxes, named.separate === true);
    if (alike !== null) throw refuse(alike);
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
