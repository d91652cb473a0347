import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import type { Role } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, staffPassword, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const dayMs = 86_400_000;
const today = () => clinicToday(server.services);
const inDays = (count: number) => addDays(today(), count);

/** A Tuesday, at noon. */
beforeEach(() => {
  while (new Date(today()).getUTCDay() !== 2) server.clock.advance(dayMs);
});

const person = (role: Role) => signedInStaff(server, [role]);
/** A doctor is one person of the practice: whoever was them in an earlier test has left. */
async function physician(doctorid = "elena_marsh"): Promise<StaffPerson> {
  await sql`update staff_member set doctor_id = null, disabled_at = now() where doctor_id = ${doctorid}`.execute(
    server.services.db,
  );
  return signedInStaff(server, ["physician"], doctorid);
}
/** Signed in again, after the session ended. */
async function back(who: StaffPerson): Promise<void> {
  server.clock.advance(60_000);
  await who.browser.call(staff.signIn, { body: { email: who.email, password: staffPassword } });
  const { status } = await who.browser.call(staff.proveCode, { body: { code: who.code() } });
  expect(status).toBe(200);
}
const later = async (ms: number, ...people: StaffPerson[]) => {
  server.clock.advance(ms);
  for (const who of people) await back(who);
};
const open = (by: StaffPerson, { id }: TestPatient) =>
  by.browser.call(staff.openRecord, {
    params: { id },
    body: { reason: "colleague", words: "Asked about the patient." },
  });
type Body = Input<typeof care.addPatientTask>["body"];
const task = (change: Partial<Body> = {}): Body => ({
  ...{ kind: "task", dueon: inDays(3), words: "Ask for the CANARY mammogram" },
  ...change,
});
const addFor = async (by: StaffPerson, patient: TestPatient, body: Body) => {
  await open(by, patient);
  return by.browser.call(care.addPatientTask, { params: { id: patient.id }, body });
};
const inboxOf = async (by: StaffPerson) =>
  (await by.browser.call(care.inbox, { query: { kind: "task", limit: 200 as never } })).ok;
/** Which of these are in somebody's inbox, in its order. */
const idsIn = async (by: StaffPerson, ...of: string[]) =>
  (await inboxOf(by)).items.map(({ id }) => id).filter((id) => of.includes(id));
const lateIn = async (by: StaffPerson) => (await inboxOf(by)).kinds.find(({ kind }) => kind === "task")?.late ?? 0;
const act = {
  answer: (by: StaffPerson, id: string, answer: string) =>
    by.browser.call(care.answerTask, { params: { id }, body: { answer } }),
  end: (by: StaffPerson, id: string, outcome: "done" | "answered" | "dropped", note?: string) =>
    by.browser.call(care.endTask, { params: { id }, body: { outcome, ...(note !== undefined && { note }) } }),
  aside: (by: StaffPerson, id: string, until: string) =>
    by.browser.call(care.putTaskAside, { params: { id }, body: { until } }),
  give: (by: StaffPerson, id: string, body: { role?: Role; memberid?: string }) =>
    by.browser.call(care.reassignTask, { params: { id }, body }),
};
const messageOf = ({ raw }: { raw: { payload: string } }) => (JSON.parse(raw.payload) as { message: string }).message;
const fieldOf = ({ raw }: { raw: { payload: string } }) =>
  (JSON.parse(raw.payload) as { details?: { fields?: { path: string; message: string }[] } }).details?.fields?.[0];

