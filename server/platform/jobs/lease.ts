import { sql } from "kysely";
import type { Database } from "../database/open.ts";
import { newId } from "../ids.ts";

/** A lease not renewed for this long belongs to a dead node. */
const leaseSeconds = 20;
const renewMs = 4000;

/** An exclusive right to do something, among all nodes. */
export interface Lease {
  /** Whether it is still held: another node may take one that was not renewed in time. */
  readonly isHeld: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

/** Takes the lease of this name for one node among all on a database; null while another one holds it. It is renewed until released. */
export async function takeLease(db: Database, name: string): Promise<Lease | null> {
  const owner = newId();
  // The database's own time: the clocks of two nodes differ, and the demo's can be moved.
  const acquireOrRenew = async () => {
    const { rows } = await sql`
      insert into setting (name, value)
      values (${name}, jsonb_build_object('owner', ${owner}::text, 'until', clock_timestamp() + make_interval(secs => ${leaseSeconds})))
      on conflict (name) do update set value = excluded.value
      where setting.value->>'owner' = ${owner} or (setting.value->>'until')::timestamptz < clock_timestamp()
      returning name`.execute(db);
    return rows.length === 1;
  };
  if (!(await acquireOrRenew())) return null;
  const timer = setInterval(() => void acquireOrRenew().catch(() => undefined), renewMs);
  timer.unref();
  return {
    isHeld: acquireOrRenew,
    async release() {
      clearInterval(timer);
      await db
        .deleteFrom("setting")
        .where("name", "=", name)
        .where(sql<string>`value->>'owner'`, "=", owner)
        .execute();
    },
  };
}
