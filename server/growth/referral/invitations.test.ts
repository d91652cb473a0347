import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { growth } from "#contract/growth/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const friend = () => `friend-${newId()}@example.com`;
const day = 24 * 3_600_000;

async function referralOf(patient: TestPatient) {
  return (await server.call(growth.referral, { body: {} }, { token: patient.token })).ok;
}
async function invite(patient: TestPatient, email: string, key?: string) {
  const { referralLink } = await referralOf(patient);
  const options = key === undefined ? { token: patient.token } : { token: patient.token, key };
  return server.call(growth.inviteFriend, { body: { referralLink, email } }, options);
}
async function mailsTo(email: string) {
  await server.jobs.drain();
  return server.mailbox.list(email);
}
const optOutTokenIn = (text: string) => /no-more-invitations#([\w-]+)/.exec(text)?.[1] ?? "";

describe("§7 POST user/referral", () => {
  test("creates the patient's link once: the route of spec §2.2 with their code", async () => {
    const patient = await server.newPatient();
    const [first, second] = await Promise.all([referralOf(patient), referralOf(patient)]);
    expect(second).toEqual(first);
    const link = new URL(first.referralLink);
    expect([link.origin, link.pathname, link.searchParams.get("refcode")]).toEqual([
      server.services.config.publicUrl,
      "/referral/",
      first.referralcode,
    ]);
    expect(first).toMatchObject({ invitations: [], rewardsearned: 0, rewards: [] });
    expect(first.ownreward).toBe(server.services.content.referral.rewards.own.words);
  });
  test("creates a different link for another patient", async () => {
    const [one, two] = [await server.newPatient(), await server.newPatient()];
    expect((await referralOf(one)).referralcode).not.toBe((await referralOf(two)).referralcode);
  });
  test("a reward shows its month, never a day or a friend", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    await referralOf(patient);
    const order_id = newId();
    await anOrder(order_id, other.id);
    await server.services.db
      .insertInto("referral_reward")
      .values({
        id: newId(),
        patient_id: patient.id,
        friend_id: other.id,
        order_id,
        earned_at: new Date("2026-03-17T12:00:00Z"),
        due_on: "2026-04-01",
        granted_at: new Date("2026-04-01T12:00:00Z"),
      })
      .execute();
    const referral = await referralOf(patient);
    expect([referral.rewardsearned, referral.rewards]).toEqual([1, [{ month: "2026-04" }]]);
    expect(JSON.stringify(referral)).not.toContain(other.id);
  });
});