describe("a task is seen from its day on", () => {
  test("a physician reminds herself: unseen for three days, then in her inbox alone, overdue the day after, and done with words", async () => {
    const [elena, ruth] = [await physician(), await physician("ruth_okafor")];
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const { ok, status } = await addFor(elena, rosa, task());
    const anas = (await addFor(elena, ana, task({ dueon: inDays(9), words: "Ask for the lipids" }))).ok;
    expect([status, ok.dueon, ok.seenon, ok.for.memberid]).toEqual([201, inDays(3), inDays(3), elena.id]);
    expect(ok.actions).toEqual(["done", "aside", "reassign", "drop"]);
    expect(await idsIn(elena, ok.id, anas.id)).toEqual([]);
    await later(3 * dayMs, elena, ruth);
    expect([await idsIn(elena, ok.id, anas.id), await idsIn(ruth, ok.id)]).toEqual([[ok.id], []]);
    const item = (await inboxOf(elena)).items.find(({ id }) => id === ok.id);
    expect(item?.asked).toEqual({
      kind: "task",
      log: null,
      answered: false,
      words: "Ask for the CANARY mammogram",
      by: "Ines Falk",
    });
    const late = await lateIn(elena);
    await later(dayMs, elena);
    expect(await lateIn(elena)).toBe(late + 1);
    await open(elena, rosa);
    const done = (await act.end(elena, ok.id, "done", "She sends it in May.")).ok;
    expect(done.ended).toMatchObject({ outcome: "done", note: "She sends it in May.", actor: `staff:${elena.id}` });
    expect([done.actions, await idsIn(elena, ok.id)]).toEqual([[], []]);
    // The same once more changes nothing, another outcome does not replace it.
    expect((await act.end(elena, ok.id, "done", "Again.")).ok.ended).toEqual(done.ended);
    expect((await act.end(elena, ok.id, "dropped")).status).toBe(409);
    await open(elena, ana);
    expect((await elena.browser.call(care.task, { params: { id: anas.id } })).ok.ended).toBeNull();
  });

  test.each([
    ["a Saturday", 4, 6],
    ["a Sunday", 5, 6],
    ["a Friday", 3, 3],
  ])("one for %s says which day it will be seen, and isn't late before", async (_, due, seen) => {
    const nurse = await person("nurse");
    const { ok } = await nurse.browser.call(care.addTask, { body: task({ dueon: inDays(due) }) });
    expect([ok.dueon, ok.seenon]).toEqual([inDays(due), inDays(seen)]);
    await later(seen * dayMs, nurse);
    const item = (await inboxOf(nurse)).items.find(({ id }) => id === ok.id);
    expect(item?.expires).toBe(startOfDay("America/New_York", addDays(today(), 1)).toISOString());
  });

  test.each([
    ["a day in the past", { dueon: "2020-01-01" }, "dueon", "This day is past. Please choose today or a later day."],
    ["a day in three years", { dueon: "2099-01-01" }, "dueon", "Please choose a day within two years."],
    ["no day", { dueon: undefined }, "dueon", "Please choose the day this comes up."],
    ["nobody by this id", { memberid: newId() }, "memberid", "There’s nobody with this id."],
  ])("refuses %s", async (_, change, path, message) => {
    const nurse = await person("nurse");
    const answer = await nurse.browser.call(care.addTask, { body: task(change as Partial<Body>) });
    expect([answer.status, fieldOf(answer)]).toEqual([400, { path, message }]);
  });

  test("it is put aside again and again, its day goes with it, and it never comes back earlier", async () => {
    const nurse = await person("nurse");
    const [one, two] = [
      (await nurse.browser.call(care.addTask, { body: task({ dueon: today() }) })).ok,
      (await nurse.browser.call(care.addTask, { body: task({ dueon: today(), words: "Another" }) })).ok,
    ];
    expect(await idsIn(nurse, one.id, two.id)).toEqual([one.id, two.id]);
    expect((await act.aside(nurse, one.id, inDays(2))).ok).toMatchObject({ dueon: inDays(2), seenon: inDays(2) });
    expect(await idsIn(nurse, one.id, two.id)).toEqual([two.id]);
    expect((await act.aside(nurse, one.id, inDays(1))).ok.dueon).toBe(inDays(2));
    expect(fieldOf(await act.aside(nurse, one.id, today()))?.message).toBe("Please choose a later day than today.");
    expect(fieldOf(await act.aside(nurse, one.id, inDays(-1)))?.message).toMatch(/^This day is past/);
  });

  test("a colleague who leaves, or loses the role, leaves it to the role: nothing is lost", async () => {
    const [nurse, gone, changed, mate] = [
      await person("nurse"),
      await person("nurse"),
      await person("nurse"),
      await person("nurse"),
    ];
    const give = async (memberid: string) =>
      (await nurse.browser.call(care.addTask, { body: task({ dueon: today(), memberid }) })).ok;
    const [first, second] = [await give(gone.id), await give(changed.id)];
    const seen = (who: StaffPerson) => idsIn(who, first.id, second.id);
    expect([await seen(gone), await seen(changed), await seen(mate)]).toEqual([[first.id], [second.id], []]);
    await server.call(staff.disableMember, { params: { id: gone.id }, body: {} }, { apiKey });
    const fields = { name: "Ines Falk", roles: ["pharmacy"] as Role[] };
    await server.call(staff.updateMember, { params: { id: changed.id }, body: fields }, { apiKey });
    expect([await seen(changed), await seen(mate)]).toEqual([[], [first.id, second.id]]);
    const { ok } = await mate.browser.call(care.task, { params: { id: first.id } });
    expect(ok.for).toEqual({ role: "nurse", memberid: null, name: null });
    expect(fieldOf(await act.give(mate, first.id, { memberid: gone.id }))?.message).toMatch(/^Ines Falk has left/);
    expect(fieldOf(await act.give(mate, first.id, { role: "nurse", memberid: changed.id }))?.message).toMatch(
      /^Ines Falk can’t be asked this/,
    );
    expect((await act.give(mate, first.id, { memberid: nurse.id })).ok.for.memberid).toBe(nurse.id);
    expect([await seen(mate), await seen(nurse)]).toEqual([[second.id], [first.id, second.id]]);
  });

  test("what somebody asks of themself doesn't open a record; what a colleague asks does", async () => {
    const [nurse, mate] = [await person("nurse"), await person("nurse")];
    const rosa = await inCare(server);
    const own = (await addFor(nurse, rosa, task({ dueon: today() }))).ok;
    await later(2 * 3_600_000, nurse, mate);
    expect((await nurse.browser.call(care.task, { params: { id: own.id } })).status).toBe(403);
    const asked = (await addFor(nurse, rosa, task({ dueon: today(), memberid: mate.id }))).ok;
    expect((await mate.browser.call(care.task, { params: { id: asked.id } })).status).toBe(200);
  });

  test("the patient's record lists what is open of her, also before its day, and not another patient's", async () => {
    const nurse = await person("nurse");
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const [first, second, ended] = [
      (await addFor(nurse, rosa, task({ dueon: inDays(9) }))).ok,
      (await addFor(nurse, rosa, task({ dueon: inDays(4), role: "physician" }))).ok,
      (await addFor(nurse, rosa, task())).ok,
    ];
    await addFor(nurse, ana, task());
    await act.end(nurse, ended.id, "dropped");
    const listed = (await nurse.browser.call(care.patientTasks, { params: { id: rosa.id }, query: {} })).ok;
    expect(listed.items.map(({ id }) => id)).toEqual([second.id, first.id]);
    const own = (await nurse.browser.call(care.tasksAsked, { query: {} })).ok.items.map(({ id }) => id);
    expect(own).toEqual(expect.arrayContaining([first.id, second.id]));
    expect(own).not.toContain(ended.id);
  });

  test("of a closed account it stays; about an order or a conversation of somebody else it is refused", async () => {
    const nurse = await person("nurse");
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const orderid = ana.orderId;
    expect(fieldOf(await addFor(nurse, rosa, task({ orderid })))?.path).toBe("orderid");
    expect(fieldOf(await addFor(nurse, rosa, task({ conversationid: newId() })))?.path).toBe("conversationid");
    const kept = (await addFor(nurse, ana, task({ dueon: today(), orderid }))).ok;
    expect(kept.order?.id).toBe(orderid);
    await server.call(
      account.closeAccount,
      { body: { password: ana.password } },
      { token: await tokenOf(server, ana) },
    );
    expect(await idsIn(nurse, kept.id)).toEqual([kept.id]);
    expect((await addFor(nurse, { ...rosa, id: newId() }, task())).status).toBe(404);
  });

  test("words, answer and note are sealed", async () => {
    const nurse = await person("nurse");
    const { id } = (await nurse.browser.call(care.addTask, { body: task() })).ok;
    await act.end(nurse, id, "dropped", "CANARY note");
    const { rows } = await sql<{ row: string }>`select task::text as row from task where id = ${id}`.execute(
      server.services.db,
    );
    expect(Buffer.from(rows[0]?.row ?? "", "utf8").toString()).not.toContain("CANARY");
  });
});

