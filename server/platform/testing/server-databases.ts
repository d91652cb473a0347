/** A database on a PostgreSQL server that is there for one run. */
export interface ServerDatabase {
  readonly name: string;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Makes a database on the server of `serverUrl`, empty or a copy of `template`. */
export async function makeDatabase(serverUrl: string, name: string, template?: string): Promise<ServerDatabase> {
  await onServer(serverUrl, `create database ${name}${template === undefined ? "" : ` template ${template}`}`);
  const at = new URL(serverUrl);
  at.pathname = `/${name}`;
  return { name, url: at.href, drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
