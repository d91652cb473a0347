import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { addDays, clinicToday, formatDay, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../testing/handed-over.ts";

const server = serverAtNoon();
const hourMs = 3_600_000;
const inDays = (count: number) => addDays(clinicToday(server.services), count);
beforeEach(() => {
  while (new Date(clinicToday(server.services)).getUTCDay() !== 2) server.clock.advance(24 * hourMs);
});

const waiting = async ({ id }: TestPatient) =>
  (await server.call(care.inbox, { query: { limit: 200 as never } }, { apiKey })).ok.items
    .filter(({ patient }) => patient?.id === id)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== "work_item");
type Aside = Parameters<typeof server.call<typeof care.putAside>>[1]["body"];
const putAside = ({ id }: TestPatient, body: Aside) => server.call(care.putAside, { params: { id }, body }, { apiKey });
const write = async (patient: TestPatient) => {
  const token = await tokenOf(server, patient);
  const { items } = (await server.call(messages.conversations, { query: {} }, { token })).ok;
  const conversation = items.find(({ kind }) => kind === "doctor") ?? expect.fail("no conversation");
  server.clock.advance(60_000);
  const body = { message: "It was 120 over 80.", clientid: newId() };
  return server.call(messages.send, { params: { id: conversation.id }, body } as never, { token });
};
async function withRenewal(): Promise<TestPatient & { readonly renewal: string }> {
  const patient = await inCare(server);
  const id = newId();
  await sql`insert into renewal_request (id, patient_id, prescription_id, status, requested_at)
    select ${id}, patient_id, id, 'open', ${server.clock.now()}::timestamptz from prescription
    where patient_id = ${patient.id} and status = 'active' limit 1`.execute(server.services.db);
  return { ...patient, renewal: id };
}
const messageOf = ({ raw }: { raw: { payload: string } }) => (JSON.parse(raw.payload) as { message: string }).message;
const fieldOf = ({ raw }: { raw: { payload: string } }) =>
  (JSON.parse(raw.payload) as { details?: { fields?: { path: string }[] } }).details?.fields?.[0]?.path;

