import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startNode } from "#server/node.ts";
import { openTestDatabase, testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { productionSettings, testPayments } from "#server/testing/production-settings.ts";

const root = join(import.meta.dirname, "../..");

/** Our own files a file imports: `static` imports, or only dynamic ones. */
function importsOf(file: string, kind: "static" | "dynamic"): string[] {
  const source = readFileSync(file, "utf8");
  const found =
    kind === "static"
      ? source.matchAll(/^(?:import|export)(?! type\b)[^;]*?from "([#.][^"]+)";/gms)
      : source.matchAll(/\bimport\("([#.][^"]+)"\)/g);
  return [...found].map(([, name = ""]) =>
    name.startsWith("#") ? join(root, name.slice(1)) : join(dirname(file), name),
  );
}

/** Every file that is loaded with a file. */
function loadedWith(start: string): Set<string> {
  const loaded = new Set<string>();
  const pending = [start];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (loaded.has(file) || !existsSync(file)) continue;
    loaded.add(file);
    pending.push(...importsOf(file, "static"));
  }
  return loaded;
}

const relativePaths = (files: Iterable<string>) => [...files].map((file) => relative(root, file));
const demoOnly = /^server\/demo\//;

test("decisions §2 a production node loads neither care desk nor demo, nor the client it calls with", () => {
  const loaded = relativePaths(
    new Set(["server/main.ts", "server/node.ts"].flatMap((file) => [...loadedWith(join(root, file))])),
  );
  expect(loaded).toContain("server/messages/post-message.ts");
  expect(loaded.filter((file) => demoOnly.test(file))).toEqual([]);
  expect(loaded.filter((file) => file.startsWith("client/"))).toEqual([]);
});

test("the demo's node loads the desk, which of the features' code loads nothing but what connects it", () => {
  const start = "server/demo/run-care-desk.ts";
  expect(relativePaths(importsOf(join(root, "server/main.ts"), "dynamic"))).toContain(start);
  expect(relativePaths(loadedWith(join(root, start)))).toContain("server/demo/care-desk/messages.ts");
  const desk = relativePaths(loadedWith(join(root, "server/demo/care-desk/care-desk.ts")));
  expect(desk).toContain("client/src/client.ts");
  expect(
    desk.filter((file) => !/^(?:client|contract|content|server\/platform|server\/demo\/care-desk)\//.test(file)),
  ).toEqual([]);
});

test.skipIf(testDatabaseUrl() === null)("a production start defines no desk and makes it no key", async () => {
  const database = await openTestDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  const url = new URL(testDatabaseUrl() ?? "");
  url.pathname = `/${rows[0]?.name}`;
  let demo = false;
  const env = {
    ...productionSettings,
    ...testPayments,
    PORT: "0",
    LOG_LEVEL: "silent",
    DATABASE_URL: url.href,
    DATA_DIR: mkdtempSync(join(tmpdir(), "calendula-production-")),
  };
  const { stop } = await startNode(env, async () => ((demo = true), undefined), null);
  await stop();
  const queues = await sql<{ name: string }>`select name from pgboss.queue`.execute(database.db);
  const keys = await database.db.selectFrom("api_key").select("name").execute();
  await database.close();
  rmSync(env.DATA_DIR, { recursive: true, force: true });
  expect(demo).toBe(false);
  expect(queues.rows.map(({ name }) => name)).toContain("messages-mails");
  expect(queues.rows.filter(({ name }) => name.includes("desk"))).toEqual([]);
  expect(keys).toEqual([]);
});
