import type { Selectable } from "kysely";
import type { DayMoney } from "#contract/care/closing.ts";
import { csvText } from "#contract/fields/csv.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { plainAmount, toCents } from "#contract/fields/numbers.ts";
import { firstMovementAt, ledgerMovements, ledgerSumsByDay } from "#server/payment/public.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { decodeCursor, paginate } from "#server/platform/pagination.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { type DayFigures, dayFigures, fingerprintOf, sumsOf } from "./day-money.ts";

/**
 * The practice's closing of a day: what the ledger and the gateway said when somebody looked. It is kept as it was. What changes later, such as a refund we hear of
 * late, shows as a change and is closed again, as the next revision.
 */

type Deps = Pick<Services, "db" | "content" | "clock" | "gateway">;

type ClosingRow = Omit<Selectable<Tables["day_closing"]>, "figures"> & { readonly figures: DayFigures };

const daysPerPage = 31;

/** Each day of a page, newest first, from the day money moved first; of a practice without any, today. */
export async function listDays(services: Deps, cursor: string | undefined) {
  const { db, content } = services;
  const { timezone } = content.brand;
  const today = clinicToday(services);
  const after = decodeCursor(cursor);
  const newest = after === null ? today : addDays(dayIn("UTC", after.at), -1);
  const first = await firstMovementAt(db);
  const oldest = first === null ? today : dayIn(timezone, first);
  const days = Array.from({ length: daysPerPage + 1 }, (_, back) => addDays(newest, -back)).filter(
    (day) => day >= oldest && day <= today,
  );
  const { items, nextpage } = paginate(days, (day) => ({ at: new Date(day), id: noId }), daysPerPage);
  if (items.length === 0) return { items: [], nextpage: null };
  const { closings, sums, isChanged } = await closingsOf(services, items);
  const names = await memberNames(
    db,
    [...closings.values()].map(({ closed_by }) => closed_by),
  );
  return {
    items: items.map((day) => {
      const row = closings.get(day);
      return {
        day,
        over: day < today,
        ours: sums(day),
        closing: row ? presentClosing(row, names, isChanged(day)) : null,
      };
    }),
    nextpage,
  };
}

/** How these days, newest first, are closed, and what the ledger says of each; the gateway isn't asked. */
async function closingsOf({ db, content }: Pick<Services, "db" | "content">, days: readonly string[]) {
  const { timezone } = content.brand;
  const [newest = "", oldest = ""] = [days[0], days.at(-1)];
  const period = { from: startOfDay(timezone, oldest), to: startOfDay(timezone, addDays(newest, 1)) };
  const movements = await ledgerSumsByDay(db, period, timezone);
  const closings = await latestClosings(db, days);
  const heard = await heardSince(db, [...closings.values()]);
  const sums = (day: string) => sumsOf(movements.filter((each) => each.day === day));
  return {
    closings,
    sums,
    isChanged: (day: string) => {
      const row = closings.get(day);
      return row !== undefined && (heard.has(day) || !sameSums(row.figures.ours, sums(day)));
    },
  };
}

/** Of these days, newest first: those with money that nobody has closed, and closed ones that changed since; oldest first. */
export async function unclosedDays(services: Pick<Services, "db" | "content">, days: readonly string[]) {
  const { closings, sums, isChanged } = await closingsOf(services, days);
  const isEmpty = (day: string) => Object.values(sums(day)).every((dollars) => dollars === 0);
  const oldestFirst = days.toReversed();
  return {
    open: oldestFirst.filter((day) => !closings.has(day) && !isEmpty(day)),
    changed: oldestFirst.filter(isChanged),
  };
}

/** A cursor names a row; a day has no other name than itself. */
const noId = "00000000-0000-0000-0000-000000000000";

const sameSums = (a: DayFigures["ours"], b: DayFigures["ours"]): boolean =>
  a.captured === b.captured && a.refunded === b.refunded && a.disputed === b.disputed;

/** Closed days that changed: since then we have heard of what only the gateway knew. */
async function heardSince(db: Database, closings: readonly ClosingRow[]): Promise<ReadonlySet<string>> {
  const awaited = closings.flatMap(({ day, figures }) =>
    figures.differences.flatMap(({ difference, kind, gateway, paymentid }) =>
      difference === "only_gateway" && paymentid !== null ? [{ day, kind, gateway, paymentid }] : [],
    ),
  );
  if (awaited.length === 0) return new Set();
  const never = new Date(0);
  const found = await ledgerMovements(
    db,
    { from: never, to: never },
    awaited.map(({ paymentid }) => paymentid),
  );
  const isHeard = (each: (typeof awaited)[number]) =>
    found.some(
      ({ kind, intentId, cents }) =>
        kind === each.kind && intentId === each.paymentid && cents === toCents(each.gateway ?? 0),
    );
  return new Set(awaited.filter(isHeard).map(({ day }) => day));
}

