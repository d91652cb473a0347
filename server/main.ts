import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Before anything else is imported; a folder that cannot be written only means a slower start.
enableCompileCache(join(import.meta.dirname, "../.cache/compiled"));

/** Starts one node: settings, database, jobs, HTTP. Resolves when it accepts requests. */
export async function startServer(env: NodeJS.ProcessEnv) {
  const { startNode } = await import("./node.ts");
  return startNode(env, async (jobs, services) => {
    (await import("#server/care/desk.ts")).defineCareDesk(jobs, services);
    (await import("#server/messages/desk.ts")).defineMessagesDesk(jobs, services);
    (await import("#server/followup/desk.ts")).defineFollowupDesk(jobs, services);
  });
}

if (import.meta.main) {
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
