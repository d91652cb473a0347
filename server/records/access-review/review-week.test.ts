import { afterAll, beforeAll, expect, test } from "vitest";
import { addAddress } from "#server/addresses/public.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { invited } from "#server/staff/testing/staff-people.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { reviewLastWeek } from "./review-week.ts";

let server: TestServer;
afterAll(() => server.close());
const minuteMs = 60_000;
/** The Monday of this week. */
let monday: string;
beforeAll(async () => {
  server = await startTestServer();
  do server.clock.advance(24 * 60 * minuteMs);
  while (new Date(clinicToday(server.services)).getUTCDay() !== 1);
  monday = clinicToday(server.services);
});

interface Opening {
  readonly member: { readonly id: string };
  readonly patient: TestPatient;
  /** The day of last week, from Monday 0. */
  readonly day: number;
  /** By the practice's clock. */
  readonly time: `${number}:${number}`;
  readonly ground?: string;
  readonly status?: number;
  readonly call?: string;
}
async function opened(openings: readonly Opening[]) {
  const rows = openings.map(({ member, patient, day, time, ground = null, status = 200, call = "care.patient" }) => {
    const [hours = 0, minutes = 0] = time.split(":").map(Number);
    const midnight = startOfDay(server.services.content.brand.timezone, addDays(monday, day - 7));
    return {
      at: new Date(midnight.getTime() + (hours * 60 + minutes) * minuteMs),
      ...{ actor: `staff:${member.id}`, patient_id: patient.id, call, ground, status },
      ...{ access_id: null, code: null, request_id: "test" },
    };
  });
  await server.services.db.insertInto("audit_event").values(rows).execute();
}
/** What is found of last week, as often as it's asked. */
async function found() {
  const { db } = server.services;
  await db.deleteFrom("access_finding").execute();
  await db.deleteFrom("access_review").execute();
  await reviewLastWeek(server.services);
  const rows = await db.selectFrom("access_finding").selectAll().execute();
  await db.deleteFrom("access_finding").execute();
  await db.deleteFrom("access_review").execute();
  return rows;
}
const patients = (count: number) => Promise.all(Array.from({ length: count }, () => server.newPatient()));
const live = ({ id }: TestPatient, address1: string, zipcode: string) =>
  inTransaction(server.services, ({ db }) =>
    addAddress(db, server.services, id, { address1, zipcode, city: "Ames", state: "IA" } as never),
  );

test("decisions §20 at night is from ten to six by the practice's clock, for whoever opened many then", async () => {
  const [late, awake] = [await invited(server, ["nurse"]), await invited(server, ["nurse"])];
  const [atNight, byDay] = [await patients(5), await patients(5)];
  const nights = ["22:00", "23:59", "0:00", "5:59", "22:00"] as const;
  const days = ["21:59", "6:00", "12:00", "21:59", "6:00"] as const;
  await opened([
    ...atNight.map((patient, day) => ({ member: late, patient, day, time: nights[day]! })),
    ...byDay.map((patient, day) => ({ member: awake, patient, day, time: days[day]! })),
  ]);
  const rows = await found();
  expect(rows.map((row) => [row.member_id, row.reasons])).toEqual(Array(5).fill([late.id, ["night"]]));
  expect(rows.map((row) => row.patient_id).toSorted()).toEqual(atNight.map(({ id }) => id).toSorted());
});

test("decisions §20 their own record, and that of a neighbor by street and ZIP code; another street's isn't", async () => {
  const nurse = await invited(server, ["nurse"]);
  const own = await server.newPatient({ email: nurse.email.toUpperCase() });
  const [neighbor, elsewhere, otherTown, unknown] = await patients(4);
  await live(own, "12 Elm Street", "50010");
  await live(neighbor!, "98 Elm Street", "50010");
  await live(elsewhere!, "12 Oak Street", "50010");
  await live(otherTown!, "12 Elm Street", "50011");
  // Whoever has no account here has no address to compare.
  const colleague = await invited(server, ["nurse"]);
  await opened([
    ...[own, neighbor!, elsewhere!, otherTown!, unknown!].map((patient) => {
      return { member: nurse, patient, day: 2, time: "12:00" } as const;
    }),
    { member: colleague, patient: neighbor!, day: 2, time: "12:00" },
  ]);
  const rows = (await found()).filter((row) => [nurse.id, colleague.id].includes(row.member_id));
  expect(new Map(rows.map((row) => [row.patient_id, [row.member_id, row.reasons]]))).toEqual(
    new Map([
      [own.id, [nurse.id, ["own"]]],
      [neighbor!.id, [nurse.id, ["address"]]],
    ]),
  );
});

test("decisions §20 the week is from Monday's midnight to the next one; what was refused or opens nothing isn't counted", async () => {
  const nurse = await invited(server, ["nurse"]);
  const [twice, before, after, refused, other] = await patients(5);
  const opening = { member: nurse, patient: twice!, ground: "patient_called", time: "0:00", day: 0 } as const;
  await opened([
    opening,
    { ...opening, day: 6, time: "23:59" },
    { ...opening, patient: before!, day: -1, time: "23:59" },
    { ...opening, patient: after!, day: 7 },
    { ...opening, patient: refused!, status: 403 },
    { ...opening, patient: other!, ground: "no_reason", call: "care.writeNote" },
  ]);
  const rows = (await found()).filter((row) => row.member_id === nurse.id);
  expect(rows.map(({ patient_id: id, reasons, accesses }) => [id, reasons, accesses])).toEqual([
    [twice!.id, ["no_work"], 2],
  ]);
  const span = (rows[0]?.last_at.getTime() ?? 0) - (rows[0]?.first_at.getTime() ?? 0);
  expect(Math.round(span / 86_400_000)).toBe(7);
});
