import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { statementCounter } from "#server/testing/statement-counter.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { treatmentScenarios } from "#server/treatment/testing/scenarios.ts";
import { checkIn, checkInsOf, patientAtHome, readWellbeing } from "../testing/wellbeing.ts";

const dayMs = 86_400_000;
const counter = statementCounter();
const server = serverAtNoon(counter);
const { putOnHold } = treatmentScenarios(() => server);

describe("a check-in", () => {
  test("is offered with the three symptoms that bothered most in the visit; before the first there is only the start", async () => {
    const rosa = await patientAtHome(server);
    const checkIns = await checkInsOf(server, rosa);
    expect(checkIns.symptoms).toMatchObject([
      { id: "poor_sleep", name: "Poor sleep", then: 4, now: null, thisweek: null },
      { id: "hot_flashes", then: 3 },
      { id: "night_sweats", then: 2 },
    ]);
    expect(checkIns).toMatchObject({ on: true, latestweek: null, note: { kind: "before_first" } });
    expect(checkIns.scale).toHaveLength(5);
    expect(new Date(checkIns.week).getUTCDay()).toBe(0);
    expect(counter.maxByCall.get("wellbeing.read")).toBe(3);
  });

  test("is saved answer by answer, from two devices, and can be changed all week: one row", async () => {
    const rosa = await patientAtHome(server);
    const [phone, tablet] = await Promise.all([
      checkIn(server, rosa, { poor_sleep: 2 }),
      checkIn(server, rosa, { hot_flashes: 1 }),
    ]);
    expect([phone.status, tablet.status]).toEqual([200, 200]);
    await checkIn(server, rosa, { poor_sleep: 2 });
    await checkIn(server, rosa, { poor_sleep: 3 });
    const { symptoms, latestweek, week, note } = await checkInsOf(server, rosa);
    expect(symptoms.map(({ now, thisweek }) => [now, thisweek])).toEqual([
      [3, 3],
      [1, 1],
      [null, null],
    ]);
    expect(latestweek).toBe(week);
    expect(note.kind).toBe("better");
    const rows = await server.services.db
      .selectFrom("check_in")
      .select("answers_sealed")
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.answers_sealed ?? []).toString("latin1")).not.toContain("poor_sleep");
  });

  test("of the week before stays as the latest; the new week begins without answers, and that week is over", async () => {
    const rosa = await patientAtHome(server);
    const { week } = await checkInsOf(server, rosa);
    await checkIn(server, rosa, { poor_sleep: 1 });
    server.clock.advance(7 * dayMs);
    const later = await checkInsOf(server, rosa);
    expect(later.week).not.toBe(week);
    expect(later).toMatchObject({ latestweek: week, symptoms: [{ now: 1, thisweek: null }, { now: null }, {}] });
    const { status, problem } = await checkIn(server, rosa, { poor_sleep: 0 }, week);
    expect([status, problem]).toMatchObject([409, { code: "wrong_state", message: expect.stringContaining("over") }]);
    expect((await checkIn(server, rosa, { poor_sleep: 0 })).status).toBe(200);
  });

  test("that got worse by two says to write to the doctor", async () => {
    const rosa = await patientAtHome(server);
    await checkIn(server, rosa, { poor_sleep: 1, night_sweats: 4 });
    expect((await checkInsOf(server, rosa)).note).toMatchObject({
      kind: "worse",
      action: { href: "/messages/doctor" },
    });
  });

  test("is not celebrated while a medicine is on hold", async () => {
    const rosa = await patientAtHome(server);
    await checkIn(server, rosa, { poor_sleep: 1 });
    await putOnHold(rosa);
    expect((await checkInsOf(server, rosa)).note.kind).toBe("reads");
  });

  test("compares with the visit, whatever the patient changed in the medical information since", async () => {
    const rosa = await patientAtHome(server);
    const token = await tokenOf(server, rosa);
    const { version } = (await server.call(account.healthAnswers, { query: {} }, { token })).ok;
    server.clock.advance(60_000);
    const body = { version, answers: [{ questionid: "poor_sleep", answer: "0" }] };
    expect((await server.call(account.updateHealthAnswers, { body }, { token })).status).toBe(200);
    expect((await checkInsOf(server, rosa)).symptoms[0]).toMatchObject({ id: "poor_sleep", then: 4 });
  });

  test("about another symptom, or outside the scale, is refused", async () => {
    const rosa = await patientAtHome(server);
    expect((await checkIn(server, rosa, { thin_hair: 1 })).problem.code).toBe("conflict");
    expect((await checkIn(server, rosa, { poor_sleep: 5 })).problem.code).toBe("bad_request");
    expect((await checkInsOf(server, rosa)).latestweek).toBeNull();
  });
});

describe("check-ins are optional", () => {
  test("one press turns them off, on every device, and on again; meanwhile none is taken", async () => {
    const rosa = await patientAtHome(server);
    const token = await tokenOf(server, rosa);
    const turn = (on: boolean) => server.call(wellbeing.setCheckIns, { body: { on } }, { token });
    await checkIn(server, rosa, { poor_sleep: 1 });
    expect((await turn(false)).ok.wellbeing.checkins?.on).toBe(false);
    expect((await turn(false)).status).toBe(200);
    expect((await checkIn(server, rosa, { poor_sleep: 2 })).problem.code).toBe("wrong_state");
    expect((await turn(true)).ok.wellbeing.checkins).toMatchObject({ on: true, symptoms: [{ now: 1 }, {}, {}] });
    expect((await server.call(wellbeing.setCheckIns, { body: {} as never }, { token })).status).toBe(400);
  });

  test("there is none before a doctor has prescribed anything", async () => {
    const ada = await server.newPatient();
    expect(await readWellbeing(server, ada)).toMatchObject({ checkins: null, doses: { items: [] } });
    expect((await checkIn(server, ada, { poor_sleep: 1 }, "2026-11-22")).problem.code).toBe("wrong_state");
  });
});
