import { readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { completeVisit, type Submitted } from "#server/care/testing/submitted-visit.ts";
import { answerVisit } from "#server/onboarding/testing/answers.ts";
import { erasePatient } from "#server/operations/patient/erase.ts";
import { exportPatient } from "#server/operations/patient/export.ts";
import { compareAllDue, markOutdated } from "#server/persons/compare-records.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { sharedTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { ownSsn } from "#server/testing/ssn.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const apiKey = testApiKey;
const patch = "estradiol_patch_0_025";

interface Someone {
  readonly ssn: string;
  readonly birthday: string;
}
let born = 0;
/** Somebody who has no account yet. */
const someone = (): Someone => {
  born += 1;
  return { ssn: ownSsn(), birthday: new Date(Date.UTC(1960, 0, born)).toISOString().slice(0, 10) };
};

const names = { firstname: "Delia", lastname: "Marsh" };
/** A person's account whose plan waits for a doctor. */
async function accountOf(person: Someone, details: Partial<typeof names> = {}): Promise<Submitted> {
  const patient = await server.newPatient({ ...names, ...details });
  const orderId = await completeVisit(server, patient.token, { ...person, state: "IA" });
  await server.jobs.drain();
  return { ...patient, orderId };
}
const pairsOf = async ({ id }: TestPatient) =>
  (await server.call(care.patient, { params: { id } }, { apiKey })).ok.pairs ?? [];
const onlyPair = async (patient: TestPatient) => {
  const [pair, ...more] = await pairsOf(patient);
  expect(more).toEqual([]);
  return pair ?? expect.fail("no pair was found");
};
const readPair = (id: string) => server.call(care.pair, { params: { id } }, { apiKey });
const judge = (id: string, verdict: "same" | "not_same", version = 0, reason = "They said so on the phone.") =>
  server.call(care.judgePair, { params: { id }, body: { verdict, version, reason } }, { apiKey });
const approve = ({ id }: TestPatient) =>
  server.call(care.approvePlan, { params: { id }, body: { accept: true } }, { apiKey });
const approved = async (patient: TestPatient) => {
  const { status, raw } = await approve(patient);
  expect([status, status === 200 ? "" : raw.body]).toEqual([200, ""]);
  await server.jobs.drain();
};
const ship = ({ orderId }: Submitted, trackingnumber: string) =>
  server.call(
    care.shipOrder,
    { params: { id: orderId }, body: { carrier: "Meadow Post", trackingnumber } },
    { apiKey },
  );

const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

describe("decisions §19 right person: a second account of one person", () => {
  test("is found at the identity step, waits in the inbox, and nothing of either is approved before somebody has judged", async () => {
    const person = someone();
    const first = await accountOf(person);
    expect(await pairsOf(first)).toEqual([]);
    const second = await accountOf(person, { lastname: "Marsh-Olsen" });
    const pair = await onlyPair(second);
    expect(pair).toMatchObject({ verdict: null, other: { patient: { id: first.id, ...names } } });
    expect((await onlyPair(first)).other.patient.id).toBe(second.id);
    const { ok } = await server.call(care.inbox, { query: { kind: "pair", patientid: second.id } } as never, {
      apiKey,
    });
    expect(ok.items).toMatchObject([{ kind: "pair", id: pair.id, patient: { id: second.id }, name: "Delia Marsh" }]);
    for (const patient of [first, second])
      expect((await approve(patient)).problem).toMatchObject({
        code: "wrong_state",
        message: expect.stringContaining("may be the same person's"),
      });
    const seen = (await readPair(pair.id)).ok;
    expect(seen).toMatchObject({ id: pair.id, verdict: null, version: 0, verdicts: [] });
    expect(seen.records.map(({ patient }) => patient.id)).toEqual([first.id, second.id]);
    expect(seen.agrees).toEqual(["birthday", "number", "first_name", "last_name", "address", "card"]);
    expect(
      seen.records.map(({ medicines }) => medicines),
      "asked for, and nobody's yet",
    ).toEqual([[], []]);
    expect((await judge(pair.id, "not_same")).ok).toMatchObject({ verdict: "not_same", version: 1 });
    expect(await pairsOf(second)).toEqual([]);
    for (const patient of [first, second]) await approved(patient);
  });

  test("the same person has one supply: the second isn't approved while the first has the medicine, and says which and until when", async () => {
    const person = someone();
    const [first, second] = [await accountOf(person), await accountOf(person)];
    const pair = await onlyPair(second);
    await judge(pair.id, "same");
    await approved(first);
    const refused = (await approve(second)).problem;
    expect(refused.code).toBe("wrong_state");
    expect(refused.message).toMatch(
      /^The linked record of this patient has .* at home or on its way\. The next can be approved from \w+/,
    );
    expect((await ship(first, "MP-PAIR-1")).status).toBe(200);
    const { other } = await onlyPair(second);
    expect(other.patient.planstatus).toBe("approved");
    expect(other.medicines?.map(({ productid, prescribed }) => [productid, prescribed])).toContainEqual([patch, true]);
    // Corrected: whoever said so was wrong.
    expect(
      (await judge(pair.id, "not_same", 1, "Two sisters-in-law.")).ok.verdicts.map(({ verdict, reason }) => [
        verdict,
        reason,
      ]),
    ).toEqual([
      ["not_same", "Two sisters-in-law."],
      ["same", "They said so on the phone."],
    ]);
    await approved(second);
  });

  test("both approvals at one moment: one is made", async () => {
    const person = someone();
    const [first, second] = [await accountOf(person), await accountOf(person)];
    await judge((await onlyPair(second)).id, "same");
    const answers = await Promise.all([approve(first), approve(second)]);
    expect(statuses(answers)).toEqual([200, 409]);
  });

  test("a running treatment of the first goes on while a pair waits, also its packages; a first package of the second stays", async () => {
    const person = someone();
    const first = await accountOf(person);
    await approved(first);
    const second = await accountOf({ ...person, ssn: ownSsn() });
    await approved(second);
    expect(await pairsOf(second)).toEqual([]);
    // The number was a slip: the one the patient has is written in the record.
    const { db, secrets } = server.services;
    const number = secrets.seal(person.ssn.slice(-4), sealed("onboarding.ssn_last4_sealed")(second.id));
    await db.updateTable("onboarding").set({ ssn_last4_sealed: number }).where("patient_id", "=", second.id).execute();
    await compareAllDue(server.services);
    expect((await onlyPair(second)).verdict).toBeNull();
    expect((await ship(second, "MP-PAIR-3")).problem).toMatchObject({
      code: "waits_for_clinician",
      message: expect.stringContaining("another record may be the same person’s"),
    });
    expect((await ship(first, "MP-PAIR-2")).status).toBe(200);
    const { id } = await onlyPair(second);
    await judge(id, "same");
    expect((await ship(second, "MP-PAIR-4")).problem).toMatchObject({
      code: "wrong_state",
      message: expect.stringMatching(/^Another record of this patient has .* through at least /),
    });
    await judge(id, "not_same", 1);
    expect((await ship(second, "MP-PAIR-4")).status).toBe(200);
  });

  test("a package waits for any earlier record that has it, though another record is later", async () => {
    const person = someone();
    const first = await accountOf(person);
    await approved(first);
    const second = await accountOf({ ...person, ssn: ownSsn() });
    await approved(second);
    const third = await accountOf({ ...person, ssn: ownSsn() });
    const { db, secrets } = server.services;
    for (const { id } of [second, third]) {
      const number = secrets.seal(person.ssn.slice(-4), sealed("onboarding.ssn_last4_sealed")(id));
      await db.updateTable("onboarding").set({ ssn_last4_sealed: number }).where("patient_id", "=", id).execute();
    }
    await compareAllDue(server.services);
    for (const { id } of await pairsOf(second)) await judge(id, "same");
    expect(await pairsOf(second)).toHaveLength(2);
    expect((await ship(second, "MP-PAIR-5")).problem).toMatchObject({
      message: expect.stringMatching(/^Another record of this patient has .* through at least /),
    });
  });

  test("also both accounts at the identity step at one moment", async () => {
    const person = someone();
    const visits = await Promise.all(
      [1, 2].map(async () => {
        const patient = await server.newPatient(names);
        await answerVisit(server, patient, { ...person, until: 5 });
        return patient;
      }),
    );
    await Promise.all(
      visits.map(({ token }) => server.call(onboarding.verifyIdentity, { body: { ssn: person.ssn } }, { token })),
    );
    await Promise.all([compareAllDue(server.services), server.jobs.drain(), compareAllDue(server.services)]);
    for (const patient of visits) expect((await onlyPair(patient)).verdict).toBeNull();
  });

  test("a changed name, birthday, phone or address is compared again, and so is every record whose digests are of another version", async () => {
    const [one, other] = [someone(), someone()];
    const first = await accountOf(one);
    const second = await accountOf({ ...other, ssn: one.ssn });
    expect(await pairsOf(second)).toEqual([]);
    const { db } = server.services;
    const due = async () =>
      (await db.selectFrom("person_due").select("patient_id").where("patient_id", "=", second.id).execute()).length;
    expect(await due()).toBe(0);
    await server.call(account.updateUser, { body: { phoneno: "5155550142" } }, { token: second.token });
    expect(await due()).toBe(1);
    await compareAllDue(server.services);
    await server.call(
      store.createShippingAddress,
      {
        body: { address1: "9 Oak Road", city: "Iowa City", zipcode: "52240", state: "IA" },
      },
      { token: second.token },
    );
    expect(await due()).toBe(1);
    await compareAllDue(server.services);
    expect([await due(), await pairsOf(second)]).toEqual([0, []]);
    await db.deleteFrom("person_digest").where("patient_id", "in", [first.id, second.id]).execute();
    await markOutdated(server.services);
    expect(await due()).toBe(1);
    await compareAllDue(server.services);
    const rebuilt = await db.selectFrom("person_digest").select("kind").where("patient_id", "=", second.id).execute();
    expect(rebuilt.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["birthday", "number", "birthday_number", "version"]),
    );
  });
});

