import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { origin } from "../settings.ts";

const root = join(import.meta.dirname, "../..");

/** Builds the app where it is stale and starts the server of the browser tests. Resolves with the function that stops it. */
export default async function serve(): Promise<() => Promise<void>> {
  const built = spawnSync(process.execPath, ["scripts/build.ts", "--when-stale"], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) throw new Error("The app could not be built.");
  const server = spawn(process.execPath, ["e2e/servers/server.ts"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const gone = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const ready = () =>
    fetch(`${origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (server.exitCode !== null) throw new Error("The server of the browser tests ended before it was ready.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return async () => {
    server.kill();
    await gone;
  };
}
