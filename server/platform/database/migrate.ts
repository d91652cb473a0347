import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { OpenDatabase } from "./open.ts";

const folder = join(import.meta.dirname, "../../migrations");

/** Applies the SQL files of server/migrations that are not applied yet, in the order of their names; one node at a time. */
export async function migrate({ db, script }: Pick<OpenDatabase, "db" | "script">): Promise<readonly string[]> {
  await script(
    "create table if not exists migration (name text primary key, applied_at timestamptz not null default now())",
  );
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const done = new Set(
    (await sql<{ name: string }>`select name from migration`.execute(db)).rows.map((row) => row.name),
  );
  const applied: string[] = [];
  for (const name of files.filter((file) => !done.has(file))) {
    const text = await readFile(join(folder, name), "utf8");
    // The lock makes a second node wait; the primary key makes it skip what the first one applied.
    await script(
      `begin; select pg_advisory_xact_lock(4711); insert into migration (name) values ('${name}'); ${text}; commit;`,
    ).catch(async (error: unknown) => {
      await script("rollback").catch(() => undefined);
      if ((error as { code?: string; constraint?: string }).constraint === "migration_pkey") return;
      throw new Error(`Migration ${name} failed: ${(error as Error).message.split("\n")[0]}`);
    });
    applied.push(name);
  }
  return applied;
}
