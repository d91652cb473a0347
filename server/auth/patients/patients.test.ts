import { beforeAll, describe, expect, test } from "vitest";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { accountByEmail, accountById, insertAccount, lockOpenAccount, updatePasswordHash } from "./account-queries.ts";
import { findPatientIds, matchesSearch, parsePatientSearch, writeShippingPhone } from "./patient-search.ts";
import {
  newestPatients,
  type Patient,
  type PatientChanges,
  patientById,
  patientFactsQuery,
  patientsById,
  setNeedsReply,
  toPatientFacts,
  updatePatient,
} from "./patients.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
const read = (id: string) => patientById(server.services, id);
const two = async () => [(await server.newPatient()).id, (await server.newPatient()).id] as const;
const past = (minutes: number) => new Date(Date.UTC(2001, 0, 1, 0, minutes));

describe("what is changed of a patient", () => {
  const changes: Required<Omit<PatientChanges, "profileFileId">> = {
    ...{ firstname: "Zora", lastname: "Quill", phone: "5155550123", birthday: "1971-03-04", state: "IA" },
    ...{ timezone: "America/Denver", pharmacy: "A pharmacy", nonRxOnly: true, acceptedNewTermsAt: past(1) },
    failedTransactionReason: "lost_card",
  };
  const fields = Object.keys(changes) as (keyof typeof changes)[];

  test.each(fields)("%s alone is, of this patient", async (field) => {
    const [rosa, other] = await two();
    const before = [await read(rosa), await read(other)] as const;
    await updatePatient(server.services, rosa, { [field]: changes[field] });
    expect(await read(rosa)).toEqual({ ...before[0], [field]: changes[field] });
    expect(await read(other)).toEqual(before[1]);
  });

  test.each(["firstname", "lastname", "phone", "birthday"] as const)(
    "%s alone is what they are found by from then on",
    async (field) => {
      const [rosa, other] = await two();
      const found = () =>
        findPatientIds(server.services, parsePatientSearch(String(changes[field])).terms, { after: null, limit: 999 });
      expect(await found()).not.toContain(rosa);
      await updatePatient(server.services, rosa, { [field]: changes[field] });
      const after = await found();
      expect([after.includes(rosa), after.includes(other)]).toEqual([true, false]);
    },
  );

  test("each may be taken away again, but for those that are always there, and what isn't given stays", async () => {
    const [rosa] = await two();
    await updatePatient(server.services, rosa, changes);
    const all = await read(rosa);
    expect(all).toMatchObject(changes);
    await updatePatient(server.services, rosa, {});
    expect(await read(rosa)).toEqual(all);
    await updatePatient(server.services, rosa, {
      phone: null,
      pharmacy: null,
      failedTransactionReason: null,
      firstname: undefined,
    });
    expect(await read(rosa)).toEqual({ ...all, phone: null, pharmacy: null, failedTransactionReason: null });
  });

  test("a zone of their own goes with a move to another state, unless another is given", async () => {
    const [rosa] = await two();
    const zoneAfter = async (change: PatientChanges) => {
      await updatePatient(server.services, rosa, change);
      return (await read(rosa)).timezone;
    };
    expect(await zoneAfter({ state: "TX", timezone: "America/Denver" })).toBe("America/Denver");
    expect(await zoneAfter({ state: "TX" })).toBe("America/Denver");
    expect(await zoneAfter({ state: "IA" })).toBeNull();
    expect(await zoneAfter({ timezone: "America/Chicago" })).toBe("America/Chicago");
    expect(await zoneAfter({ timezone: null })).toBeNull();
  });

  test("says what is decided on without opening anything sealed", async () => {
    const [rosa] = await two();
    await updatePatient(server.services, rosa, changes);
    const verified = { email_verified_at: past(1), email_refused_at: past(2) };
    await server.services.db.updateTable("patient").set(verified).where("id", "=", rosa).execute();
    const { email, emailVerified, emailRefusedAt, state, timezone, nonRxOnly, failedTransactionReason } =
      await read(rosa);
    expect([emailVerified, emailRefusedAt]).toEqual([true, past(2)]);
    const row = await patientFactsQuery(server.services.db, rosa).executeTakeFirstOrThrow();
    const facts = { email, emailVerified, emailRefusedAt, state, timezone, nonRxOnly, failedTransactionReason };
    expect(toPatientFacts(row)).toEqual(facts);
  });

  test("whether the practice waits for an answer, of this patient", async () => {
    const [rosa, other] = await two();
    const waits = async () => [(await read(rosa)).needsReply, (await read(other)).needsReply];
    await setNeedsReply(server.services.db, rosa, true);
    expect(await waits()).toEqual([true, false]);
    await setNeedsReply(server.services.db, rosa, false);
    expect(await waits()).toEqual([false, false]);
  });
});

