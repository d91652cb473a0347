import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { newId } from "../ids.ts";
import { referringColumns, deleteOrphanedUploads } from "./orphaned-uploads.ts";
import { storeUpload } from "./uploads.ts";

let server: TestServer;
let patient: TestPatient;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  patient = await server.newPatient();
});
afterAll(() => server.close());

const storeFile = (kind: string) =>
  storeUpload(server.services, {
    patientId: patient.id,
    kind,
    file: { bytes: Buffer.from("jpeg"), type: "image/jpeg", width: 4, height: 3, sha256: "0".repeat(64) },
  });
const remainingKinds = async () => {
  const rows = await server.services.db
    .selectFrom("uploaded_file")
    .select("kind")
    .where("patient_id", "=", patient.id)
    .orderBy("kind")
    .execute();
  return rows.map(({ kind }) => kind);
};

test("§5 uploads: a file nothing refers to is removed after a day, bytes and all; referenced ones stay", async () => {
  const { db, files, jobs } = server.services;
  const owned = { id: newId(), patient_id: patient.id };
  const now = server.clock.now();
  const [orphan, avatar, photo, card] = [
    await storeFile("lost"),
    await storeFile("avatar"),
    await storeFile("selfie"),
    await storeFile("card"),
  ];
  await db.updateTable("patient").set({ profile_file_id: avatar.id }).where("id", "=", patient.id).execute();
  await db
    .insertInto("identity_photo")
    .values({ ...owned, kind: "selfie", file_id: photo.id, created_at: now })
    .execute();
  await db
    .insertInto("insurance_document")
    .values({
      ...owned,
      kind: "other",
      title_sealed: null,
      file_id: card.id,
      idempotency_key: "x",
      created_at: now,
      updated_at: now,
    })
    .execute();
  server.clock.advance(25 * 3_600_000);
  await storeFile("fresh");
  await deleteOrphanedUploads(server.services);
  await jobs.drain();
  expect(await remainingKinds()).toEqual(["avatar", "card", "fresh", "selfie"]);
  expect(await files.get(orphan.storage_key)).toBeUndefined();
});

test("the sweep knows every column that holds the id of a file", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and data_type = 'uuid' and column_name like '%file%'
    union
    select referring.conrelid::regclass::text, attribute.attname from pg_constraint as referring
    join pg_attribute as attribute on attribute.attrelid = referring.conrelid and attribute.attnum = any (referring.conkey)
    where referring.confrelid = 'uploaded_file'::regclass
    order by 1, 2`.execute(server.services.db);
  expect(rows).toEqual(referringColumns);
});