describe("a question goes back to whoever asked, with its answer", () => {
  const question = (change: Partial<Body> = {}): Body => ({
    ...{ kind: "question", role: "patient_services", words: "Did she get the letter?" },
    ...change,
  });

  test("a nurse asks patient services; the first answer counts, the second one is told who was first, the nurse closes it", async () => {
    const nurse = await person("nurse");
    const [ines, jo] = [await person("patient_services"), await person("patient_services")];
    const rosa = await inCare(server);
    const { id } = (await addFor(nurse, rosa, question())).ok;
    expect([await idsIn(nurse, id), await idsIn(ines, id), await idsIn(jo, id)]).toEqual([[], [id], [id]]);
    const [first, second] = await Promise.all([act.answer(ines, id, "Yes, Monday."), act.answer(jo, id, "No.")]);
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]));
    const [won, lost] = first.status === 200 ? [first, second] : [second, first];
    expect(messageOf(lost)).toBe("Ines Falk has answered this already. Please read their answer.");
    expect(won.ok.answer?.text).toBe(first.status === 200 ? "Yes, Monday." : "No.");
    const winner = first.status === 200 ? ines : jo;
    expect((await act.answer(winner, id, won.ok.answer?.text ?? "")).ok.answer).toEqual(won.ok.answer);
    expect([await idsIn(nurse, id), await idsIn(ines, id)]).toEqual([[id], []]);
    expect((await inboxOf(nurse)).items.find((item) => item.id === id)?.asked).toMatchObject({
      answered: true,
      words: won.ok.answer?.text,
    });
    expect((await act.end(nurse, id, "answered")).ok.ended?.outcome).toBe("answered");
    expect(await idsIn(nurse, id)).toEqual([]);
  });

  test("withdrawn, it needs no answer; only who asked withdraws it", async () => {
    const [nurse, ines] = [await person("nurse"), await person("patient_services")];
    const { id } = (await nurse.browser.call(care.addTask, { body: question() })).ok;
    expect((await act.end(ines, id, "dropped")).status).toBe(409);
    expect((await act.end(nurse, id, "dropped")).status).toBe(200);
    expect(messageOf(await act.answer(ines, id, "Late."))).toBe(
      "This question was withdrawn. Nobody needs an answer any more.",
    );
  });

  test("it can't be put aside beyond the day it is to be answered by", async () => {
    const [nurse, ines] = [await person("nurse"), await person("patient_services")];
    const { id } = (await nurse.browser.call(care.addTask, { body: question({ dueon: inDays(2) }) })).ok;
    expect(fieldOf(await act.aside(ines, id, inDays(3)))?.message).toMatch(/^The answer is needed by Thursday/);
    expect((await act.aside(ines, id, inDays(2))).ok).toMatchObject({ dueon: inDays(2), seenon: inDays(2) });
    await later(2 * dayMs, ines);
    expect((await ines.browser.call(care.task, { params: { id } })).ok.actions).toEqual(["answer", "reassign"]);
  });

  test("whoever has neither role and doesn't read about health isn't told of it", async () => {
    const [nurse, ines, finance] = [await person("nurse"), await person("patient_services"), await person("finance")];
    const elena = await physician();
    const rosa = await inCare(server, { delivered: false });
    const { id } = (await addFor(nurse, rosa, question({ role: "pharmacy" }))).ok;
    for (const stranger of [ines, finance])
      expect((await stranger.browser.call(care.task, { params: { id } })).status).toBe(404);
    expect((await act.answer(finance, id, "Mine.")).status).toBe(404);
    await open(elena, rosa);
    // Who reads about health sees it, and isn't who is asked.
    expect((await elena.browser.call(care.task, { params: { id } })).ok.actions).toEqual([]);
    expect((await act.answer(elena, id, "Not mine.")).status).toBe(409);
    const listed = (await ines.browser.call(care.patientTasks, { params: { id: rosa.id }, query: {} })).ok.items;
    expect(listed).toEqual([]);
  });
});

