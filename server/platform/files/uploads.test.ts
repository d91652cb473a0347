import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { movableClock } from "../clock/clock.ts";
import type { OpenDatabase } from "../database/open.ts";
import { openTestDatabase } from "../database/testing/test-databases.ts";
import { newId } from "../ids.ts";
import { diskStore } from "./disk-store.ts";
import type { FileStore } from "./file-store.ts";
import type { AcceptedFile } from "./inspect-upload.ts";
import { storeUpload, findUpload } from "./uploads.ts";

const clock = movableClock();
const file: AcceptedFile = {
  bytes: Buffer.from("jpeg"),
  type: "image/jpeg",
  width: 4,
  height: 3,
  sha256: "0".repeat(64),
};
let database: OpenDatabase;
let directory: string;
let files: FileStore;

beforeAll(async () => {
  database = await openTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "uploads-"));
  files = diskStore({ directory });
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

async function newPatient(): Promise<string> {
  const id = newId();
  const now = clock.now();
  await database.db
    .insertInto("patient")
    .values({ id, email: `${id}@example.com`, password_hash: "x", created_at: now, password_changed_at: now })
    .execute();
  return id;
}

test("uploads: a patient reads their own file", async () => {
  const patientId = await newPatient();
  const { id } = await storeUpload({ db: database.db, files, clock }, { patientId, kind: "photo_id", file });
  const read = await findUpload({ db: database.db, files }, { patientId, id });
  expect(read?.row).toMatchObject({ kind: "photo_id", type: "image/jpeg", size: 4, width: 4, height: 3 });
  expect(read && Buffer.from(read.bytes).toString()).toBe("jpeg");
});

test("uploads: another patient's file is not found", async () => {
  const [owner, other] = [await newPatient(), await newPatient()];
  const { id } = await storeUpload({ db: database.db, files, clock }, { patientId: owner, kind: "selfie", file });
  expect(await findUpload({ db: database.db, files }, { patientId: other, id })).toBeUndefined();
  expect(await findUpload({ db: database.db, files }, { patientId: owner, id: newId() })).toBeUndefined();
});

test("uploads: no row without its bytes", async () => {
  const patientId = await newPatient();
  const fullDisk: FileStore = { ...files, put: () => Promise.reject(new Error("disk full")) };
  await expect(
    storeUpload({ db: database.db, files: fullDisk, clock }, { patientId, kind: "selfie", file }),
  ).rejects.toThrow();
  const rows = await database.db.selectFrom("uploaded_file").selectAll().where("patient_id", "=", patientId).execute();
  expect(rows).toEqual([]);
});