/** One day against the gateway; `not_found` for one that hasn't begun. */
export async function readDay(services: Deps, day: string): Promise<DayMoney> {
  const today = clinicToday(services);
  if (day > today) throw new Refusal("not_found");
  return presentDay(services, day, await dayFigures(services, day));
}

async function presentDay(services: Deps, day: string, figures: DayFigures): Promise<DayMoney> {
  const row = (await latestClosings(services.db, [day])).get(day);
  const revision = fingerprintOf(figures);
  const names = await memberNames(services.db, row ? [row.closed_by] : []);
  return {
    day,
    over: day < clinicToday(services),
    ...figures,
    differences: [...figures.differences],
    closing: row ? presentClosing(row, names, row.fingerprint !== revision) : null,
    closedwith: row ? { ours: row.figures.ours, gateway: row.figures.gateway } : null,
    revision,
  };
}

/**
 * Closes a day as it was seen. Refuses `wrong_state` while it runs, and `conflict` where the figures aren't those of `revision` any more. Closing it with the
 * same figures again changes nothing; of two people at once the first one counts.
 */
export async function closeDay(
  services: Deps & Refuses<"wrong_state" | "conflict">,
  { day, revision, actor }: { readonly day: string; readonly revision: string; readonly actor: string },
): Promise<DayMoney> {
  const { db, clock } = services;
  if (day >= clinicToday(services))
    throw services.refuse("wrong_state", { message: "This day isn't over yet. You can close it tomorrow." });
  const figures = await dayFigures(services, day);
  if (fingerprintOf(figures) !== revision)
    throw services.refuse("conflict", {
      message: "The figures changed while you looked at them. Please look again, then close the day.",
    });
  const last = (await latestClosings(db, [day])).get(day);
  if (last?.fingerprint !== revision)
    await db
      .insertInto("day_closing")
      .values({
        day,
        revision: (last?.revision ?? 0) + 1,
        closed_at: clock.now(),
        closed_by: actor,
        figures: JSON.stringify(figures),
        fingerprint: revision,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return presentDay(services, day, figures);
}

/** The file of a closed day, as it was closed last; `wrong_state` for one that isn't. */
export async function closingFile(services: Deps & Refuses<"wrong_state">, day: string): Promise<string> {
  const row = (await latestClosings(services.db, [day])).get(day);
  if (!row) throw services.refuse("wrong_state", { message: "This day isn't closed yet. Close it first." });
  const { ours, gateway, differences } = row.figures;
  const by = (await memberNames(services.db, [row.closed_by])).get(row.closed_by) ?? row.closed_by;
  const amount = (dollars: number | null) => (dollars === null ? "" : plainAmount(toCents(dollars)));
  return csvText([
    ["Day", "Closed at (UTC)", "Closed by", "Revision"],
    [day, row.closed_at.toISOString(), by, String(row.revision)],
    ["Sum", "Our books", "Gateway"],
    ...(["captured", "refunded", "disputed"] as const).map((sum) => [sum, amount(ours[sum]), amount(gateway[sum])]),
    ["fees", "", amount(gateway.fees)],
    ["Movement", "Difference", "Our books", "Gateway", "At (UTC)", "Order", "Payment", "To do"],
    ...differences.map((each) => [
      ...[each.kind, each.difference, amount(each.ours), amount(each.gateway), each.at],
      ...[each.ordernumber ?? "", each.paymentid ?? "", each.todo],
    ]),
  ]);
}

const presentClosing = (row: ClosingRow, names: ReadonlyMap<string, string>, changed: boolean) => ({
  closedat: row.closed_at.toISOString(),
  closedby: names.get(row.closed_by) ?? null,
  differences: row.figures.differences.length,
  changed,
});

async function latestClosings(db: Database, days: readonly string[]): Promise<ReadonlyMap<string, ClosingRow>> {
  const rows = await db
    .selectFrom("day_closing")
    .selectAll()
    .distinctOn("day")
    .where("day", "in", [...days])
    .orderBy("day")
    .orderBy("revision", "desc")
    .execute();
  return new Map(rows.map((row) => [row.day, row as unknown as ClosingRow]));
}
