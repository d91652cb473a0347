import type { Client } from "pg";

type TableTask = (client: Client) => Promise<void>;

interface Definition {
  readonly table: string;
  readonly drop: string;
  readonly add: string;
}

/**
 * Fills tables without their indexes, keys and triggers, and restores these afterwards, so that each row is checked once: a violated constraint fails
 * here. Works on as many tables at once as there are connections. Triggers don't run for the rows.
 */
export async function fillWithoutIndexes(
  clients: readonly Client[],
  fills: readonly { readonly table: string; readonly fill: TableTask }[],
): Promise<void> {
  const [client] = clients;
  if (!client) return;
  const tables = fills.map(({ table }) => table);
  const links = await foreignKeys(client);
  const [keys, indexes] = [await uniqueKeys(client, tables), await plainIndexes(client, tables)];
  for (const { drop } of [...links, ...keys, ...indexes]) await client.query(drop);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await runConcurrently(
    clients,
    fills.map(({ table, fill }) => async (connection) => {
      await fill(connection);
      for (const { add } of [...keys, ...indexes].filter((each) => each.table === table)) await connection.query(add);
      await connection.query(`alter table ${table} enable trigger user`);
    }),
  );
  // One after another: each locks the two tables it links.
  for (const { add } of links) await client.query(add);
  await runConcurrently(
    clients,
    tables.map((table) => async (connection) => void (await connection.query(`vacuum (analyze) ${table}`))),
  );
}

async function runConcurrently(clients: readonly Client[], tasks: readonly TableTask[]): Promise<void> {
  const waiting = [...tasks];
  await Promise.all(
    clients.map(async (client) => {
      for (let task = waiting.shift(); task; task = waiting.shift()) await task(client);
    }),
  );
}

/** A name as the migrations write it: with a schema only if it is not `public`. */
const nameOf = (oid: string) => `${oid}::regclass::text`;

const constraints = `select ${nameOf("conrelid")} as table,
  format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
  format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
  from pg_constraint where connamespace in ('public'::regnamespace, 'sandbox'::regnamespace)`;

const foreignKeys = async (client: Client): Promise<Definition[]> =>
  (await client.query<Definition>(`${constraints} and contype = 'f'`)).rows;

const uniqueKeys = async (client: Client, tables: readonly string[]): Promise<Definition[]> =>
  (
    await client.query<Definition>(`${constraints} and contype in ('p', 'u') and conrelid = any($1::regclass[])`, [
      tables,
    ])
  ).rows;

const plainIndexes = async (client: Client, tables: readonly string[]): Promise<Definition[]> =>
  (
    await client.query<Definition>(
      `select ${nameOf("indrelid")} as table, format('drop index %s', indexrelid::regclass) as drop,
        replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as add from pg_index
        where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
      [tables],
    )
  ).rows;
