import type { OrderItem } from "#contract/care/worklists.ts";
import { type BoxCode, readBoxCode } from "#contract/dispensing/box-code.ts";
import {
  boxProblem,
  boxTwice,
  countProblem,
  type LineToPack,
  mayBeAgain,
  packageOf,
  unitsMissing,
} from "#contract/dispensing/match-boxes.ts";
import type { Order } from "#contract/orders/orders.ts";

/** A line of the order with the texts that were scanned for it. */
export interface ScannedLine {
  readonly pricingid: string;
  readonly line: LineToPack;
  readonly codes: readonly string[];
  /** Boxes that read the same are separate ones: somebody looked. */
  readonly separate?: boolean;
}

/** What is to be packed of an item, with the packages that may leave for it. */
export function lineToPack({ dispensing }: OrderItem, item: Order["detail"][number]): LineToPack {
  const { packages = [], units = null } = dispensing?.lines.find(({ pricingid }) => pricingid === item.pricingid) ?? {};
  return { packages, units, name: `${item.name} ${item.dosage}`, days: item.dayssupply * item.quantity };
}

/** The boxes of codes that were taken. */
export const boxesOf = (codes: readonly string[]): readonly BoxCode[] =>
  codes.flatMap((scanned) => readBoxCode(scanned).code ?? []);

/** What comes of a scan: the line that the box belongs to, once it's known to be another one, or why it may not be packed, in words. */
export type TakenScan =
  | { readonly pricingid: string; readonly mayBeAgain?: true; readonly problem?: never }
  | { readonly problem: string; readonly pricingid?: never };

/** Where a scanned box belongs. */
export function takeScan(lines: readonly ScannedLine[], scanned: string, today: string): TakenScan {
  const { code, problem } = readBoxCode(scanned);
  if (code === undefined) return { problem };
  const own = lines.filter(({ line }) => packageOf(line, code) !== null);
  const to = own.find(({ line, codes }) => countProblem(line, boxesOf(codes)) !== null) ?? own[0];
  if (!to) {
    const [first] = lines;
    if (first && (lines.length === 1 || code.ndc === null))
      return { problem: boxProblem(first.line, code, today) ?? "" };
    return { problem: "This box is nothing of this order. Please put it back and take the prescribed one." };
  }
  const boxes = [...boxesOf(to.codes), code];
  const refused =
    boxProblem(to.line, code, today) ??
    boxTwice(lines.map((each) => ({ line: each.line, boxes: each === to ? boxes : boxesOf(each.codes) }))) ??
    ((unitsMissing(to.line, boxes) ?? 0) < 0 ? countProblem(to.line, boxes) : null);
  if (refused !== null) return { problem: refused };
  const asks = to.separate !== true && mayBeAgain(to.line, boxesOf(to.codes), code);
  return { pricingid: to.pricingid, ...(asks && { mayBeAgain: true as const }) };
}