describe("patients in lists", () => {
  test("are found by their ids", async () => {
    const [rosa, other] = await two();
    expect([...(await patientsById(server.services, [rosa, newId()])).keys()]).toEqual([rosa]);
    expect(await patientsById(server.services, [other, rosa])).toEqual(
      new Map([
        [rosa, await read(rosa)],
        [other, await read(other)],
      ]),
    );
    expect(await patientsById(server.services, [])).toEqual(new Map());
  });

  test("come newest first, those of one moment in one order, page by page", async () => {
    const ids = [...(await two()), ...(await two())];
    const { db } = server.services;
    const setAt = (id: string | undefined, at: Date) =>
      db
        .updateTable("patient")
        .set({ created_at: at })
        .where("id", "=", id ?? "")
        .execute();
    for (const order of [ids.slice(0, 2), ids.slice(0, 2).toReversed()]) {
      for (const id of order) await setAt(id, past(-1));
      for (const id of order) await setAt(id, past(1));
      await setAt(ids[2], past(0));
      await setAt(ids[3], past(2));
      const listed = await withoutIndexes(server, (tx) => newestPatients({ db: tx }, { at: past(3), id: newId() }, 3));
      const [one = "", other = ""] = ids.slice(0, 2).toSorted().toReversed();
      expect(listed).toEqual([
        { at: past(2), id: ids[3] },
        { at: past(1), id: one },
        { at: past(1), id: other },
      ]);
      expect(await newestPatients({ db }, { at: past(1), id: one }, 2)).toEqual([
        { at: past(1), id: other },
        { at: past(0), id: ids[2] },
      ]);
    }
  });
});

describe("an account", () => {
  const insert = (values: Partial<Parameters<typeof insertAccount>[1]> = {}) => {
    const id = newId();
    const account = {
      ...{ id, email: `${id}@example.com`, passwordHash: "a hash", firstname: "Ann", lastname: "Lee", nonRxOnly: true },
      ...{ termsVersion: "v1", invitationCode: "code", now: past(1), ...values },
    };
    return inTransaction(server.services, async (tx) => ({ account, isCreated: await insertAccount(tx, account) }));
  };
  const ofAccount = { password_hash: "a hash", firstname: "Ann" };

  test("is one per e-mail, in any letter case, and is found by it", async () => {
    const { account, isCreated } = await insert();
    expect(isCreated).toBe(true);
    const taken = await insert({ email: account.email.toUpperCase(), firstname: "Another" });
    expect(taken.isCreated).toBe(false);
    const { db } = server.services;
    const found = { ...ofAccount, id: account.id, email: account.email };
    expect(await accountByEmail(db, account.email.toUpperCase())).toEqual(found);
    expect(await accountByEmail(db, `no-${account.email}`)).toBeUndefined();
    expect(await accountById(db, account.id)).toEqual({ ...found, closed_at: null });
    const row = await db.selectFrom("patient").selectAll().where("id", "=", account.id).executeTakeFirst();
    expect(row).toMatchObject({
      ...{ lastname: "Lee", nonrx_only: true, accepted_terms_version: "v1", invitation_code: "code" },
      ...{ created_at: past(1), password_changed_at: past(1) },
    });
  });

  test("has its own password, and is open until it is closed", async () => {
    const [{ account }, { account: other }] = [await insert(), await insert()];
    const { db, secrets } = server.services;
    await updatePasswordHash(db, account.id, "a new hash", past(2));
    const rows = await db
      .selectFrom("patient")
      .select(["password_hash", "password_changed_at"])
      .where("id", "in", [account.id, other.id])
      .orderBy("password_changed_at")
      .execute();
    expect(rows).toEqual([
      { password_hash: "a hash", password_changed_at: past(1) },
      { password_hash: "a new hash", password_changed_at: past(2) },
    ]);
    const closed = {
      closed_at: past(3),
      closed_email_sealed: secrets.seal("was@example.com", sealed("patient.closed_email_sealed")(account.id)),
    };
    await db.updateTable("patient").set(closed).where("id", "=", account.id).execute();
    const isOpen = (id: string) => inTransaction(server.services, (tx) => lockOpenAccount(tx.db, id));
    expect([await isOpen(account.id), await isOpen(other.id), await isOpen(newId())]).toEqual([false, true, false]);
  });
});

