import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { rebuildShippingPhones } from "#server/addresses/public.ts";
import { indexPatients } from "#server/auth/patients/rebuild-patient-search.ts";
import { rebuildSearchTerms, updatePatient } from "#server/auth/public.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { handedOver } from "../testing/handed-over.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const search = (q: string, nextpage?: string) =>
  server.call(care.searchPatients, { body: { q, ...(nextpage === undefined ? {} : { nextpage }) } }, { apiKey });
const found = async (q: string) => (await search(q)).ok.items.map(({ id }) => id);
const named = async (firstname: string, lastname: string, more: { phone?: string; birthday?: string } = {}) => {
  const patient = await server.newPatient();
  await updatePatient(server.services, patient.id, { firstname, lastname, ...more });
  return patient;
};
const termsOf = ({ id }: { id: string }) =>
  server.services.db
    .selectFrom("patient_search_term")
    .selectAll()
    .where("patient_id", "=", id)
    .orderBy("term_hash")
    .execute();

describe("decisions §11 a patient is found by what the practice is told", () => {
  it("the beginning of any word of the name, in any case, without accents", async () => {
    const rosa = await named("María José", "García-López");
    for (const q of [
      "maria",
      "MARI",
      "jo",
      "garcia",
      "García",
      "lópez",
      "lope",
      "maria lopez",
      "lopez, maria",
      "m lopez",
    ])
      expect([q, await found(q)]).toEqual([q, [rosa.id]]);
    for (const q of ["aria", "mariana", "maria lopes", "m", "%"]) expect([q, await found(q)]).toEqual([q, []]);
  });

  it("a long name by all or the first letters of it, an apostrophe or none", async () => {
    const rosa = await named("Wilhelmina", "Featherstonehaugh");
    const ana = await named("Siobhan", "O'Donovan");
    for (const q of ["featherstonehaugh", "featherston", "wilhelmina featherstoneh"])
      expect(await found(q)).toEqual([rosa.id]);
    for (const q of ["o'donovan", "O’Donovan", "odonovan"]) expect(await found(q)).toEqual([ana.id]);
  });

  it.each([
    ["Łucja", "Święcka", ["lucja", "ŁUCJA", "swiecka"]],
    ["Bjørg", "Åsæter", ["bjorg", "bjørg", "asaeter", "Åsæter"]],
    ["Leilani", "Kaʻahumanu", ["kaahumanu", "ka'ahumanu", "Ka‘ahumanu", "kaʻa"]],
    ["Þórdís", "Guðmundsdóttir", ["thordis", "gudmundsdottir", "Þórdís"]],
    ["Irmgard", "Großmann", ["grossmann", "GROSSMANN", "großm"]],
    ["Işıl", "İnönü", ["isil", "inonu", "IŞIL"]],
    ["Đorđe", "Ħaż", ["dorde", "haz"]],
    ["小龍", "李", ["李", "小", "李小龍", "李 小龍", "小龍 李"]],
    ["민서", "김", ["김", "김민서"]],
    ["さくら", "髙橋", ["髙", "さくら"]],
    ["Ｍａｙｕｍｉ", "Ito", ["mayumi", "ｍａｙｕ"]],
  ])("%s %s, by what is typed for such letters", async (firstname, lastname, typed) => {
    const patient = await named(firstname, lastname);
    for (const q of typed) expect([q, await found(q)]).toEqual([q, [patient.id]]);
  });

  it("a birthday as it is said: month, day and year, with any mark between", async () => {
    const rosa = await named("Theodora", "Vane", { birthday: "1971-03-04" });
    for (const q of ["3-4-1971", "3/4/1971", "03/04/1971", "1971-03-04", "3.4.1971", "1971/3/4", "３／４／１９７１"])
      expect([q, await found(`theodora ${q}`)]).toEqual([q, [rosa.id]]);
    for (const q of ["4-3-1971", "3-4/1971"]) expect([q, await found(`theodora ${q}`)]).toEqual([q, []]);
  });

  it("e-mail, phone and birthday as they are written in the practice", async () => {
    const rosa = await named("Henrietta", "Quill", { phone: "4158675309", birthday: "1951-03-04" });
    for (const q of [
      rosa.email,
      rosa.email.toUpperCase(),
      "4158675309",
      "(415) 867-5309",
      "+1 415.867.5309",
      "1-415-867-5309",
      "1951-03-04",
      "3/4/1951",
      "03/04/1951",
      "quill 415 867 5309",
      "henr 1951-03-04",
    ])
      expect([q, await found(q)]).toEqual([q, [rosa.id]]);
    for (const q of ["4158675308", "1951-04-03", "quill 1951-03-05", `x${rosa.email}`])
      expect([q, await found(q)]).toEqual([q, []]);
  });

  it("an order number, with or without a word that must be true as well", async () => {
    const rosa = await handedOver(server);
    await updatePatient(server.services, rosa.id, { firstname: "Ottilie", lastname: "Brook" });
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    const number = ok.orders?.[0]?.number ?? "";
    expect(number).toMatch(/^\d+$/);
    for (const q of [number, `#${number}`, `${number} brook`]) expect(await found(q)).toEqual([rosa.id]);
    for (const q of [`${number} winter`, "99999999999", `${number} 99999999999`]) expect(await found(q)).toEqual([]);
  });

  it("newest first, at most 25 on a page, and no page misses or repeats one", async () => {
    const patients: TestPatient[] = [];
    for (let n = 0; n < 27; n += 1) patients.push(await named("Zinnia", `Row${String.fromCodePoint(97 + n)}`));
    const first = (await search("zinnia")).ok;
    const second = (await search("zinnia", first.nextpage ?? "")).ok;
    expect([first.items.length, second.items.length, second.nextpage]).toEqual([25, 2, null]);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(patients.map(({ id }) => id).toReversed());
  });

  it("nothing to look for, and a cursor no search gave, are refused", async () => {
    for (const q of ["", "  "]) expect((await search(q)).status).toBe(400);
    expect((await search("zinnia", "tomorrow")).status).toBe(400);
  });
});

