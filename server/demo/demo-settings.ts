import type { Database } from "#server/platform/database/open.ts";

/** What the demo keeps in the database from one start to the next, and shares between nodes. */
type DemoSetting = "demo_seed" | "dev_clock" | "demo_care_desk";

/** The value kept under this name; undefined where there is none. */
export async function readDemoSetting(db: Database, name: DemoSetting): Promise<unknown> {
  const row = await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** Keeps a value instead of the one before. */
export async function saveDemoSetting(
  db: Database,
  name: DemoSetting,
  setting: string | number | boolean,
): Promise<void> {
  const value = JSON.stringify(setting);
  await db
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
