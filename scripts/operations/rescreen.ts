/**
 * `npm run rescreen -- --plan` lists whom a change of the screening rules touches: visits that wait for a doctor, and patients in care. `npm run rescreen
 * -- --apply` puts each in front of a clinician, holds what a rule forbids, and tells the patient. Reads a node's settings; nodes that run these rules may
 * serve meanwhile. With an embedded database, stop the app first.
 */
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/open-services.ts";
import { applyRescreen, planRescreen, rescreenReport } from "#server/operations/rescreen.ts";
import { openEmbedded, openServer } from "#server/platform/database/open.ts";
import { runTask } from "./installation.ts";

const [task] = process.argv.slice(2);

await runTask(async () => {
  if (task !== "--plan" && task !== "--apply")
    throw new Error("Say what to do: npm run rescreen -- --plan, or npm run rescreen -- --apply");
  const config = { ...readConfig(process.env), jobs: false, logLevel: "warn" as const };
  const database = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config.dataDir);
  const { services, close } = await openServices(config, { database });
  try {
    const isPlan = task === "--plan";
    return rescreenReport(await (isPlan ? planRescreen : applyRescreen)(services), isPlan);
  } finally {
    await close();
  }
});