describe("decisions §11 a patient is found by what is true today", () => {
  it("not by a former name, phone or e-mail", async () => {
    const rosa = await named("Cordelia", "Ashdown", { phone: "2125550123" });
    const { token, password, email } = rosa;
    await updatePatient(server.services, rosa.id, { lastname: "Birchwood", phone: "2125550199" });
    expect([await found("ashdown"), await found("2125550123")]).toEqual([[], []]);
    for (const q of ["birchwood", "cordelia", "2125550199", email]) expect(await found(q)).toEqual([rosa.id]);
    const changed = `changed-${newId()}@example.com`;
    await server.call(account.changeEmail, { body: { email: changed, password } }, { token });
    await server.jobs.drain();
    const [mail] = await server.mailbox.list(changed);
    const code = /code=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await server.call(account.verifyEmail, { body: { code } })).status).toBe(200);
    expect([await found(email), await found(changed)]).toEqual([[], [rosa.id]]);
  });

  it("from sign-up on, and still after the account is closed", async () => {
    const email = `search-${newId()}@example.com`;
    const body = { email, password: "marigold at noon", firstname: "Perpetua", lastname: "Nightshade" };
    const { ok } = await server.call(auth.signUp, { body });
    expect([await found("perpetua night"), await found(email)]).toEqual([[ok.userid], [ok.userid]]);
    await server.call(account.closeAccount, { body: { password: body.password } }, { token: ok.idToken });
    expect([await found("perpetua"), await found(email)]).toEqual([[ok.userid], [ok.userid]]);
  });

  it("an update that fails leaves what they are found by", async () => {
    const rosa = await named("Leocadia", "Thorne");
    const before = await termsOf(rosa);
    await server.services.db
      .transaction()
      .execute(async (db) => {
        await updatePatient({ ...server.services, db }, rosa.id, { lastname: "Vale" });
        throw new Error("undone");
      })
      .catch(() => undefined);
    expect(await termsOf(rosa)).toEqual(before);
  });

  it("also after the terms were lost, or were written with another key, once they are rewritten", async () => {
    const rosa = await named("Marguerite", "Fennel", { phone: "3125550142" });
    const body = { address1: "1 Fern Lane", city: "Ames", state: "IA", zipcode: "50010", phoneno: "312-555-0143" };
    await server.call(store.createShippingAddress, { body }, { token: rosa.token });
    const { db } = server.services;
    const before = await termsOf(rosa);
    await db.deleteFrom("patient_search_term").execute();
    await db
      .insertInto("patient_search_term")
      .values({ patient_id: rosa.id, term_hash: Buffer.from("of another key") })
      .execute();
    expect(await found("fennel")).toEqual([]);
    const { count } = await db
      .selectFrom("patient")
      .select(({ fn }) => fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    expect(await rebuildSearchTerms(server.services, rebuildShippingPhones)).toBe(Number(count));
    for (const q of ["fennel", "3125550142", "3125550143"]) expect(await found(q)).toEqual([rosa.id]);
    expect(await termsOf(rosa)).toEqual(before);
  });
});

