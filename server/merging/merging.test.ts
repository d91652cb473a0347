import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import type { MergeSignIn } from "#contract/account/merge.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { contactEmailOf } from "#server/auth/public.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { availableDiscounts, earnDiscount, redeemEarnedDiscount } from "#server/discounts/public.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { erasePatient } from "#server/operations/patient/erase.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { chartEffects } from "#server/tasks/public.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { endTreatment } from "#server/treatment/end-treatment.ts";
import { askedByPhone, inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { ask, linked, mergeAccounts, mergeCode } from "./testing/two-accounts.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

/** A patient whose treatment has ended: everything was delivered, and nothing goes on. */
async function endedCare() {
  const patient = await inCare(server);
  await inTransaction(server.services, (tx) => endTreatment(tx, patient.id));
  const conversations = await conversationsOf(server, patient);
  return { ...patient, conversationId: conversations.find(({ kind }) => kind === "doctor")?.id ?? "" };
}

/** Two accounts that are linked, the second of which has nothing that goes on. */
async function twoAccounts<Retired extends TestPatient = TestPatient>(
  surviving: TestPatient | Promise<TestPatient> = server.newPatient({ firstname: "Delia" }),
  retired: Promise<Retired> = server.newPatient({ firstname: "Delia" }) as Promise<Retired>,
) {
  const both = [await surviving, await retired] as const;
  return { surviving: both[0], retired: both[1], pair: await linked(server, both) };
}
type Two = Awaited<ReturnType<typeof twoAccounts>>;

const read = async (pair: string) => (await server.call(care.pairMerge, { params: { id: pair } }, { apiKey })).ok;
const undo = (pair: string, reason = "They are two people.") =>
  server.call(care.undoMerge, { params: { id: pair }, body: { reason } }, { apiKey });
const confirm = (code: string, signin: MergeSignIn) => server.call(account.confirmMerge, { body: { code, signin } });
const signIn = ({ email, password }: Pick<TestPatient, "email" | "password">) =>
  server.call(auth.signIn, { body: { email, password } });
const mailsTo = async ({ email }: TestPatient) => {
  await server.jobs.drain();
  return (await server.mailbox.list(email)).map(({ subject }) => subject);
};

const merged = (two: Two, keeps: "surviving" | "retired" = "surviving") => mergeAccounts(server, two, keeps);

describe("decisions §19 two records of one person become one account", () => {
  test("asked at both addresses; nothing changes before both have agreed, and then one sign-in goes on", async () => {
    const two = await twoAccounts();
    const { surviving, retired, pair } = two;
    expect((await read(pair)).choices.map(({ refusals }) => refusals)).toEqual([[], []]);
    expect((await ask(server, pair, surviving)).ok.merge).toMatchObject({ status: "asked", confirmed: [] });
    const code = await mergeCode(server, surviving.email);
    expect((await server.call(account.readMerge, { body: { code } })).ok).toMatchObject({
      ...{ email: surviving.email, otherconfirmed: false, signin: null },
    });
    expect((await confirm(code, "this")).ok).toEqual({ message: "success", merged: false, signin: "this" });
    for (const each of [surviving, retired]) expect((await signIn(each)).status).toBe(200);
    const other = await mergeCode(server, retired.email);
    const seen = (await server.call(account.readMerge, { body: { code: other } })).ok;
    expect(seen).toMatchObject({ email: retired.email, otherconfirmed: true, signin: "other" });
    expect(JSON.stringify(seen)).not.toContain(surviving.email);
    expect((await confirm(other, "other")).ok).toEqual({ message: "success", merged: true, signin: "other" });
    expect((await read(pair)).merge).toMatchObject({ status: "merged", signinof: surviving.id, undorefusal: null });

    expect((await signIn(surviving)).ok.userid).toBe(surviving.id);
    const { status, problem } = await signIn(retired);
    expect([status, problem.message]).toEqual([401, "You log in with your other email address now."]);
    expect((await server.call(account.sessions, {}, { token: surviving.token })).status).toBe(200);
    expect((await server.call(account.sessions, {}, { token: retired.token })).status).toBe(401);
    expect(await mailsTo(surviving)).toContain("Your two accounts are one now");
    expect(await mailsTo(retired)).toContain("Please log in with your other email address");
  });

  test("the other address and its password sign in to the surviving record, where that was chosen; sessions of the other password end", async () => {
    const two = await twoAccounts();
    await merged(two, "retired");
    const { surviving, retired } = two;
    const signedIn = await signIn(retired);
    expect(signedIn.ok.userid).toBe(surviving.id);
    expect((await server.call(account.user, {}, { token: signedIn.ok.idToken })).ok.email).toBe(retired.email);
    for (const { token } of [surviving, retired])
      expect((await server.call(account.sessions, {}, { token })).status).toBe(401);
    expect((await signIn(surviving)).problem.message).toContain("other email address");
    const found = await server.call(care.searchPatients, { body: { q: retired.email } }, { apiKey });
    expect(JSON.stringify(found.ok)).toContain(surviving.id);
  });

  test("an address that signs in no more: a wrong password, recovery and sign-up tell nobody but its mailbox", async () => {
    const two = await twoAccounts();
    await merged(two);
    const { retired } = two;
    const unknown = await signIn({ email: "nobody-at-all@example.com", password: "not this one at all" });
    const wrong = await signIn({ email: retired.email, password: "not this one at all" });
    expect([wrong.status, wrong.problem]).toEqual([unknown.status, unknown.problem]);
    server.clock.advance(2 * 3_600_000);
    await server.call(auth.forgotPassword, { body: { email: retired.email } });
    await server.jobs.drain();
    server.clock.advance(2 * 3_600_000);
    const again = await server.call(auth.signUp, {
      body: { email: retired.email.toUpperCase(), password: "another calm noon" },
    });
    expect([again.status, again.problem.code]).toEqual([409, "email_taken"]);
    const subjects = await mailsTo(retired);
    expect(subjects.filter((each) => each === "Please log in with your other email address")).toHaveLength(3);
    expect(subjects).not.toContain("Choose a new password");
  });

  test("either mailbox can say no, which ends both links; the practice reads that", async () => {
    const { surviving, retired, pair } = await twoAccounts();
    await ask(server, pair, surviving);
    const [one, other] = [await mergeCode(server, surviving.email), await mergeCode(server, retired.email)];
    const decline = () => server.call(account.declineMerge, { body: { code: other } });
    expect([(await decline()).status, (await decline()).status]).toEqual([200, 200]);
    expect((await confirm(one, "this")).problem.code).toBe("link_expired");
    expect((await server.call(account.readMerge, { body: { code: one } })).problem.code).toBe("link_expired");
    expect((await read(pair)).merge?.status).toBe("declined");
    for (const each of [surviving, retired]) expect((await signIn(each)).status).toBe(200);
    // Asked again, the old links stay closed.
    await ask(server, pair, retired);
    expect((await confirm(one, "this")).problem.code).toBe("link_expired");
    expect((await read(pair)).merge).toMatchObject({ status: "asked", survivingid: retired.id });
  });

  test("withdrawn, and links that are too old, open nothing", async () => {
    const { surviving, pair } = await twoAccounts();
    await ask(server, pair, surviving);
    const code = await mergeCode(server, surviving.email);
    const withdraw = () => server.call(care.withdrawMerge, { params: { id: pair } }, { apiKey });
    expect([(await withdraw()).status, (await withdraw()).ok.merge?.status]).toEqual([200, "withdrawn"]);
    expect((await confirm(code, "this")).problem.code).toBe("link_expired");
    await ask(server, pair, surviving);
    const late = await mergeCode(server, surviving.email);
    server.clock.advance(8 * 86_400_000);
    expect((await confirm(late, "this")).problem.code).toBe("link_expired");
    expect((await read(pair)).merge?.status).toBe("expired");
    expect((await withdraw()).problem.code).toBe("wrong_state");
  });

  test("repeated: asking, agreeing and undoing answer the same and mail nothing twice; both mailboxes at one moment make one account", async () => {
    const two = await twoAccounts();
    const { surviving, retired, pair } = two;
    await ask(server, pair, surviving);
    await ask(server, pair, surviving);
    expect((await mailsTo(surviving)).filter((each) => each === "Do you have two accounts with us?")).toHaveLength(1);
    const [one, other] = [await mergeCode(server, surviving.email), await mergeCode(server, retired.email)];
    const answers = await Promise.all([confirm(one, "this"), confirm(other, "other")]);
    expect(answers.filter(({ ok }) => ok.merged)).toHaveLength(1);
    expect((await confirm(one, "this")).ok).toMatchObject({ merged: true, signin: "this" });
    expect((await confirm(other, "this")).ok).toMatchObject({ merged: true, signin: "other" });
    expect((await mailsTo(surviving)).filter((each) => each === "Your two accounts are one now")).toHaveLength(1);
    const undone = await Promise.all([undo(pair), undo(pair, "Again")]);
    expect(undone.map(({ status }) => status)).toEqual([200, 200]);
    expect((await mailsTo(retired)).filter((each) => each.includes("separate again"))).toHaveLength(1);
  });

  test("a changed e-mail ends the link that was mailed to the old one", async () => {
    const { surviving, pair } = await twoAccounts();
    await ask(server, pair, surviving);
    const code = await mergeCode(server, surviving.email);
    const { token, password } = surviving;
    const email = `new-${surviving.email}`;
    await server.call(account.changeEmail, { body: { email, password } }, { token });
    await server.jobs.drain();
    const [change = ""] = (await server.mailbox.list(email)).flatMap(
      ({ text }) => /email\?code=([\w-]{43})/.exec(text)?.[1] ?? [],
    );
    expect((await server.call(account.verifyEmail, { body: { code: change } })).status).toBe(200);
    expect((await confirm(code, "this")).problem.code).toBe("link_expired");
  });
});

describe("what is in the way of a merge", () => {
  const refusalOf = async ({ surviving, pair }: Two) => {
    const shown =
      (await read(pair)).choices.find(({ survivingid }) => survivingid === surviving.id)?.refusals.join(" ") || null;
    const answer = await ask(server, pair, surviving);
    expect(answer.status === 200 ? null : answer.problem.message, "what is shown is what is refused").toBe(shown);
    return shown;
  };

  test("no running subscription: that of the record that goes on is untouched", async () => {
    const two = await twoAccounts(inCare(server));
    const { surviving: treated } = two;
    await merged(two);
    const { ok } = await server.call(treatment.overview, {}, { token: await tokenOf(server, treated) });
    expect(ok.subscriptions.map(({ status }) => status)).toContain("active");
  });

  test.each([
    ["an authorized plan", () => submitted(server), /has a subscription/],
    ["a message nobody answered", async () => waiting(), /a message waits/],
  ])("%s of the record that would close", async (_, retired, sentence) => {
    expect(await refusalOf(await twoAccounts(undefined, retired()))).toMatch(sentence);
  });

  async function waiting() {
    const patient = await endedCare();
    await sendAsPatient(server, patient, patient.conversationId, { message: "A question" });
    return patient;
  }

  test("an open emergency, a payment that is under way: of either record", async () => {
    const two = await twoAccounts();
    const { db } = server.services;
    const payer = await submitted(server);
    const other = await twoAccounts(payer);
    await db.updateTable("payment_intent").set({ status: "unknown" }).where("patient_id", "=", payer.id).execute();
    expect(await refusalOf(other)).toMatch(/payment is under way/);
    expect(await refusalOf({ ...other, surviving: other.retired, retired: other.surviving })).toMatch(
      /payment is under way/,
    );
    const messaged = await endedCare();
    const emergency = await twoAccounts(messaged);
    await sendAsPatient(server, messaged, messaged.conversationId, { message: "I have crushing chest pain" });
    expect(await refusalOf(emergency)).toMatch(/emergency/);
    expect(await refusalOf(two)).toBeNull();
  });

  test("no verdict, another verdict, a closed account, and a third record before the first merge is final", async () => {
    const [one, other] = [await server.newPatient(), await server.newPatient()];
    for (const verdict of [null, "not_same"] as const) {
      await server.services.db.deleteFrom("person_pair").where("earlier_id", "in", [one.id, other.id]).execute();
      const pair = await linked(server, [one, other], verdict);
      expect(await refusalOf({ surviving: one, retired: other, pair })).toMatch(/same person/);
    }
    const closed = await twoAccounts();
    const { password, token } = closed.retired;
    await server.call(account.closeAccount, { body: { password } }, { token });
    expect(await refusalOf(closed)).toMatch(/closed/);
    const two = await twoAccounts();
    await merged(two);
    const third = await twoAccounts(Promise.resolve(two.surviving));
    expect(await refusalOf(third)).toMatch(/A third can follow once/);
    server.clock.advance(31 * 86_400_000);
    expect(await refusalOf(third)).toBeNull();
  });

  test("begun after both were asked: the second mailbox is refused in neutral words, and neither account has changed", async () => {
    const { surviving, retired, pair } = await twoAccounts(undefined, endedCare());
    await ask(server, pair, surviving);
    const [one, other] = [await mergeCode(server, surviving.email), await mergeCode(server, retired.email)];
    await confirm(one, "this");
    await sendAsPatient(server, retired, retired.conversationId, { message: "One more" });
    const { status, problem } = await confirm(other, "other");
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(problem.message).not.toMatch(/message|conversation/);
    for (const each of [surviving, retired]) expect((await signIn(each)).status).toBe(200);
  });
});

describe("the old id answers with the new one", () => {
  test("the record says so both ways, whatever begins something is refused with the other id, and FHIR links both", async () => {
    const two = await twoAccounts(inCare(server), endedCare());
    await merged(two);
    const { surviving, retired } = two;
    const record = async ({ id }: TestPatient) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
    expect(await record(retired)).toMatchObject({ mergedinto: surviving.id, mergedfrom: [], email: retired.email });
    expect(await record(surviving)).toMatchObject({ mergedinto: null, mergedfrom: [retired.id] });
    const { conversationId: conversation } = retired;
    const refused = [
      await server.call(
        care.changeContact,
        { params: { id: retired.id }, body: { asked: askedByPhone, email: "old-id@example.com" } },
        { apiKey },
      ),
      await server.call(care.sendMessage, { params: { id: conversation }, body: { message: "Hello" } }, { apiKey }),
      await server.call(care.accept, { params: { id: retired.id }, body: {} } as never, { apiKey }),
    ];
    for (const { status, problem } of refused)
      expect([status, problem.code, problem.details?.["patientid"]]).toEqual([409, "merged", surviving.id]);
    const fhirOf = async (id: string) => {
      const copy = { params: { id }, body: { of: "record_data", recipient: "practice", words: "For the new doctor" } };
      return (await server.call(care.copyRecord, copy as never, { apiKey })).raw.payload;
    };
    expect(JSON.parse(await fhirOf(retired.id)).entry[0].resource.link).toEqual([
      {
        type: "replaced-by",
        other: { type: "Patient", identifier: expect.objectContaining({ value: `urn:uuid:${surviving.id}` }) },
      },
    ]);
    expect(JSON.parse(await fhirOf(surviving.id)).entry[0].resource.link[0].type).toBe("replaces");
    const events = await server.services.db
      .selectFrom("clinic_event")
      .select(["type", "object_id"])
      .where("patient_id", "=", retired.id)
      .where("type", "like", "account.%")
      .execute();
    expect(events).toEqual(
      expect.arrayContaining([
        { type: "account.closed", object_id: retired.id },
        { type: "account.merged", object_id: surviving.id },
      ]),
    );
  });
});

describe("the patient's own documents of the account that closed", () => {
  test("are had with the other one's: record, receipts, letter codes; nobody else's are, and none before a merge or after an undo", async () => {
    const two = await twoAccounts(server.newPatient(), endedCare());
    const { surviving, retired, pair } = two;
    const stranger = await endedCare();
    const token = await tokenOf(server, surviving);
    const available = async () => (await server.call(documents.available, {}, { token })).ok.earlier;
    const year = Number(clinicToday(server.services).slice(0, 4));
    const statuses = async (id: string) => [
      (await server.call(documents.medicalRecords, { params: { id } }, { token })).status,
      (await server.call(documents.medicalRecordsFhir, { params: { id } }, { token })).status,
      (await server.call(documents.hsaReceiptOfYear, { params: { id, year } }, { token })).status,
      (await server.call(documents.fsaReceipt, { params: { id } }, { token })).status,
      (await server.call(documents.ndcLetter, { params: { id } }, { token })).status,
    ];
    const none = [404, 404, 404, 404, 404];
    expect([await available(), await statuses(retired.id)]).toEqual([[], none]);
    await merged(two);
    const { merged_at: mergedAt } = await server.services.db
      .selectFrom("record_merge")
      .select("merged_at")
      .where("retired_id", "=", retired.id)
      .executeTakeFirstOrThrow();
    expect(await available()).toEqual([
      { id: retired.id, mergedat: mergedAt?.toISOString(), medicalletter: false, endofcareletterid: null },
    ]);
    expect([await statuses(retired.id), await statuses(stranger.id)]).toEqual([[200, 200, 200, 200, 200], none]);
    const { raw } = await server.call(documents.medicalRecordsFhir, { params: { id: retired.id } }, { token });
    expect(JSON.parse(raw.payload).entry[0].resource.link[0].type).toBe("replaced-by");
    await undo(pair);
    expect([await available(), await statuses(retired.id)]).toEqual([[], none]);
  });
});

describe("what the merged account has earned", () => {
  const discounts = [
    { source: "followup", sourceId: "review", code: "REVIEW", percent: 10 },
    { source: "referral", sourceId: "friend", code: "THANKYOU", amountCents: 2000 },
    // Another friend's is another discount.
    { source: "referral", sourceId: "another friend", code: "OWN", amountCents: 1500 },
    { source: "promo", sourceId: "SPRING", code: "SPRING", percent: 5 },
    { source: "friend", sourceId: "WELCOME", code: "WELCOME", percent: 50 },
  ] as const;
  const earn = ({ id: patientId }: TestPatient, wanted: readonly (typeof discounts)[number][]) =>
    inTransaction(server.services, async ({ db }) => {
      for (const each of wanted) await earnDiscount(db, { ...each, patientId, now: server.clock.now() });
    });
  const codesOf = async ({ id }: TestPatient) =>
    (await availableDiscounts(server.services.db, id)).map(({ code }) => code).toSorted();

  test("goes on with the other one, once, and without a welcome; undone, what no order has used is back", async () => {
    const two = await twoAccounts(inCare(server), endedCare());
    const { surviving, retired, pair } = two;
    const bystander = await server.newPatient();
    await earn(retired, [discounts[0], discounts[1], discounts[3], discounts[4]]);
    await earn(surviving, [discounts[2], discounts[3]]);
    await earn(bystander, discounts.slice(0, 1));
    await merged(two);
    expect(await codesOf(surviving)).toEqual(["OWN", "REVIEW", "SPRING", "THANKYOU"]);
    expect(await codesOf(retired)).toEqual(["SPRING", "WELCOME"]);

    const { db } = server.services;
    const [review] = (await availableDiscounts(db, surviving.id)).filter(({ code }) => code === "REVIEW");
    const { orderId } = surviving as Awaited<ReturnType<typeof inCare>>;
    if (!review) throw new Error("It was earned");
    const used = { discount: review, usedCents: 0, orderId, now: server.clock.now() };
    await inTransaction(server.services, (tx) => redeemEarnedDiscount(tx.db, used));
    expect((await undo(pair)).status).toBe(200);
    const usedBy = db.selectFrom("earned_discount").select("patient_id").where("id", "=", review.id);
    expect(await usedBy.execute()).toEqual([{ patient_id: surviving.id }]);
    expect(await codesOf(surviving)).toEqual(["OWN", "SPRING"]);
    expect(await codesOf(retired)).toEqual(["SPRING", "THANKYOU", "WELCOME"]);
    expect(await codesOf(bystander)).toEqual(["REVIEW"]);
  });
});

describe("what stands on the chart of the account that closes", () => {
  const log = ({ id }: TestPatient, kind: string, fields: readonly { id: string; value: string }[] = []) =>
    server.call(
      care.addPatientLog,
      { params: { id }, body: { kind, words: "As they asked", fields: [...fields] } },
      { apiKey },
    );
  const chart = async ({ id }: TestPatient) =>
    (await server.call(care.patientLog, { params: { id }, query: { state: "chart" } }, { apiKey })).ok.items;

  test("stays, is shown on the one that goes on, obeyed there, and can be ended", async () => {
    const [two, others] = [await twoAccounts(), await twoAccounts()];
    for (const [each, what] of [
      [two.surviving, "hearing"],
      [two.retired, "voicemail"],
      [others.retired, "sight"],
    ] as const)
      expect((await log(each, "alert", [{ id: "what", value: what }])).status).toBe(201);
    expect((await chart(two.surviving)).map(({ patient }) => patient?.id)).toEqual([two.surviving.id]);
    await merged(two);
    const shown = await chart(two.surviving);
    expect(new Set(shown.map(({ log: entry }) => entry?.fields[0]?.value))).toEqual(
      new Set(["Hears badly", "Leave no voicemail"]),
    );
    const record = async () => (await server.call(care.patient, { params: { id: two.surviving.id } }, { apiKey })).ok;
    expect((await record()).voicemail).toBe(false);
    const entry = shown.find(({ patient }) => patient?.id === two.retired.id);
    expect(entry?.actions).toContain("done");
    const ended = await server.call(
      care.endTask,
      { params: { id: entry?.id ?? "" }, body: { outcome: "done" } },
      { apiKey },
    );
    expect(ended.status).toBe(200);
    expect([(await record()).voicemail, (await chart(two.surviving)).length]).toEqual([true, 1]);
  });

  test("an address that mails are to go to can still be confirmed, and is that of the account that goes on", async () => {
    const two = await twoAccounts();
    await log(two.retired, "contact_way", [{ id: "email", value: `elsewhere-${two.retired.id}@example.com` }]);
    await merged(two);
    await server.jobs.drain();
    const [mail] = await server.mailbox.list(`elsewhere-${two.retired.id}@example.com`);
    const secret = /#confirm\.([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await server.call(account.verifyEmail, { body: { code: secret } })).status).toBe(200);
    expect((await contactEmailOf(server.services.db, two.surviving.id))?.email).toContain("elsewhere-");
  });

  test("an order not to erase holds both", async () => {
    const two = await twoAccounts();
    await log(two.retired, "legal_hold", [
      { id: "from", value: "A court" },
      { id: "since", value: "2026-01-05" },
    ]);
    await merged(two);
    await server.call(
      account.closeAccount,
      { body: { password: two.surviving.password } },
      { token: two.surviving.token },
    );
    await expect(erasePatient(server.services, two.surviving.id)).rejects.toThrow(/stands on the chart/u);
  });
});

describe("undoing a merge", () => {
  test("what stands on the chart of the one binds for both while they are one account, and for nobody else after", async () => {
    const two = await twoAccounts();
    const { surviving, retired, pair } = two;
    const body = { language: "en", interpreter: false, largetype: false, easyopen: true };
    await server.call(account.chooseSpeaking, { body }, { token: surviving.token });
    const easyOpen = async () => {
      const found = await chartEffects(server.services, [surviving.id, retired.id]);
      return [surviving, retired].map(({ id }) => found.get(id)?.easyOpen);
    };
    expect(await easyOpen()).toEqual([true, false]);
    await merged(two);
    const { db } = server.services;
    await db.updateTable("task").set({ patient_id: retired.id }).where("patient_id", "=", surviving.id).execute();
    expect(await easyOpen()).toEqual([true, true]);
    expect((await undo(pair)).status).toBe(200);
    expect(await easyOpen()).toEqual([false, true]);
  });
  test("within 30 days both accounts, their sign-ins and what was open in the conversations are back", async () => {
    const two = await twoAccounts(server.newPatient(), endedCare());
    await merged(two, "retired");
    const { surviving, retired, pair } = two;
    const { ok } = await undo(pair);
    expect(ok.merge).toMatchObject({ status: "undone", undone: { reason: "They are two people." } });
    expect((await signIn(surviving)).ok.userid).toBe(surviving.id);
    const back = await signIn(retired);
    expect(back.ok.userid).toBe(retired.id);
    const { ok: conversations } = await server.call(messages.conversations, {}, { token: back.ok.idToken });
    expect(conversations.items.length).toBeGreaterThan(0);
    const { conversationId: id } = retired;
    const sent = await server.call(care.sendMessage, { params: { id }, body: { message: "Back again" } }, { apiKey });
    expect(sent.status).toBe(201);
    expect((await read(pair)).choices.map(({ refusals }) => refusals)).toEqual([[], []]);
  });

  test("a sign-in that moved goes back with the password it was given since", async () => {
    const two = await twoAccounts();
    await merged(two, "retired");
    const { retired, surviving, pair } = two;
    const { idToken } = (await signIn(retired)).ok;
    const newpassword = "a third quiet evening";
    await server.call(auth.changePassword, { body: { password: retired.password, newpassword } }, { token: idToken });
    expect((await undo(pair)).status).toBe(200);
    expect((await signIn({ ...retired, password: newpassword })).ok.userid).toBe(retired.id);
    expect((await signIn(retired)).status).toBe(401);
    expect((await signIn(surviving)).ok.userid).toBe(surviving.id);
  });

  const chargedSince = async (keeps: "surviving" | "retired") => {
    const two = await twoAccounts(submitted(server));
    await merged(two, keeps);
    server.clock.advance(1000);
    const { surviving, pair } = two;
    await server.call(care.approvePlan, { params: { id: surviving.id }, body: { accept: true } }, { apiKey });
    await server.jobs.drain();
    return { ...two, pair };
  };

  test("whoever lost an account to a wrong one gets it back, whatever was charged where the sign-in never moved", async () => {
    const { retired, surviving, pair } = await chargedSince("surviving");
    expect((await undo(pair)).status).toBe(200);
    for (const each of [retired, surviving]) expect((await signIn(each)).ok.userid).toBe(each.id);
  });

  test("is refused once something was charged where the sign-in moved, and after 30 days, with the reason", async () => {
    const { pair } = await chargedSince("retired");
    const { status, problem } = await undo(pair);
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(problem.message).toMatch(/ordered or charged since/);
    expect((await read(pair)).merge?.undorefusal).toBe(problem.message);
    const other = await twoAccounts();
    await merged(other);
    server.clock.advance(31 * 86_400_000);
    expect((await undo(other.pair)).problem.message).toMatch(/30 days/);
    expect((await undo((await twoAccounts()).pair)).problem.code).toBe("wrong_state");
  });

  test("is refused once the e-mail was changed: nobody could say any more whose it is", async () => {
    const two = await twoAccounts();
    await merged(two);
    const { surviving, pair } = two;
    await server.services.db
      .updateTable("patient")
      .set({ email: `since-${surviving.email}` })
      .where("id", "=", surviving.id)
      .execute();
    expect((await undo(pair)).problem.message).toMatch(/email was changed since/);
  });

  test("a link of one merge opens no other: neither again after it is undone, nor with a code that is none", async () => {
    const two = await twoAccounts();
    const { surviving, retired, pair } = two;
    await ask(server, pair, surviving);
    const codes = [await mergeCode(server, surviving.email), await mergeCode(server, retired.email)] as const;
    await confirm(codes[0], "this");
    await confirm(codes[1], "other");
    await undo(pair);
    for (const code of [...codes, "a".repeat(43)]) {
      expect((await confirm(code, "this")).problem.code).toBe("link_expired");
      expect((await server.call(account.declineMerge, { body: { code } })).problem.code).toBe("link_expired");
    }
    for (const each of [surviving, retired]) expect((await signIn(each)).ok.userid).toBe(each.id);
  });

  test("while both are one account nobody says that they are two people", async () => {
    const two = await twoAccounts();
    await merged(two);
    const body = { version: 1, verdict: "not_same", reason: "Sisters" } as const;
    const judged = await server.call(care.judgePair, { params: { id: two.pair }, body }, { apiKey });
    expect([judged.status, judged.problem.code]).toEqual([409, "wrong_state"]);
  });
});