describe("decisions §20 a decision put aside", () => {
  test("a case until its day: it leaves the inbox, another one stays, and it's back on the day", async () => {
    const [rosa, ana] = [await handedOver(server), await handedOver(server)];
    const { status, ok } = await putAside(rosa, { of: "case", refid: rosa.id, until: inDays(2), words: "Labs." });
    expect([status, ok.kind, ok.words, ok.seenon, ok.actions]).toEqual([201, "aside", "Labs.", inDays(2), ["drop"]]);
    expect([await waiting(rosa), await waiting(ana)]).toEqual([[], ["incoming"]]);
    // The patient's writing brings it back only where that was waited for.
    await write(rosa);
    expect(await waiting(rosa)).toEqual(["conversation"]);
    expect((await putAside(rosa, { of: "case", refid: rosa.id, until: inDays(3) })).problem.code).toBe("conflict");
    server.clock.advance(2 * 24 * hourMs);
    expect(await waiting(rosa)).toEqual(expect.arrayContaining(["incoming"]));
    // Back, it can be put aside anew.
    expect((await putAside(rosa, { of: "case", refid: rosa.id, until: inDays(1) })).status).toBe(201);
  });

  test("a renewal until the patient answers: back once they write, or after the days the practice waits for one", async () => {
    const [rosa, ana] = [await withRenewal(), await withRenewal()];
    // What was written before is what the practice asks about.
    await write(ana);
    for (const each of [rosa, ana])
      expect((await putAside(each, { of: "renewal", refid: each.renewal, foranswer: true })).status).toBe(201);
    expect([await waiting(rosa), await waiting(ana)]).toEqual([[], ["conversation"]]);
    await write(rosa);
    expect(await waiting(rosa)).toEqual(expect.arrayContaining(["renewal"]));
    expect(await waiting(ana)).toEqual(["conversation"]);
    server.clock.advance(server.services.content.promises.unanswereddays * 24 * hourMs);
    expect(await waiting(ana)).toContain("renewal");
  });

  test("in time before the bank lets go of the payment, whatever the day; and then no more", async () => {
    const rosa = await handedOver(server);
    const { placed_at } = await server.services.db
      .selectFrom("customer_order")
      .select("placed_at")
      .where("patient_id", "=", rosa.id)
      .where("status", "=", "authorized")
      .executeTakeFirstOrThrow();
    const { ok } = await putAside(rosa, { of: "case", refid: rosa.id, until: inDays(20) });
    expect(Date.parse(ok.since)).toBeLessThan(placed_at.getTime() + 7 * 24 * hourMs - 23 * hourMs);
    expect(Date.parse(ok.since)).toBeGreaterThan(placed_at.getTime() + 5 * 24 * hourMs);
    expect(Date.parse(ok.since)).toBeLessThan(startOfDay(server.services.content.brand.timezone, inDays(20)).getTime());
    server.clock.advance(Date.parse(ok.since) - server.clock.now().getTime() + 1000);
    expect(await waiting(rosa)).toContain("incoming");
    const late = await putAside(rosa, { of: "case", refid: rosa.id, until: inDays(1) });
    expect([late.problem.code, messageOf(late)]).toEqual(["wrong_state", expect.stringContaining("The bank")]);
  });

  test("brought back at once, and ended by the decision; of what doesn't wait nothing is put aside", async () => {
    const [rosa, ana] = [await withRenewal(), await withRenewal()];
    const { ok } = await putAside(rosa, { of: "renewal", refid: rosa.renewal, until: inDays(5) });
    const params = { id: ok.id };
    const back = await server.call(care.endTask, { params, body: { outcome: "dropped" } }, { apiKey });
    expect([back.ok.ended?.outcome, await waiting(rosa)]).toEqual(["dropped", ["renewal"]]);
    const anas = (await putAside(ana, { of: "renewal", refid: ana.renewal, until: inDays(5) })).ok;
    const decline = { params: { id: ana.renewal }, body: { reason: "Please see me first." } };
    expect((await server.call(care.declinePrescriptionRenewal, decline, { apiKey })).status).toBe(200);
    const ended = (await server.call(care.task, { params: { id: anas.id } }, { apiKey })).ok.ended;
    expect(ended).toMatchObject({ outcome: "dropped", note: "It was decided." });
    const refused = [
      await putAside(ana, { of: "renewal", refid: ana.renewal, until: inDays(5) }),
      await putAside(ana, { of: "case", refid: ana.id, until: inDays(5) }),
      await putAside(rosa, { of: "upsell", refid: newId(), until: inDays(5) }),
      await putAside(ana, { of: "renewal", refid: rosa.renewal, until: inDays(5) }),
    ];
    expect(refused.map(({ problem }) => problem.code)).toEqual(Array(4).fill("wrong_state"));
    const wrong = [
      await putAside(rosa, { of: "renewal", refid: rosa.renewal }),
      await putAside(rosa, { of: "renewal", refid: rosa.renewal, until: inDays(0) }),
      await putAside(rosa, { of: "renewal", refid: rosa.renewal, until: inDays(31) }),
    ];
    expect(wrong.map(fieldOf)).toEqual(["until", "until", "until"]);
    expect((await putAside(rosa, { of: "renewal", refid: rosa.renewal, until: inDays(1) })).status).toBe(201);
  });

  describe("a renewal waits no longer than what is at home, less the days until the next box is there", () => {
    // 28 days at home, of which the charge's notice takes 5 and the way 7.
    const latest = () => inDays(28 - 12);
    const aside = (patient: Awaited<ReturnType<typeof withRenewal>>, more: Partial<Aside>) =>
      putAside(patient, { of: "renewal", refid: patient.renewal, ...more });

    test("a later day is refused with the reason; that day isn't", async () => {
      const rosa = await withRenewal();
      const late = await aside(rosa, { until: addDays(latest(), 1) });
      expect([late.status, fieldOf(late)]).toEqual([400, "until"]);
      expect(messageOf(late)).toBe(
        `What the patient has lasts until ${formatDay(inDays(28))}, and the next box takes 12 days to get there. Please choose ${formatDay(latest())} or an earlier day.`,
      );
      expect((await aside(rosa, { until: latest() })).ok.seenon).toBe(latest());
    });

    test("while the patient is asked it's back on that day; once it has come it isn't put aside at all", async () => {
      const [rosa, ana] = [await withRenewal(), await withRenewal()];
      server.clock.advance(14 * 24 * hourMs);
      const last = inDays(28 - 14 - 12);
      expect((await aside(rosa, { foranswer: true })).ok.seenon).toBe(last);
      server.clock.advance(2 * 24 * hourMs);
      expect(await waiting(rosa)).toContain("renewal");
      for (const more of [{ until: inDays(1) }, { foranswer: true }] as const) {
        const { problem } = await aside(ana, more);
        expect([problem.code, problem.message]).toEqual([
          "wrong_state",
          expect.stringMatching(/^What the patient has lasts until .* so this can’t wait\. Please decide it\.$/u),
        ]);
      }
      server.clock.advance(20 * 24 * hourMs);
      expect((await aside(ana, { until: inDays(1) })).problem.message).toMatch(/^The patient has run out of it,/u);
    });

    test("of a paused subscription nothing is sent once it's decided, so it may wait", async () => {
      const [rosa, ana] = [await withRenewal(), await withRenewal()];
      await server.services.db
        .updateTable("subscription")
        .set({ status: "paused", paused_until: inDays(90), charge_on_before_pause: inDays(20) })
        .where("patient_id", "=", rosa.id)
        .execute();
      expect((await aside(rosa, { until: inDays(30) })).status).toBe(201);
      expect((await aside(ana, { until: inDays(30) })).status).toBe(400);
    });
  });
});