describe("§3 terms that an earlier version wrote", () => {
  it("are rewritten by a job, also after a node of that version changed the patient", async () => {
    const { db, jobs } = server.services;
    const patient = await named("Świętosława", "Nowicka");
    const asBefore = async () => {
      // As the earlier version left it: other terms, and none that names a version.
      await db.deleteFrom("patient_search_term").where("patient_id", "=", patient.id).execute();
      await db
        .insertInto("patient_search_term")
        .values({ patient_id: patient.id, term_hash: Buffer.from("of before") })
        .execute();
      expect(await found("swietoslawa")).toEqual([]);
    };
    for (let round = 0; round < 2; round += 1) {
      await asBefore();
      await jobs.handleSchedules();
      expect(await found("swietoslawa")).toEqual([patient.id]);
    }
  });

  it("are left alone where they are of this version, and where a record was erased", async () => {
    const [rosa, erased] = [await named("Rosa", "Unchanged"), await named("Erased", "Unchanged")];
    const { db } = server.services;
    await db.deleteFrom("patient_search_term").where("patient_id", "=", erased.id).execute();
    const before = await termsOf(rosa);
    expect(await indexPatients(server.services)).toBe(0);
    expect([await termsOf(rosa), await termsOf(erased)]).toEqual([before, []]);
  });
});

describe("decisions §11 a search alone discloses nothing", () => {
  it("every patient shown, and nobody else, is in the audit", async () => {
    const [rosa, ana] = [await named("Dorothea", "Sedge"), await named("Dorothea", "Rush")];
    await search("dorothea");
    const rows = await server.services.db
      .selectFrom("audit_event")
      .select(["patient_id", "actor", "status"])
      .where("call", "=", "care.searchPatients")
      .where("patient_id", "in", [rosa.id, ana.id])
      .execute();
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ patient_id }) => patient_id))).toEqual(new Set([rosa.id, ana.id]));
    expect(rows.every(({ actor, status }) => actor.startsWith("key:") && status === 200)).toBe(true);
  });

  it("§13 what was looked for is in no address, log, audit row or table", async () => {
    const rosa = await named("Gwendolyne", "Larkspurqa", { phone: "6175550177" });
    for (const q of ["larkspurqa", "6175550177", rosa.email]) expect(await found(q)).toEqual([rosa.id]);
    expect((await search("larkspurqa ma%", "tomorrow")).status).toBe(400);
    expect(server.logged()).not.toMatch(/larkspurqa|6175550177/i);
    expect(server.logged()).not.toContain(rosa.email);
    const terms = await termsOf(rosa);
    expect(terms.length).toBeGreaterThan(10);
    for (const { term_hash } of terms) {
      expect(term_hash).toHaveLength(16);
      expect(Buffer.from(term_hash).toString("latin1")).not.toMatch(/lark|6175550177/);
    }
  });

  it("without the key nothing can be found", async () => {
    expect((await server.call(care.searchPatients, { body: { q: "maria" } })).status).toBe(401);
  });
});