describe("decisions §4 nobody learns of an account that isn't theirs", () => {
  test("what either patient reads is the same before and after, and names nothing of the other", async () => {
    const person = someone();
    const first = await accountOf(person);
    const home = async ({ token }: TestPatient) => (await server.call(treatment.overview, {}, { token })).ok;
    const before = await home(first);
    const second = await accountOf(person, { lastname: "Quillon" });
    expect((await home(first)).nextstep).toEqual(before.nextstep);
    const pair = await onlyPair(second);
    for (const verdict of ["same", "not_same"] as const) {
      await judge(pair.id, verdict, verdict === "same" ? 0 : 1);
      const read = JSON.stringify(await home(second));
      for (const secret of [first.id, first.email, pair.id, "Marsh"]) expect(read).not.toContain(secret);
      expect(JSON.stringify(await home(first))).not.toContain("Quillon");
    }
    const folder = join(tmpdir(), `copy-${second.id}`);
    await exportPatient(server.services, second.id, folder);
    const tables = readdirSync(join(folder, "tables"));
    const copy = tables.map((file) => readFileSync(join(folder, "tables", file), "utf8")).join("");
    rmSync(folder, { recursive: true });
    expect(copy).toContain(second.id);
    for (const secret of [first.id, pair.id, "on the phone"]) expect(copy).not.toContain(secret);
  });
});