describe("a pharmacist's question to the prescriber holds the order", () => {
  const ask = (by: StaffPerson, id: string, words = "Two patches at once, is that meant?") =>
    by.browser.call(care.askAboutOrder, { params: { id }, body: { words } });
  const pack = async (by: StaffPerson, orderId: string) => {
    const { rows } = await sql<{
      pricing_id: string;
    }>`select pricing_id from order_line where order_id = ${orderId}`.execute(server.services.db);
    const lines = rows.map(({ pricing_id: pricingid }) => ({
      ...{ pricingid, lotnumber: "L1", expireson: inDays(900), uncoded: "No code" },
    }));
    return by.browser.call(care.packOrder, { params: { id: orderId }, body: { lines, verified: true } });
  };
  const ship = (orderId: string) =>
    server.call(
      care.shipOrder,
      { params: { id: orderId }, body: { carrier: "Meadow Post", trackingnumber: `MP${newId().slice(-6)}` } },
      { apiKey },
    );
  const print = (by: StaffPerson, orderids: string[], what: "labels" | "leaflets" = "labels") =>
    by.browser.call(care.printOrders, { body: { orderids, what } });
  const listOf = async (by: StaffPerson, status: "ready" | "asked") =>
    (await by.browser.call(care.orders, { query: { status } })).ok.items;
  const stepOf = async (patient: TestPatient) =>
    (await server.call(treatment.overview, {}, { token: await tokenOf(server, patient) })).ok.nextstep;

  test("until it's answered nothing of it is packed, printed or sent, and another patient's is", async () => {
    const [nell, dara] = [await person("pharmacy"), await person("pharmacy")];
    const elena = await physician();
    const [rosa, ana] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
    const before = (await stepOf(rosa)).kind;
    const { ok } = await ask(nell, rosa.orderId);
    expect(ok).toMatchObject({ kind: "order_question", order: { id: rosa.orderId, held: true } });
    expect([ok.for.role, ok.dueon! >= today(), ok.actions]).toEqual(["physician", true, ["reassign", "drop"]]);
    const { number } = ok.order!;
    const reason = `Order ${number} waits for the doctor’s answer to a pharmacist’s question. It can be packed once that’s answered or withdrawn.`;
    for (const refused of [
      await pack(dara, rosa.orderId),
      await ship(rosa.orderId),
      await print(dara, [ana.orderId, rosa.orderId]),
      await print(dara, [ana.orderId, rosa.orderId], "leaflets"),
    ])
      expect([refused.status, messageOf(refused as never)]).toEqual([409, reason]);
    expect((await print(dara, [ana.orderId])).status).toBe(200);
    expect((await print(dara, [ana.orderId], "leaflets")).status).toBe(200);
    const ids = async (status: "ready" | "asked") => (await listOf(dara, status)).map(({ id }) => id);
    expect(await ids("ready")).not.toContain(rosa.orderId);
    expect(await ids("ready")).toContain(ana.orderId);
    expect(await ids("asked")).toEqual([rosa.orderId]);
    expect((await listOf(dara, "asked"))[0]).toMatchObject({ ready: false, question: { taskid: ok.id } });
    expect([(await stepOf(rosa)).kind, (await stepOf(rosa)).title]).toEqual([
      "pharmacy_asks",
      "Your pharmacy is checking something with your doctor",
    ]);
    expect((await stepOf(ana)).kind).toBe(before);
    expect((await pack(dara, ana.orderId)).status).toBe(200);

    const item = (await inboxOf(elena)).items.find(({ id }) => id === ok.id);
    expect(item).toMatchObject({ id: ok.id, holdsmedicine: true, ordernumber: number });
    expect(item?.expires).not.toBeNull();
    expect((await act.answer(elena, ok.id, "Yes, for two weeks.")).ok.order?.held).toBe(false);
    expect([await idsIn(elena, ok.id), await idsIn(nell, ok.id)]).toEqual([[], [ok.id]]);
    expect((await stepOf(rosa)).kind).toBe(before);
    expect((await print(dara, [rosa.orderId])).status).toBe(200);
    expect((await pack(dara, rosa.orderId)).status).toBe(200);
    expect((await ship(rosa.orderId)).status).toBe(200);
    expect((await act.end(nell, ok.id, "answered")).status).toBe(200);
  });

  test("two questions hold it until both are answered or withdrawn", async () => {
    const nell = await person("pharmacy");
    const elena = await physician();
    const rosa = await inCare(server, { delivered: false });
    const [first, second] = [(await ask(nell, rosa.orderId)).ok, (await ask(nell, rosa.orderId, "And the dose?")).ok];
    await act.answer(elena, first.id, "Yes.");
    expect((await pack(nell, rosa.orderId)).status).toBe(409);
    await act.end(nell, second.id, "dropped", "Clear from the record.");
    expect((await pack(nell, rosa.orderId)).status).toBe(200);
  });

  test("nothing is held that has left, and who doesn't pack can't ask", async () => {
    const [nell, nurse] = [await person("pharmacy"), await person("nurse")];
    const rosa = await inCare(server, { delivered: false });
    expect((await ask(nurse, rosa.orderId)).status).toBe(403);
    expect((await ship(rosa.orderId)).status).toBe(200);
    expect((await ask(nell, rosa.orderId)).status).toBe(409);
    expect((await ask(nell, newId())).status).toBe(404);
  });

  test("shipping and asking at the same moment: either it has left, or it is held", async () => {
    const nell = await person("pharmacy");
    for (let round = 0; round < 3; round += 1) {
      const rosa = await inCare(server, { delivered: false });
      const [asked, shipped] = await Promise.all([ask(nell, rosa.orderId), ship(rosa.orderId)]);
      expect([asked.status, shipped.status]).toEqual(asked.status === 201 ? [201, 409] : [409, 200]);
    }
  });

  test("it goes to the prescriber by name where they work in the app, and a nurse can't be asked", async () => {
    const rosa = await inCare(server, { delivered: false });
    const [nell, nurse] = [await person("pharmacy"), await person("nurse")];
    const { rows } = await sql<{
      doctor_id: string;
    }>`select doctor_id from prescription where patient_id = ${rosa.id}`.execute(server.services.db);
    expect(rows[0]?.doctor_id).toBe("elena_marsh");
    const [elena, ruth] = [await physician(), await physician("ruth_okafor")];
    const { ok } = await ask(nell, rosa.orderId);
    expect([ok.for.role, ok.for.name]).toEqual(["physician", "Ines Falk"]);
    expect(await idsIn(ruth, ok.id)).toEqual([]);
    expect((await act.answer(nurse, ok.id, "Fine.")).status).not.toBe(200);
    expect(fieldOf(await act.give(nell, ok.id, { role: "nurse" }))?.path).toBe("role");
    expect((await act.give(nell, ok.id, { role: "physician" })).ok.for).toMatchObject({ memberid: null });
    expect([await idsIn(elena, ok.id), await idsIn(ruth, ok.id)]).toEqual([[ok.id], [ok.id]]);
  });

  describe("a prescriber who is away isn't waited for", () => {
    const away = (from: string | null, until: string | null) =>
      server.services.db
        .updateTable("doctor")
        .set({ away_from: from, away_until: until })
        .where("id", "=", "elena_marsh")
        .execute();
    afterEach(() => away(null, null));

    test("asked meanwhile, it's everybody's who prescribes, who may answer it", async () => {
      const rosa = await inCare(server, { delivered: false });
      const nell = await person("pharmacy");
      await physician();
      const ruth = await physician("ruth_okafor");
      await away(inDays(-1), inDays(3));
      const { ok } = await ask(nell, rosa.orderId);
      expect(ok.for).toMatchObject({ role: "physician", memberid: null });
      expect(await idsIn(ruth, ok.id)).toEqual([ok.id]);
      await open(ruth, rosa);
      expect((await act.answer(ruth, ok.id, "Yes.")).ok.order?.held).toBe(false);
    });

    test("asked before, those who stand in see it from the first day of the absence to the last", async () => {
      const rosa = await inCare(server, { delivered: false });
      const [nell, nurse] = [await person("pharmacy"), await person("nurse")];
      const [elena, ruth] = [await physician(), await physician("ruth_okafor")];
      const { ok } = await ask(nell, rosa.orderId);
      const own = (await addFor(ruth, rosa, task({ dueon: today() }))).ok;
      const seen = async () => [await idsIn(elena, ok.id), await idsIn(ruth, ok.id), await idsIn(nurse, ok.id)];
      const [shared, ownersAlone] = [
        [[ok.id], [ok.id], []],
        [[ok.id], [], []],
      ];
      expect(await seen()).toEqual(ownersAlone);
      await away(inDays(1), inDays(2));
      expect(await seen()).toEqual(ownersAlone);
      await away(today(), today());
      expect(await seen()).toEqual(shared);
      // What waits for somebody who is here stays theirs.
      expect(await idsIn(elena, own.id)).toEqual([]);
      await away(inDays(-3), inDays(-1));
      expect(await seen()).toEqual(ownersAlone);
    });
  });
});

