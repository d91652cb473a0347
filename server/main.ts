import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Node 22 can read this file but would exit silently, because it has no `import.meta.main`.
if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(`Calendula needs Node 24 or newer; this is ${process.version}.`);
  process.exit(1);
}

// Before any other import; a folder that cannot be written only makes the start slower.
enableCompileCache(join(import.meta.dirname, "../.cache/compiled"));

/** Starts one node: settings, database, jobs, HTTP. Resolves when it accepts requests. */
export async function startServer(env: NodeJS.ProcessEnv) {
  const [{ readConfig }, { openDatabase }] = await Promise.all([
    import("./config.ts"),
    import("#server/platform/database/open.ts"),
  ]);
  // Opening the embedded database takes as long as loading the code, so both run in parallel.
  const databaseOpening = openDatabase(readConfig(env));
  databaseOpening.catch(() => undefined);
  const [{ startNode }, { watchProcess }] = await Promise.all([import("./node.ts"), import("./watch-process.ts")]);
  const defineDemo: Parameters<typeof startNode>[1] = async (jobs, services) =>
    (await import("#server/demo/run-care-desk.ts")).defineCareDesk(jobs, services);
  const node = await startNode(env, defineDemo, undefined, databaseOpening);
  watchProcess(node);
  return node;
}

/** Runs a node until it is told to stop; reports in one line why it could not start. */
export async function run(): Promise<void> {
  try {
    const { stop } = await startServer(process.env);
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => void stop().then(() => process.exit(0)));
  } catch (error) {
    const text = (error as Error).message.split("\n")[0];
    const { ConfigError } = await import("./config.ts");
    console.error(error instanceof ConfigError ? text : `The server could not start: ${text}`);
    process.exit(1);
  }
}

if (import.meta.main) await run();