describe("who judges", () => {
  test("two at once: the second who says otherwise is told; the same again changes nothing", async () => {
    const person = someone();
    const [, second] = [await accountOf(person), await accountOf(person)];
    const { id } = await onlyPair(second);
    const answers = await Promise.all([judge(id, "same"), judge(id, "not_same")]);
    expect(statuses(answers)).toEqual([200, 409]);
    const { ok } = await readPair(id);
    const again = await judge(id, ok.verdict ?? "same");
    expect([again.status, again.ok.version, again.ok.verdicts.length]).toEqual([200, 1, 1]);
  });

  test("an unknown pair, and a verdict without a reason", async () => {
    expect((await readPair("0190a000-0000-7000-8000-000000000000")).status).toBe(404);
    const person = someone();
    const [, second] = [await accountOf(person), await accountOf(person)];
    const { id } = await onlyPair(second);
    expect((await judge(id, "same", 0, " ")).problem.details?.fields?.map(({ path }) => path)).toEqual(["reason"]);
  });

  test("whoever is erased leaves neither digests nor a pair, and the other record goes on", async () => {
    const person = someone();
    const [first, second] = [await accountOf(person), await accountOf(person)];
    const { id } = await onlyPair(second);
    await judge(id, "same");
    const { password, token } = second;
    expect((await server.call(account.closeAccount, { body: { password } }, { token })).status).toBe(200);
    await server.jobs.drain();
    // What a closed account has at home still counts.
    expect((await onlyPair(first)).other.closedat).not.toBeNull();
    await erasePatient(server.services, second.id);
    expect((await readPair(id)).status).toBe(404);
    expect(await pairsOf(first)).toEqual([]);
    const digests = await server.services.db
      .selectFrom("person_digest")
      .select("kind")
      .where("patient_id", "=", second.id)
      .execute();
    expect(digests).toEqual([]);
    await approved(first);
  });
});
