import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { givenConsents, latestConsents, recordConsents, recordTermsAcceptance } from "./consents.ts";

let server: TestServer;
let rosa: string;
let other: string;
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  [rosa, other] = [(await server.newPatient()).id, (await server.newPatient()).id];
});

const minute = (number: number) => new Date(Date.UTC(2020, 0, 1, 12, number));
const at = (number: number) => ({ ...server.services, clock: { ...server.services.clock, now: () => minute(number) } });
const give = (patient: string, number: number, id: string, version: string) =>
  recordConsents(at(number), patient, [{ id, version }]);

describe("what a patient agreed to", () => {
  test("is kept, each time, and is the latest of each kind", async () => {
    const { db } = server.services;
    await recordConsents(at(1), rosa, []);
    expect(await givenConsents(db, rosa, 9)).toEqual([]);
    await give(rosa, 2, "terms", "v2");
    await give(rosa, 1, "terms", "v1");
    await recordConsents(at(3), rosa, [{ id: "privacy", version: "p1" }]);
    await give(other, 4, "terms", "v3");
    const [terms, privacy] = [
      { id: "terms", version: "v2", givenAt: minute(2) },
      { id: "privacy", version: "p1", givenAt: minute(3) },
    ];
    expect(await latestConsents({ db }, rosa)).toEqual([privacy, terms]);
    expect(await givenConsents(db, rosa, 9)).toEqual([privacy, terms, { ...terms, version: "v1", givenAt: minute(1) }]);
    expect(await givenConsents(db, rosa, 1)).toEqual([privacy]);
    expect(await latestConsents({ db }, other)).toEqual([{ id: "terms", version: "v3", givenAt: minute(4) }]);
  });

  test("at one moment has one order: what came last counts", async () => {
    const { db } = server.services;
    const ids = [newId(), newId()];
    for (const way of [ids, ids.toReversed()]) {
      await db.deleteFrom("consent").where("patient_id", "=", rosa).execute();
      for (const id of way) {
        const version = id === ids[1] ? "last" : "first";
        const row = { id, patient_id: rosa, consent_id: "terms", version, given_at: minute(1) };
        await db.insertInto("consent").values(row).execute();
      }
      const versions = (rows: readonly { version: string }[]) => rows.map(({ version }) => version);
      expect(versions(await withoutIndexes(server, (tx) => latestConsents({ db: tx }, rosa)))).toEqual(["last"]);
      expect(versions(await withoutIndexes(server, (tx) => givenConsents(tx, rosa, 9)))).toEqual(["last", "first"]);
    }
  });

  test("of new terms is noted once for each version, with its day, for this patient", async () => {
    const accept = (number: number, version: string) =>
      recordTermsAcceptance(at(number), rosa, { id: "terms", version });
    await give(rosa, 1, "terms", "v1");
    expect(await accept(2, "v1")).toEqual(minute(2));
    expect(await accept(3, "v1")).toEqual(minute(2));
    expect(await accept(4, "v2")).toEqual(minute(4));
    const versions = (await givenConsents(server.services.db, rosa, 9)).map(({ version }) => version);
    expect(versions).toEqual(["v2", "v1", "v1"]);
    const rows = server.services.db
      .selectFrom("patient")
      .select("accepted_new_terms_at as at")
      .where("id", "in", [rosa, other]);
    expect(await rows.orderBy("id").execute()).toEqual(
      [rosa, other].toSorted().map((id) => ({ at: id === rosa ? minute(4) : null })),
    );
  });
});
