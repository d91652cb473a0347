/**
 * `npm run probe` asks each outside system that a node's settings name whether it works for this deployment, and says what to do where one doesn't. Reads
 * no database and changes nothing but what the systems are asked to store and delete again; nodes may serve meanwhile. Sends the operator a mail.
 */
import { readConfig } from "#server/config.ts";
import { ProblemsFound } from "#server/operations/backup.ts";
import { probeReport, runProbes } from "#server/platform/outside/probe.ts";
import { probes } from "#server/probes.ts";
import { runTask } from "./installation.ts";

await runTask(async () => {
  const results = await runProbes(probes, readConfig(process.env), { sends: true });
  const report = probeReport(probes, results);
  if (results.some(({ problem }) => problem !== null)) throw new ProblemsFound([report]);
  return results.length === 0 ? "The settings name no outside system." : report;
});
// A system that never answered must not keep the command from ending.
process.exit();
