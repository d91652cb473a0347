import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { WorkItem } from "#contract/care/work-items.ts";
import { documents } from "#contract/documents/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays } from "#server/platform/clock/working-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { recordCallCoverage } from "#server/testing/call-coverage.ts";
import { type TestPatient, testApiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { bill, capturedCents, home, inCare, passDays, tokenOf } from "#server/treatment/testing/in-care.ts";
import { productsHeldByWorkItems } from "#server/work-items/public.ts";

const server = serverAtNoon();
const apiKey = testApiKey;

/** A Tuesday, at noon: what is due in a day is due tomorrow. */
beforeEach(() => {
  while (new Date(clinicToday(server.services)).getUTCDay() !== 2) server.clock.advance(86_400_000);
});

const change = async (patient: TestPatient, ...answers: Answer[]) => {
  server.clock.advance(60_000);
  return server.call(account.updateHealthAnswers, { body: { answers } }, { token: await tokenOf(server, patient) });
};
const answer = (questionid: string, value: Answer["answer"], others?: string): Answer => ({
  questionid,
  answer: value,
  ...(others !== undefined && { others }),
});
const bloodPressure = (top: string, bottom: string): Answer[] => [
  answer("bp_known", "numbers"),
  answer("bp_top", top),
  answer("bp_bottom", bottom),
];
async function itemsOf({ id }: TestPatient): Promise<WorkItem[]> {
  const found: WorkItem[] = [];
  let nextpage: string | null = null;
  do {
    const page: { items: WorkItem[]; nextpage: string | null } = (
      await server.call(care.workItems, { query: nextpage === null ? {} : { nextpage } }, { apiKey })
    ).ok;
    found.push(...page.items.filter(({ patient }) => patient?.id === id));
    ({ nextpage } = page);
  } while (nextpage !== null);
  return found;
}
const onlyItemOf = async (patient: TestPatient): Promise<WorkItem> => {
  const [item, ...more] = await itemsOf(patient);
  expect([item === undefined, more.length]).toEqual([false, 0]);
  return item as WorkItem;
};
const close = (
  item: Pick<WorkItem, "id" | "version">,
  body: object = { outcome: "no_change", note: "Spoke to her." },
) =>
  server.call(
    care.closeWorkItem,
    { params: { id: item.id }, body: { version: item.version, ...body } as never },
    { apiKey },
  );
const ship = (id: string) =>
  server.call(
    care.shipOrder,
    { params: { id }, body: { carrier: "Meadow Post", trackingnumber: `MP${newId().slice(-6)}` } },
    { apiKey },
  );
const isReady = async (orderId: string) =>
  (await server.call(care.orders, { query: { status: "paid" } }, { apiKey })).ok.items.find(({ id }) => id === orderId)
    ?.ready;

describe("what a patient in care tells reaches a clinician before her medicine leaves", () => {
  test("186/122 beside an unsent order: due today, with before and after, and nothing is sent until somebody looked", async () => {
    const [rosa, ana] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
    expect([await isReady(rosa.orderId), await isReady(ana.orderId)]).toEqual([true, true]);
    const { ok } = await change(
      rosa,
      ...bloodPressure("186", "122"),
      answer("heart_and_clots", ["heart_disease"]),
      answer("other_medicines", "CANARY aspirin since the scare last month"),
    );
    expect(ok.promise).toBe(
      "Your care team will look at this today. Until they have, we won't send or charge you for more of your medicine.",
    );
    const item = await onlyItemOf(rosa);
    expect(item).toMatchObject({ kind: "answers", holds: true, version: 1, closed: null, patient: { id: rosa.id } });
    expect(new Date(item.due).getTime() - server.clock.now().getTime()).toBeLessThan(13 * 3_600_000);
    const [entry] = item.entries;
    expect(entry?.flags.map(({ ruleid, level }) => `${level} ${ruleid}`)).toEqual(
      expect.arrayContaining(["clinician blood_pressure_crisis", "clinician heart_disease"]),
    );
    expect(entry?.flags.find(({ ruleid }) => ruleid === "blood_pressure_crisis")?.text).toContain("reach out today");
    expect(entry?.answers).toEqual(
      expect.arrayContaining([
        { question: "Blood pressure (top)", before: null, after: "186 mmHg" },
        { question: "Heart and blood clots", before: null, after: "Another kind of heart disease" },
      ]),
    );
    expect(entry?.answers.find(({ after }) => after?.includes("CANARY"))).toBeDefined();
    // The practice is mailed, without a word about health.
    await server.jobs.drain();
    const mails = await server.mailbox.list(
      server.services.config.onCallEmails[0] ?? server.services.content.brand.supportemail,
    );
    expect(mails.filter(({ text }) => text.includes(item.id)).map(({ subject }) => subject)).toEqual([
      "Someone has to look at your open list today",
    ]);
    // Only this patient's parcel waits.
    expect([await isReady(rosa.orderId), await isReady(ana.orderId)]).toEqual([false, true]);
    expect((await home(server, rosa)).nextstep.kind).toBe("waits_for_clinician");
    expect((await home(server, ana)).nextstep.kind).toBe("approved");
    const refused = await ship(rosa.orderId);
    expect([refused.status, refused.problem.code]).toEqual([409, "waits_for_clinician"]);
    expect(refused.problem.message).toContain("a clinician has to look");
    const [line] =
      (await server.call(care.orders, { query: { status: "paid" } }, { apiKey })).ok.items.find(
        ({ id }) => id === rosa.orderId,
      )?.order?.detail ?? [];
    const packed = await server.call(
      care.packOrder,
      { params: { id: rosa.orderId }, body: { lines: [{ pricingid: line?.pricingid ?? "" }] } },
      { apiKey },
    );
    expect(packed.problem.code).toBe("waits_for_clinician");
    expect((await ship(ana.orderId)).status).toBe(200);
    // What is needed to act on it.
    const { ok: detail } = await server.call(care.workItem, { params: { id: item.id } }, { apiKey });
    expect(detail.prescriptions.map(({ productid, status }) => `${productid} ${status}`).toSorted()).toEqual([
      "estradiol_patch_0_05 active",
      "progesterone_capsule_100 active",
    ]);
    expect(detail.orders).toMatchObject([{ order: { id: rosa.orderId }, waits: true }]);
    // Whoever lets it go says why.
    expect((await close(item, { outcome: "contacted" })).problem.details?.fields?.[0]?.path).toBe("note");
    expect(await isReady(rosa.orderId)).toBe(false);
    const closed = await close(item, { outcome: "contacted", note: "CANARY called, measured again: 138/84." });
    expect(closed.ok.closed).toMatchObject({ outcome: "contacted", note: "CANARY called, measured again: 138/84." });
    expect([await itemsOf(rosa), await isReady(rosa.orderId)]).toEqual([[], true]);
    expect((await ship(rosa.orderId)).status).toBe(200);
    const stored = await server.services.db.selectFrom("work_item").selectAll().where("id", "=", item.id).execute();
    expect(
      Buffer.concat(stored.flatMap((row) => [row.content_sealed, row.note_sealed ?? Buffer.alloc(0)])).includes(
        "CANARY",
      ),
    ).toBe(false);
    expect(server.logged()).not.toContain("CANARY");
  });

  test.each<[string, Answer[], { by: number | "today" | null; holds: boolean; kind: WorkItem["kind"] | null }]>([
    [
      "a rule that says nothing itself",
      [answer("conditions", ["gallbladder"])],
      { by: 2, holds: true, kind: "answers" },
    ],
    [
      "a rule that lets the parcel go",
      [answer("watch_medicines", ["thyroid"])],
      { by: 3, holds: false, kind: "answers" },
    ],
    ["her own words", [answer("other_medicines", "ginkgo")], { by: 1, holds: true, kind: "words" }],
    ["an answer no rule is about", [answer("weight", "151")], { by: null, holds: false, kind: null }],
  ])("%s", async (_, answers, { by, holds, kind }) => {
    const rosa = await inCare(server, { delivered: false });
    const { ok } = await change(rosa, ...answers);
    const [item] = await itemsOf(rosa);
    expect([item?.kind ?? null, item?.holds ?? false]).toEqual([kind, holds]);
    const day =
      by === null || by === "today"
        ? ""
        : formatDay(addWorkingDays(server.services.content.promises.closed, clinicToday(server.services), by));
    const look =
      by === null
        ? "Your doctor will see your new answers the next time they open your record."
        : `Your care team will look at this by ${day}.`;
    expect(ok.promise).toBe(
      holds ? `${look} Until they have, we won't send or charge you for more of your medicine.` : look,
    );
    expect(await isReady(rosa.orderId)).toBe(!holds);
  });

  test("a stop rests the medicine, and is a row too: closing it sends nothing", async () => {
    const rosa = await inCare(server, { delivered: false });
    await change(rosa, answer("liver", "active"));
    const item = await onlyItemOf(rosa);
    expect(item.entries[0]?.flags).toMatchObject([{ ruleid: "active_liver_disease", level: "stop" }]);
    await close(item, { outcome: "referred" });
    expect((await ship(rosa.orderId)).problem.code).toBe("prescription_needed");
  });

  test("why somebody cancels is read, too; what is paid continues", async () => {
    const [rosa, ana] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
    const cancel = async (patient: TestPatient, reason?: string) =>
      server.call(
        treatment.cancel,
        { params: { id: patient.id }, body: reason === undefined ? {} : { reason } },
        { token: await tokenOf(server, patient) },
      );
    expect((await cancel(rosa, "It gave me a rash")).status).toBe(200);
    expect((await cancel(ana)).status).toBe(200);
    const { kind, holds, entries } = await onlyItemOf(rosa);
    expect([kind, holds, entries.map(({ answers }) => answers)]).toEqual([
      "words",
      false,
      [[{ question: "Why they canceled", before: null, after: "It gave me a rash" }]],
    ]);
    expect(await itemsOf(ana)).toEqual([]);
  });

  test("words that tell of an emergency are reported as one, and not a second time", async () => {
    const rosa = await inCare(server, { delivered: false });
    const { ok } = await change(rosa, answer("other_medicines", "I have chest pain right now"));
    expect(ok.emergency?.kind).toBe("911");
    expect(await itemsOf(rosa)).toEqual([]);
  });

  test("more before anybody looked joins the same item, due as early as either; taking it back erases nothing", async () => {
    const rosa = await inCare(server, { delivered: false });
    await change(rosa, answer("conditions", ["gallbladder"]));
    const first = await onlyItemOf(rosa);
    const { ok } = await change(rosa, ...bloodPressure("186", "122"));
    expect(ok.promise).toContain("look at this today");
    const second = await onlyItemOf(rosa);
    expect([second.id, second.version, second.since, second.due < first.due]).toEqual([first.id, 2, first.since, true]);
    expect(second.entries.map(({ flags }) => flags.length > 0)).toEqual([true, true]);
    // A lesser change later makes nothing later.
    const { ok: third } = await change(rosa, answer("conditions", ["gallbladder", "lupus"]));
    expect(third.promise).toContain("look at this today");
    await change(rosa, answer("conditions", ["none"]), answer("bp_known", "told_normal"));
    const last = await onlyItemOf(rosa);
    expect([last.due, last.entries[0]?.flags, last.holds]).toEqual([second.due, first.entries[0]?.flags, true]);
    expect(await isReady(rosa.orderId)).toBe(false);
    // What was added since is not closed unseen.
    expect((await close(second)).problem.code).toBe("conflict");
    expect(await isReady(rosa.orderId)).toBe(false);
    expect((await close(last)).status).toBe(200);
    // The same again, after an answer that was lost; another outcome is refused.
    expect((await close(last)).status).toBe(200);
    expect((await close(last, { outcome: "referred", note: "x" })).problem.code).toBe("conflict");
    await change(rosa, answer("conditions", ["lupus"]));
    expect((await onlyItemOf(rosa)).id).not.toBe(first.id);
  });

  test("changes of two at once are both there", async () => {
    const rosa = await inCare(server, { delivered: false });
    const token = await tokenOf(server, rosa);
    const send = (one: Answer) => server.call(account.updateHealthAnswers, { body: { answers: [one] } }, { token });
    const both = await Promise.all([send(answer("conditions", ["lupus"])), send(answer("liver", "past"))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { entries } = await onlyItemOf(rosa);
    expect(entries.flatMap(({ flags }) => flags.map(({ ruleid }) => ruleid)).toSorted()).toEqual([
      "liver_history",
      "lupus",
    ]);
  });

  test("a repeat after a lost answer promises the same", async () => {
    const rosa = await inCare(server, { delivered: false });
    const first = await change(rosa, answer("conditions", ["lupus"]));
    const second = await change(rosa, answer("conditions", ["lupus"]));
    expect(second.ok.promise).toBe(first.ok.promise);
    expect((await onlyItemOf(rosa)).version).toBe(1);
  });

  test("nothing new is charged until then; the day after somebody looked it is", async () => {
    const rosa = await inCare(server);
    await passDays(server, 16);
    await bill(server);
    const before = await capturedCents(server, rosa);
    await change(rosa, answer("conditions", ["lupus"]));
    await passDays(server, 12);
    await bill(server);
    expect(await capturedCents(server, rosa)).toEqual(before);
    const waiting = await home(server, rosa);
    // It's no renewal: the doctor has not to prescribe anything again.
    expect(waiting.subscriptions.map(({ onhold }) => onhold)).toEqual([false, false]);
    const renewals = await server.call(care.prescriptionRenewals, { query: { patientid: rosa.id } }, { apiKey });
    expect(renewals.ok.items).toEqual([]);
    await close(await onlyItemOf(rosa));
    await passDays(server, 2);
    await bill(server);
    expect((await capturedCents(server, rosa)).length).toBe(before.length + 1);
  });

  test("only the products a rule is about wait", async () => {
    const rosa = await inCare(server, { delivered: false });
    await change(rosa, answer("conditions", ["lupus"]));
    const { db } = server.services;
    expect([...(await productsHeldByWorkItems(db, rosa.id))].toSorted()).toEqual([
      "estradiol_patch_0_05",
      "progesterone_capsule_100",
    ]);
    await db
      .updateTable("work_item")
      .set({ holds: ["progesterone_capsule_100"] })
      .where("patient_id", "=", rosa.id)
      .execute();
    expect([...(await productsHeldByWorkItems(db, rosa.id))]).toEqual(["progesterone_capsule_100"]);
  });

  test("what a doctor prescribes afterwards was prescribed knowing of it", async () => {
    const rosa = await inCare(server, { delivered: false });
    await change(rosa, answer("conditions", ["lupus"]));
    expect(await isReady(rosa.orderId)).toBe(false);
    await server.services.db
      .updateTable("prescription")
      .set({ approved_at: server.clock.now() })
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(await isReady(rosa.orderId)).toBe(true);
    // Of what is told after that the doctor didn't know, though the item was open before.
    await change(rosa, answer("conditions", ["lupus", "gallbladder"]));
    expect((await onlyItemOf(rosa)).version).toBe(2);
    expect(await isReady(rosa.orderId)).toBe(false);
  });
});

describe("a document a patient uploads is looked at", () => {
  async function upload(patient: TestPatient, fields: Record<string, string>, id?: string): Promise<string> {
    const bytes = await sharp({ create: { width: 40, height: 25, channels: 3, background: "#336699" } })
      .jpeg()
      .toBuffer();
    const { payload, headers } = multipart({ name: "scan.jpg", type: "image/jpeg", bytes }, fields);
    const call = id === undefined ? documents.upload : documents.replace;
    const { statusCode, json } = await server.app
      .inject({
        method: call.method,
        url: fullPath(call).replace("{id}", id ?? ""),
        payload,
        headers: { ...headers, authorization: `Bearer ${await tokenOf(server, patient)}`, "idempotency-key": newId() },
      })
      .then((sent) => ({ statusCode: sent.statusCode, json: sent.json() as { id: string } }));
    recordCallCoverage(call, statusCode);
    return json.id;
  }

  test("each is a row, due by its kind, and again where its file is another one; the parcel isn't stopped", async () => {
    const rosa = await inCare(server, { delivered: false });
    const mammogram = await upload(rosa, { kind: "lab_result", title: "Mammogram" });
    const front = await upload(rosa, { kind: "insurance_front" });
    const [result, card] = await itemsOf(rosa);
    expect([result, card]).toMatchObject([
      {
        kind: "document",
        holds: false,
        entries: [{ document: { id: mammogram, kind: "lab_result", title: "Mammogram" } }],
      },
      { kind: "document", holds: false, entries: [{ document: { id: front, title: "Insurance card, front" } }] },
    ]);
    expect((result?.due ?? "") < (card?.due ?? "")).toBe(true);
    expect(await isReady(rosa.orderId)).toBe(true);
    await upload(rosa, { title: "Mammogram, sharper" }, mammogram);
    const [again, ...others] = await itemsOf(rosa);
    expect([again?.id, again?.version, others.length]).toEqual([result?.id, 2, 1]);
    expect(again?.entries.map(({ document }) => document?.title)).toEqual(["Mammogram", "Mammogram, sharper"]);
    // Nothing waits for it, so nobody has to write why; of a result the patient is told.
    expect((await close(again as WorkItem, { outcome: "no_change" })).status).toBe(400);
    const message = "It’s as it should be.";
    expect((await close(again as WorkItem, { outcome: "no_change", message })).status).toBe(200);
    expect((await close(card as WorkItem, { outcome: "no_change" })).status).toBe(200);
    await upload(rosa, {}, mammogram);
    expect((await itemsOf(rosa)).map(({ id }) => id)).not.toContain(result?.id);
  });
});

describe("who closes it", () => {
  test("a nurse; until then a colleague reads who works on it; pharmacy and finance see none of it", async () => {
    const rosa = await inCare(server, { delivered: false });
    await change(rosa, answer("conditions", ["lupus"]));
    const item = await onlyItemOf(rosa);
    const [one, two] = [await signedInStaff(server, ["nurse"]), await signedInStaff(server, ["nurse"])];
    const pharmacist = await signedInStaff(server, ["pharmacy"]);
    expect((await pharmacist.browser.call(care.workItems, { query: {} })).problem.code).toBe("scope_missing");
    for (const { browser } of [one, two])
      expect((await browser.call(care.workItem, { params: { id: item.id } })).status).toBe(200);
    const body = { version: item.version, outcome: "no_change" as const, note: "Known since 2019." };
    const closings = await Promise.all(
      [one, two].map(({ browser }) => browser.call(care.closeWorkItem, { params: { id: item.id }, body })),
    );
    expect(closings.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(closings.find(({ status }) => status === 409)?.problem.code).toBe("claimed");
    expect(closings.find(({ status }) => status === 200)?.ok.closed).toMatchObject({
      name: "Ines Falk",
      outcome: "no_change",
    });
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("actor")
      .where("patient_id", "=", rosa.id)
      .where("call", "=", "care.closeWorkItem")
      .where("status", "=", 200)
      .execute();
    expect(audited.map(({ actor }) => actor)).toEqual([expect.stringMatching(/^staff:/)]);
  });

  test("an unknown one is not found; a closed account's stays", async () => {
    expect((await close({ id: newId(), version: 1 })).problem.code).toBe("not_found");
    const rosa = await inCare(server);
    await change(rosa, answer("conditions", ["lupus"]));
    const { token, password } = { token: await tokenOf(server, rosa), password: rosa.password };
    await server.call(account.closeAccount, { body: { password } }, { token });
    const item = await onlyItemOf(rosa);
    expect((await close(item)).status).toBe(200);
  });
});