/** Opens many at once for a role, of a patient or of none: due today, each waiting a little longer than the one before. */
async function openMany(role: Role, count: number, patientId: string | null = null): Promise<readonly string[]> {
  const { db, secrets } = server.services;
  const ids = Array.from({ length: count }, newId);
  const words = ids.map((id) => secrets.seal(`Call ${id}`, sealed("task.words_sealed")(id)));
  const now = server.clock.now();
  await sql`
    insert into task (id, kind, patient_id, asker, asker_role, role, words_sealed, holds, opened_at, waits_since, due_on, due_at)
    select id, 'task', ${patientId}::uuid, 'key:crowd', ${role}, ${role}, words, false, ${now}::timestamptz,
      ${now}::timestamptz - interval '1 hour' + at * interval '1 millisecond', ${today()}::date, ${startOfDay("America/New_York", addDays(today(), 1))}::timestamptz
    from unnest(${ids}::uuid[], ${words}::bytea[]) with ordinality as given (id, words, at)`.execute(db);
  return ids;
}

test("ten thousand items due one morning: counted, paged without a gap or a repeat, and found by an index", async () => {
  const finance = await person("finance");
  const ids = await openMany("finance", 10_000);
  await sql`analyze task`.execute(server.services.db);
  const seen: string[] = [];
  let nextpage: string | null = null;
  for (let page = 0; page < 4; page += 1) {
    const query: Input<typeof care.inbox>["query"] = {
      ...{ kind: "task", limit: 200 as never },
      ...(nextpage !== null && { nextpage }),
    };
    const { ok }: { ok: Output<typeof care.inbox> } = await finance.browser.call(care.inbox, { query });
    if (page === 0) expect(ok.kinds.find(({ kind }) => kind === "task")?.waiting).toBe(10_000);
    seen.push(...ok.items.map(({ id }) => id));
    ({ nextpage } = ok);
  }
  expect(nextpage).not.toBeNull();
  expect(new Set(seen).size).toBe(800);
  // All are due at the same moment: by their id, as they were made.
  expect(seen).toEqual(ids.slice(0, 800));
  await server.call(staff.disableMember, { params: { id: finance.id }, body: {} }, { apiKey });
  await sql`delete from task where asker = 'key:crowd'`.execute(server.services.db);
});

