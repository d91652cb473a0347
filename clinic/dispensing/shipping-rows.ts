import { parseCsv } from "#clinic/ui/table/csv.ts";
import { formatList } from "#contract/fields/formats.ts";
import { textLength } from "#contract/fields/text-length.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { labelObstacle, readParcelLabel, refusedLabels } from "#contract/dispensing/parcel-label.ts";
import { spreadsheetDamage } from "./spreadsheet-damage.ts";
import { itemsToSend, packedLot } from "./pharmacy-file.ts";

/** A line in a parcel, with its lot as far as the row says it. */
export interface ParcelLine {
  readonly pricingid: string;
  readonly lotnumber?: string;
  readonly expireson?: string;
  /** How it's known that it is what is prescribed, where the row says its lot. */
  readonly uncoded?: string;
}

export interface Parcel {
  readonly carrier: string;
  /** As scanned or typed: the server reads it again. */
  readonly trackingnumber: string;
  /** Left out, everything still to be sent, from the lots it was packed from. */
  readonly lines?: readonly ParcelLine[];
}

/** A parcel that can be marked as shipped. */
export interface ShippingRow extends Parcel {
  /** In the file. */
  readonly line: number;
  readonly orderId: string;
  readonly number: string;
}

/** A row of the file that is left out, and why. */
export interface LeftRow {
  readonly line: number;
  readonly number: string;
  readonly reason: string;
}

export interface ReadFile {
  readonly rows: readonly ShippingRow[];
  readonly left: readonly LeftRow[];
}

/** Orders by what may be done with them, as far as a file may name them. */
export interface KnownOrders {
  readonly ready: readonly OrderItem[];
  readonly paid: readonly OrderItem[];
  readonly shipped: readonly OrderItem[];
}

export const maxRows = 2000;
export const maxBytes = 1024 * 1024;

const columns = { number: "order", carrier: "carrier", tracking: "tracking" } as const;

/** Why a parcel can't be that of an order; null when it can. */
export function parcelProblem({ carrier, trackingnumber }: Parcel, { order }: OrderItem): string | null {
  if (trackingnumber === "") return "The tracking number is missing.";
  const label = readParcelLabel(trackingnumber, carrier);
  if ("refused" in label) return label.refused;
  return order?.shipto ? labelObstacle(label, order.shipto.zipcode) : null;
}

/** As `parcelProblem`, of a row. */
function rowProblem(parcel: Parcel, item: OrderItem): string | null {
  const problem = parcelProblem(parcel, item);
  return parcel.carrier === "" && problem === refusedLabels.unknown ? "The carrier is missing." : problem;
}

/** The number alone, where it can be read. */
export function numberAlone({ carrier, trackingnumber }: Parcel): string {
  const label = readParcelLabel(trackingnumber, carrier);
  return "refused" in label ? trackingnumber : label.number;
}

/** Whose number it is, where the row leaves it out. */
function carrierOfRow(carrier: string, trackingnumber: string): string {
  const label = readParcelLabel(trackingnumber, carrier);
  return "refused" in label ? carrier : label.carrier;
}

export const carrierProblem = (text: string): string | null =>
  textLength(text) > 60 ? "The carrier’s name is too long." : null;

const numbersOf = (items: readonly OrderItem[]) =>
  new Map(items.flatMap((item) => (item.order?.number ? [[item.order.number, item] as const] : [])));

const lot = /^[\dA-Z][\dA-Z./_-]{0,39}$/i;
/** Why a lot number can't be taken; null when it can. */
export const lotProblem = (text: string): string | null => (lot.test(text) ? null : "This is no lot number.");

/** Why a reason, such as why a box wasn't scanned, can't be taken; `missing` where there is none. Null when it can. */
export const reasonProblem = (text: string, missing: string): string | null =>
  text === "" ? missing : textLength(text) > 200 ? "Please use 200 characters or fewer." : null;