describe("§7 POST /referral/patient", () => {
  test("mails the patient's link, signed with their first name only, and lists the friend", async () => {
    const patient = await server.newPatient({ firstname: "Rosa", lastname: "Wintergreen" });
    const email = friend();
    const { status, ok } = await invite(patient, email);
    expect([status, ok.invitations.map((each) => each.email)]).toEqual([201, [email]]);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe("Rosa thought of you");
    expect(mail?.text).toContain(ok.referralLink);
    expect(JSON.stringify(mail)).not.toMatch(/Wintergreen/);
    expect(JSON.stringify(mail)).not.toContain(patient.email);
  });
  test("an invitation's address is unreadable in the database", async () => {
    const patient = await server.newPatient();
    const email = friend();
    await invite(patient, email);
    const rows = await server.services.db
      .selectFrom("referral_invitation")
      .selectAll()
      .where("patient_id", "=", patient.id)
      .execute();
    expect(rows.length).toBe(1);
    for (const { email_sealed } of rows) expect(Buffer.from(email_sealed).includes(email)).toBe(false);
    expect(server.logged()).not.toContain(email);
  });
  test("decisions §4 gives the same answer for a patient's e-mail and for one that opted out", async () => {
    const patient = await server.newPatient();
    const member = await server.newPatient();
    const optedOutEmail = friend();
    await invite(await server.newPatient(), optedOutEmail);
    const [mail] = await mailsTo(optedOutEmail);
    await server.call(growth.stopInvitations, { body: { token: optOutTokenIn(mail?.text ?? "") } });
    for (const email of [friend(), member.email, optedOutEmail]) {
      const { status, ok } = await invite(patient, email);
      expect([status, Object.keys(ok.invitations[0] ?? {}), ok.invitations[0]?.email]).toEqual([
        201,
        ["email", "sentat", "againfrom", "again"],
        email,
      ]);
    }
    expect((await mailsTo(optedOutEmail)).length).toBe(1);
  });
  test("a repeated request sends one mail", async () => {
    const patient = await server.newPatient();
    const [email, key] = [friend(), newId()];
    const answers = [await invite(patient, email, key), await invite(patient, email, key)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await mailsTo(email)).length).toBe(1);
  });
  test("a link other than the patient's own is refused", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    const { referralLink } = await referralOf(other);
    for (const link of [referralLink, "https://elsewhere.example/?refcode=X"]) {
      const body = { referralLink: link, email: friend() };
      const { status, problem } = await server.call(growth.inviteFriend, { body }, { token: patient.token });
      expect([status, problem.code]).toEqual([404, "referral_not_found"]);
    }
  });
  test.each(["no address", "", "a@b"])("“%s” is refused at its field", async (email) => {
    const { status, problem } = await invite(await server.newPatient(), email);
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "email"]);
  });
  test("the patient's own e-mail is refused at its field, however it is written", async () => {
    const patient = await server.newPatient();
    const { status, problem } = await invite(patient, patient.email.toUpperCase());
    expect([status, problem.details?.fields?.[0]]).toEqual([
      400,
      { path: "email", message: "That's your own email. Please enter your friend's email." },
    ]);
  });
  test("a friend is mailed once more after some days, and then never again", async () => {
    const patient = await server.newPatient();
    const email = friend();
    const { again, againfrom } = (await invite(patient, email)).ok.invitations[0] ?? {};
    expect(again).toBe(false);
    const early = await invite(patient, email.toUpperCase());
    expect([early.status, early.problem.code]).toEqual([409, "too_early"]);
    expect(early.problem.message).toMatch(/^You invited this friend on \w+ \d+, \d{4}\. You can send it again from /);
    await runLater(new Date(againfrom ?? 0), patient, async (samePatient) => {
      expect((await referralOf(samePatient)).invitations.map((each) => each.again)).toEqual([true]);
      const { ok } = await invite(samePatient, email);
      expect([ok.invitations.length, ok.invitations[0]?.againfrom]).toEqual([1, null]);
      expect((await mailsTo(email)).length).toBe(2);
      const third = await invite(samePatient, email);
      expect([third.status, third.problem.code]).toEqual([409, "wrong_state"]);
    });
  });
  test("after the daily limit the patient is asked to go on tomorrow, however many they send at once", async () => {
    const patient = await server.newPatient();
    const { perday } = server.services.content.referral.invitations;
    const answers = await Promise.all(Array.from({ length: perday + 2 }, () => invite(patient, friend())));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(perday).fill(201),
      429,
      429,
    ]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.problem.message).toContain("tomorrow");
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(23 * 3600);
    await runLater(day + 1000, patient, async (samePatient) =>
      expect((await invite(samePatient, friend())).status).toBe(201),
    );
  });
  test("one address gets a limited number of mails, whoever sends them", async () => {
    const email = friend();
    const { peraddress } = server.services.content.referral.invitations;
    for (let count = 0; count < peraddress + 1; count += 1)
      expect((await invite(await server.newPatient(), email)).status).toBe(201);
    expect((await mailsTo(email)).length).toBe(peraddress);
  });
  test("the limit holds for concurrent requests and any tag of the address", async () => {
    const { peraddress } = server.services.content.referral.invitations;
    const [name, domain] = friend().split("@");
    const emails = Array.from({ length: peraddress + 5 }, (_, tag) => `${name}+${tag}@${domain}`);
    const senders = await Promise.all(emails.map(() => server.newPatient()));
    await Promise.all(senders.map(referralOf));
    const answers = await Promise.all(senders.map((patient, index) => invite(patient, emails[index] ?? "")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    await server.jobs.drain();
    const mails = await Promise.all(emails.map((email) => server.mailbox.list(email)));
    expect(mails.flat().length).toBe(peraddress);
  });
  test("a friend's address is deleted after the practice's retention", async () => {
    const patient = await server.newPatient();
    await invite(patient, friend());
    await runLater(
      (server.services.content.referral.invitations.forgetafterdays + 1) * day,
      patient,
      async (samePatient) => {
        await server.jobs.handleSchedules();
        await server.jobs.drain();
        expect((await referralOf(samePatient)).invitations).toEqual([]);
      },
    );
  });
});

describe("no more invitations", () => {
  test("by the link in the mail, without an account, as often as it is opened", async () => {
    const email = friend();
    await invite(await server.newPatient(), email);
    const [mail] = await mailsTo(email);
    const token = optOutTokenIn(mail?.text ?? "");
    for (let time = 0; time < 2; time += 1)
      expect((await server.call(growth.stopInvitations, { body: { token } })).status).toBe(200);
    await invite(await server.newPatient(), ` ${email.toUpperCase()}`);
    expect((await mailsTo(email)).length).toBe(1);
  });
  test.each(["x", "A".repeat(64)])("“%s” is not a valid opt-out token", async (token) => {
    const { status, problem } = await server.call(growth.stopInvitations, { body: { token } });
    expect([status, problem.code]).toEqual([400, "link_expired"]);
  });
});

/** Runs `work` at a later time, with the patient signed in again; then moves the clock back. */
async function runLater(when: Date | number, patient: TestPatient, work: (patient: TestPatient) => Promise<void>) {
  server.clock.setOffset(typeof when === "number" ? when : when.getTime() - server.clock.now().getTime() + 1000);
  try {
    const { email, password } = patient;
    const { ok } = await server.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
    await work({ ...patient, token: ok.idToken });
  } finally {
    server.clock.setOffset(0);
  }
}

/** A paid order without lines, as a reward refers to one. */
const anOrder = (id: string, patient_id: string) =>
  server.services.db
    .insertInto("customer_order")
    .values({
      id,
      patient_id,
      kind: "cart",
      status: "paid",
      subtotal_cents: 0,
      discount_cents: 0,
      tax_cents: 0,
      shipping_cents: 0,
      total_cents: 0,
      shipping_address_sealed: Buffer.alloc(1),
      shipping_state: "IA",
      terms_version: "1",
      placed_at: server.clock.now(),
      updated_at: server.clock.now(),
    })
    .execute();