test("what is open of a patient, and what somebody asked, is read in pages", async () => {
  const nurse = await person("nurse");
  const rosa = await inCare(server);
  await open(nurse, rosa);
  const ids = await openMany("nurse", 120, rosa.id);
  await sql`update task set asker = ${`staff:${nurse.id}`} where asker = 'key:crowd'`.execute(server.services.db);
  const pagesOf = async (
    read: (nextpage: string | null) => Promise<{ ok: { items: readonly { id: string }[]; nextpage: string | null } }>,
  ) => {
    const pages: string[][] = [];
    let nextpage: string | null = null;
    do {
      const { ok } = await read(nextpage);
      pages.push(ok.items.map(({ id }) => id));
      ({ nextpage } = ok);
    } while (nextpage !== null);
    return pages;
  };
  const query = (nextpage: string | null) => (nextpage === null ? {} : { nextpage });
  const expected = [ids.slice(0, 50), ids.slice(50, 100), ids.slice(100)];
  expect(
    await pagesOf((page) => nurse.browser.call(care.patientTasks, { params: { id: rosa.id }, query: query(page) })),
  ).toEqual(expected);
  expect(await pagesOf((page) => nurse.browser.call(care.tasksAsked, { query: query(page) }))).toEqual(expected);
});

test("what is overdue, of everybody, is listed for whoever runs the team, longest first, without what it says", async () => {
  const [nurse, administrator] = [await person("nurse"), await person("administrator")];
  const rosa = await inCare(server);
  const tasks = await Promise.all(
    [0, 1, 2, 3, 4].map(async () => (await addFor(nurse, rosa, task({ words: "CANARY words" }))).ok.id),
  );
  const [older = "", newer = "", ended = "", dueToday = "", weekend = ""] = tasks;
  const late = async (id: string, days: number, dueAt = server.clock.now()) =>
    server.services.db
      .updateTable("task")
      .set({ due_on: addDays(today(), days), due_at: dueAt })
      .where("id", "=", id)
      .execute();
  await late(newer, -1);
  await late(older, -3);
  await late(ended, -3);
  await late(dueToday, 0);
  // Its day was a Saturday, and it's Sunday: nobody was there yet.
  await late(weekend, -1, new Date(server.clock.now().getTime() + 60_000));
  await act.end(nurse, ended, "done");
  const { ok, status } = await administrator.browser.call(care.overdueTasks, {});
  const listed = ok.items.filter(({ id }) => tasks.includes(id));
  expect([status, listed.map(({ id }) => id)]).toEqual([200, [older, newer]]);
  expect(listed[0]).toEqual({
    ...{ id: older, kind: "task", dueon: addDays(today(), -3) },
    asker: { role: "nurse", memberid: nurse.id, name: expect.any(String) },
    for: { role: "nurse", memberid: nurse.id, name: expect.any(String) },
  });
  expect(ok.count).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(ok)).not.toContain("CANARY");
  expect((await nurse.browser.call(care.overdueTasks, {})).status).toBe(403);
});