/** A day as a package or a spreadsheet writes it, as `YYYY-MM-DD`: `2027-05-31`, `5/31/2027`, or a month, `5/2027` or `2027-05`, by its last day. Null for anything else. */
export function readDay(text: string): string | null {
  const match =
    /^(?<year>\d{4})-(?<month>\d{1,2})(?:-(?<day>\d{1,2}))?$/.exec(text) ??
    /^(?<month>\d{1,2})\/(?:(?<day>\d{1,2})\/)?(?<year>\d{4})$/.exec(text);
  const { year, month, day } = match?.groups ?? {};
  if (year === undefined || month === undefined) return null;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const at = day === undefined ? last : Number(day);
  if (Number(month) < 1 || Number(month) > 12 || at < 1 || at > last) return null;
  return `${year}-${month.padStart(2, "0")}-${String(at).padStart(2, "0")}`;
}

const entries = (cell: string): readonly string[] =>
  cell
    .split(/[\n;]/)
    .map((each) => each.trim().replace(/^'(?=\S)/, ""))
    .filter((each) => each !== "");

/** The lots of a row, one for each item still to be sent, in their order; `-` for one without. A text says why they can't be taken. */
function readLots(item: OrderItem, lots: string, ends: string): readonly ParcelLine[] | undefined | string {
  const items = itemsToSend(item);
  const [numbers, days] = [entries(lots), entries(ends)];
  if (numbers.length === 0 && days.length === 0)
    return items.some(({ prescription, pricingid }) => prescription && packedLot(item, pricingid) === null)
      ? "The lot number is missing."
      : undefined;
  if (numbers.length !== items.length || days.length !== items.length)
    return items.length === 1
      ? "It needs one lot number and one end."
      : `It needs ${items.length} lot numbers and ${items.length} ends, one a line, in the order of the items.`;
  const lines: ParcelLine[] = [];
  for (const [index, { pricingid, name, prescription }] of items.entries()) {
    const [number = "-", end = "-"] = [numbers[index], days[index]];
    if (number === "-" && end === "-" && !prescription) {
      lines.push({ pricingid });
      continue;
    }
    const [problem, expireson] = [spreadsheetDamage(number) ?? lotProblem(number), readDay(end)];
    if (problem !== null) return `${name}: ${problem}`;
    if (expireson === null) return `${name}: This is no date. Please write it like 5/31/2027.`;
    lines.push({ pricingid, lotnumber: number.toUpperCase(), expireson });
  }
  return lines;
}

/** What a pharmacy's file says: the parcels to mark as shipped, and each row that is left out with its reason. A text where it can't be read at all. */
export function readShippingFile(text: string, known: KnownOrders): ReadFile | string {
  if (text.includes("\uFFFD") || text.includes("\0"))
    return "This file isn’t a CSV in UTF-8. In your spreadsheet, save it as “CSV UTF-8”.";
  const parsed = parseCsv(text);
  if (parsed === null) return "A quotation mark in this file isn’t closed, so we can’t tell its rows apart.";
  const [head, ...body] = parsed;
  const at = (name: string) => head?.cells.findIndex((cell) => cell.toLowerCase() === name) ?? -1;
  const places = { number: at(columns.number), carrier: at(columns.carrier), tracking: at(columns.tracking) };
  const [lotAt, endAt] = [at("lot"), at("expires")];
  if ((lotAt === -1) !== (endAt === -1)) return "The columns “Lot” and “Expires” go together. One of them is missing.";
  if (Object.values(places).includes(-1))
    return "The first line must name the columns “Order”, “Carrier” and “Tracking”.";
  if (body.length > maxRows) return `This file has more than ${maxRows} rows. Please split it.`;
  const [ready, paid, shipped] = [numbersOf(known.ready), numbersOf(known.paid), numbersOf(known.shipped)];
  const linesOf = new Map<string, number>();
  const rows: ShippingRow[] = [];
  const left: LeftRow[] = [];
  for (const { line, cells } of body) {
    const number = cells[places.number] ?? "";
    const trackingnumber = cells[places.tracking] ?? "";
    const carrier = carrierOfRow(cells[places.carrier] ?? "", trackingnumber);
    const earlier = linesOf.get(number);
    if (earlier === undefined) linesOf.set(number, line);
    const item = ready.get(number);
    const lots = item && lotAt !== -1 ? readLots(item, cells[lotAt] ?? "", cells[endAt] ?? "") : undefined;
    const reason =
      cells.length > (head?.cells.length ?? 0) && cells.slice(head?.cells.length).some((cell) => cell !== "")
        ? "It has more cells than the first line names."
        : number === ""
          ? "The order number is missing."
          : earlier === undefined
            ? (whyNot(number, { ready, paid, shipped }) ??
              (carrier === "" && trackingnumber === "" ? "Not filled in yet." : null) ??
              carrierProblem(carrier) ??
              spreadsheetDamage(trackingnumber) ??
              (item ? rowProblem({ carrier, trackingnumber }, item) : null) ??
              (typeof lots === "string" ? lots : null))
            : `The same order is in line ${earlier}.`;
    if (reason === null && item && typeof lots !== "string")
      rows.push({ line, orderId: item.id, number, carrier, trackingnumber, ...(lots && { lines: lots }) });
    else left.push({ line, number, reason: reason ?? "" });
  }
  // Of an order that is there twice nobody knows which row is right, so none is taken.
  const repeated = new Set(
    left.filter(({ reason }) => reason.startsWith("The same order")).map(({ number }) => number),
  );
  const contradicted = rows
    .filter(({ number }) => repeated.has(number))
    .map(({ line, number }) => ({ line, number, reason: "The same order is there again below." }));
  const once = rows.filter(({ number }) => !repeated.has(number));
  const shared = sharedNumbers(once, ready);
  return {
    rows: once.filter((row) => !shared.has(bareNumber(row))),
    left: [
      ...left,
      ...contradicted,
      ...once.flatMap((row) => {
        const { line, number } = row;
        const lines = shared.get(bareNumber(row));
        if (!lines) return [];
        const others = formatList(lines.filter((each) => each !== line).map(String));
        return [{ line, number, reason: `Line ${others} has the same tracking number, for somebody else.` }];
      }),
    ].toSorted((a, b) => a.line - b.line),
  };
}

/** A tracking number without what only groups it. */
const bareNumber = (parcel: Parcel): string =>
  numberAlone(parcel)
    .replace(/[\s\-./]/g, "")
    .toUpperCase();

/** The lines of tracking numbers that stand at orders of different patients: a cell was filled down, and one of them is wrong at most. */
function sharedNumbers(
  rows: readonly ShippingRow[],
  ready: ReadonlyMap<string, OrderItem>,
): ReadonlyMap<string, readonly number[]> {
  const byNumber = Map.groupBy(rows, bareNumber);
  return new Map(
    [...byNumber]
      .filter(([, same]) => new Set(same.map(({ number }) => ready.get(number)?.patient.id)).size > 1)
      .map(([tracking, same]) => [tracking, same.map(({ line }) => line)]),
  );
}

/** Why an order may not be marked as shipped; null when it may. */
function whyNot(
  number: string,
  { ready, paid, shipped }: Readonly<Record<keyof KnownOrders, ReadonlyMap<string, OrderItem>>>,
): string | null {
  if (ready.has(number)) return null;
  if (shipped.has(number)) return "Already shipped.";
  if (paid.has(number)) return "It may not be sent: a decision is still open, or a prescription is on hold.";
  if (!/^\d+$/.test(number)) return "This isn’t one of our order numbers.";
  return "No order with this number waits to be sent. It may be canceled, delivered or another practice’s.";
}

/** The same parcels, whatever is left out. */
export const sameRows = (one: ReadFile, other: ReadFile): boolean =>
  JSON.stringify(one.rows) === JSON.stringify(other.rows);
