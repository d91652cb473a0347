/** A database on a PostgreSQL server that exists for one run. */
export interface ServerDatabase {
  readonly name: string;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

interface Wanted {
  /** The database it is a copy of; default: an empty one. */
  readonly template?: string;
  /** Where its files are; default: where the template's are. */
  readonly tablespace?: string;
  /** Commits don't wait for the disk: test data need not survive a crash of the server. */
  readonly disposable?: boolean;
}

/** Creates a database on the server of `serverUrl`. */
export async function makeDatabase(
  serverUrl: string,
  name: string,
  { template, tablespace, disposable = false }: Wanted = {},
): Promise<ServerDatabase> {
  await queryServer(
    serverUrl,
    [
      `create database ${name}`,
      // Copied as files, it need not go through the log and the buffers, page by page.
      template === undefined ? "" : `template ${template} strategy file_copy`,
      tablespace === undefined ? "" : `tablespace ${tablespace}`,
    ].join(" "),
    ...(disposable ? [`alter database ${name} set synchronous_commit = off`] : []),
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: async () => void (await queryServer(serverUrl, `drop database if exists ${name} with (force)`)),
  };
}

/** Drops the copies of `template`. */
export async function dropTemplateCopies(serverUrl: string, template: string): Promise<void> {
  const { rows } = await queryServer(
    serverUrl,
    `select datname from pg_database where starts_with(datname, '${template}_')`,
  );
  const copies = rows.values();
  // Four at a time, because each waits for a checkpoint.
  const dropInTurn = async () => {
    for (const { datname } of copies) await queryServer(serverUrl, `drop database if exists ${datname} with (force)`);
  };
  await Promise.all([dropInTurn(), dropInTurn(), dropInTurn(), dropInTurn()]);
}

/** Runs statements one after the other on a separate connection; returns the rows of the last. */
export async function queryServer<Row extends object = { datname: string }>(
  url: string,
  ...statements: readonly string[]
): Promise<{ readonly rows: readonly Row[] }> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: readonly Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return { rows };
  } finally {
    await client.end();
  }
}