describe("finding a patient", () => {
  const find = (typed: string, page: { after?: string | null; limit?: number } = {}) =>
    findPatientIds(server.services, parsePatientSearch(typed).terms, { after: null, limit: 9, ...page });
  const person = (values: Partial<Patient> = {}) => ({
    ...{
      email: "Zo@Example.com",
      phone: "5155550123",
      birthday: "1971-03-04",
      firstname: "Zora",
      lastname: "Quillfeather-Abernathy",
    },
    ...values,
  });

  test.each<[string, boolean]>([
    ["zo", true],
    ["zora quill", true],
    ["zora smith", false],
    ["quillfeather", true],
    ["quillfeatherx", true],
    ["quillfeathx", false],
    ["abernathy", true],
    ["zo@example.com", true],
    ["o@example.com", false],
    ["(515) 555-0123", true],
    ["+1 515 555 0124", false],
    ["3/4/1971", true],
    ["1971-03-04", true],
    ["4/3/1971", false],
    ["zora 1971-03-04 515.555.0123", true],
  ])("“%s”: %s", (typed, expected) => {
    expect(matchesSearch(person(), null, parsePatientSearch(typed).terms)).toBe(expected);
  });

  test.each<[string, string, boolean]>([
    ["李小龍", "小龍李", false],
    ["李小龍", "李", true],
    ["李小龍", "李小龍", true],
    ["李小龍", "小龍", true],
  ])("of one who is written %s by “%s”: %s", (name, typed, expected) => {
    const [lastname = "", ...rest] = name;
    const patient = person({ firstname: rest.join(""), lastname });
    expect(matchesSearch(patient, null, parsePatientSearch(typed).terms)).toBe(expected);
  });

  test("by the phone of the address", () => {
    const { terms } = parsePatientSearch("515-555-0199");
    expect(matchesSearch(person(), "5155550199", terms)).toBe(true);
    expect(matchesSearch(person({ phone: null }), null, terms)).toBe(false);
  });

  test.each([
    ["name", "zora", true],
    ["email", "zora", false],
    ["phone", "5155550123", true],
    ["name", "5155550123", false],
  ] as const)("a term is of one kind: as a %s %s is found: %s", (kind, text, expected) => {
    expect(matchesSearch(person(), null, [{ kind, text }])).toBe(expected);
  });

  test.each([
    ["#123 4567", ["123", "4567"], []],
    ["a zo", [], ["name:zo"]],
    ["zo quill a@b.co", [], ["email:a@b.co", "name:quill", "name:zo"]],
    ["13/4/71 quill-zo", [], ["name:quill", "name:13", "name:71", "name:zo"]],
    ["1971.3.4 515 555 0123", [], ["phone:5155550123", "birthday:1971-03-04"]],
    ["+1 (515) 555-0123", [], ["phone:5155550123"]],
    ["1.515.555.0123 zo", [], ["phone:5155550123", "name:zo"]],
  ])("takes “%s” apart, the most telling first", (typed, orderNumbers, expected) => {
    const found = parsePatientSearch(typed);
    expect(found.orderNumbers).toEqual(orderNumbers);
    expect(found.terms.map(({ kind, text }) => `${kind}:${text}`)).toEqual(expected);
  });

  test("is by all that was typed, newest first, page by page, and by nothing is nobody", async () => {
    const name = `Q${newId().replaceAll(/[^a-z]/g, "")}x`.slice(0, 11);
    const [first, second] = [
      await server.newPatient({ firstname: name, lastname: "Aa" }),
      await server.newPatient({ firstname: name, lastname: "Bb" }),
    ];
    const newest = [first.id, second.id].toSorted().toReversed();
    expect(await find(name)).toEqual(newest);
    expect(await find(name, { limit: 1 })).toEqual(newest.slice(0, 1));
    expect(await find(name, { after: newest[0] ?? null })).toEqual(newest.slice(1));
    expect(await find(`${name} bb`)).toEqual([second.id]);
    expect(await find(`${name} bb ${first.email}`)).toEqual([]);
    expect(await find("")).toEqual([]);
  });

  test("is by what they are called now, and by both phones until each is gone", async () => {
    const [rosa] = await two();
    const digits = `555${String(Math.trunc(Math.random() * 1e7)).padStart(7, "0")}`;
    const ship = (phone: string | null) => inTransaction(server.services, (tx) => writeShippingPhone(tx, rosa, phone));
    await updatePatient(server.services, rosa, { phone: digits });
    await ship(digits);
    await updatePatient(server.services, rosa, { phone: null });
    expect(await find(digits)).toEqual([rosa]);
    await ship(null);
    expect(await find(digits)).toEqual([]);
  });
});
