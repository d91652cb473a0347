import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateTableTypes } from "./generate-table-types.ts";
import { inTransaction } from "./open.ts";
import { openTestDatabase } from "./testing/test-databases.ts";

test("the table types are those of the migrated database", async () => {
  const database = await openTestDatabase();
  const text = await generateTableTypes(database.db);
  await database.close();
  expect(readFileSync(new URL("./tables.ts", import.meta.url), "utf8")).toBe(text);
});

test("a query on the root handle inside a transaction is refused", async () => {
  const database = await openTestDatabase();
  await expect(inTransaction(database, () => database.db.selectFrom("patient").select("id").execute())).rejects.toThrow(
    "transaction handle",
  );
  await database.close();
});

test("a second transaction on the root handle inside a transaction is refused", async () => {
  const database = await openTestDatabase();
  const inner = () => inTransaction(database, async () => 1);
  await expect(inTransaction(database, inner)).rejects.toThrow("transaction handle");
  await database.close();
});
