import { afterEach, beforeEach, expect, test } from "vitest";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { secretsKeyError } from "#server/platform/crypto/secrets-key.ts";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import type { OpenDatabase } from "#server/platform/database/open.ts";
import { openTestDatabase } from "#server/platform/database/testing/test-databases.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer } from "#server/testing/harness.ts";

let database: OpenDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const rightSecrets = createSecrets("the key this database is sealed with");
const wrongSecrets = createSecrets("the key of quite another database!!");
const line = /^Setting SECRETS_KEY is refused: [^\n]+$/;

test("the first key becomes the database's; another one is refused from then on", async () => {
  expect(await secretsKeyError(database.db, rightSecrets)).toBeNull();
  expect(await secretsKeyError(database.db, wrongSecrets)).toMatch(line);
  expect(await secretsKeyError(database.db, rightSecrets)).toBeNull();
});

test("of two nodes that first start with different keys one is refused", async () => {
  const answers = await Promise.all(
    [rightSecrets, wrongSecrets].map((secrets) => secretsKeyError(database.db, secrets)),
  );
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
});

test("a database from before the canary accepts only the key that decrypts its data", async () => {
  const id = newId();
  const contact = { id, reference: "C-1", topic: "other", created_at: new Date() };
  const message_sealed = rightSecrets.seal("a question", sealed("contact_message.message_sealed")(id));
  await database.db
    .insertInto("contact_message")
    .values({ ...contact, message_sealed })
    .execute();
  expect(await secretsKeyError(database.db, wrongSecrets)).toMatch(line);
  expect(await database.db.selectFrom("secrets_canary").select("id").execute()).toEqual([]);
  expect(await secretsKeyError(database.db, rightSecrets)).toBeNull();
});

test("a node with another key does not start", async () => {
  const databaseKeptOpen = { ...database, close: async () => undefined };
  const first = await startTestServer({ database: databaseKeptOpen });
  await first.close();
  const start = startTestServer(
    { database: databaseKeptOpen },
    { SECRETS_KEY: "quite another key for the same database" },
  );
  await expect(start).rejects.toThrow(line);
});
