/**
 * Reports how far the visitors of each variant came: `npm run experiment-report`. Reads `DATABASE_URL`, or the embedded database of `DATA_DIR` while
 * the app is stopped. Shares have Wilson's 95 % interval, differences from the first variant Newcombe's; a star marks a significant difference.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cachedContent } from "#content/loader/cached-content.ts";
import { funnelTable, sampleRatioLine, experimentFunnels, flowFunnels } from "#server/growth/experiments/funnel.ts";
import { type Database, openEmbedded, openServer, type OpenDatabase } from "#server/platform/database/open.ts";

/** The whole report as text. */
export async function experimentReport(db: Database): Promise<string> {
  const { experiments } = await cachedContent();
  const parts: string[] = [];
  for (const { name, decides, running, variants } of experiments) {
    const state = running ? "" : " (not running)";
    const funnels = await experimentFunnels(db, name);
    const weights = variants.map((variant) => [variant.name, variant.weight] as const);
    parts.push(`${name}${state}: ${decides}\n${funnelTable(funnels)}\n${sampleRatioLine(weights, funnels)}`);
  }
  parts.push(`flow_variant: The order of the visit.\n${funnelTable(await flowFunnels(db))}`);
  return parts.join("\n\n");
}

/** Opens the database of the settings; throws an Error of one clear sentence. */
export async function openReportDatabase(env: NodeJS.ProcessEnv): Promise<OpenDatabase> {
  if (env["DATABASE_URL"]) return openServer(env["DATABASE_URL"]);
  const directory = env["DATA_DIR"] || "./data";
  if (!existsSync(join(directory, "postgres")))
    throw new Error(`There is no database in ${directory}. Set DATA_DIR or DATABASE_URL.`);
  try {
    return await openEmbedded(directory);
  } catch (error) {
    if (!(error as Error).message.startsWith("Another process uses")) throw error;
    throw new Error(`The app is running on ${directory}. Stop it, then run this again.`, { cause: error });
  }
}

if (import.meta.main) {
  try {
    const database = await openReportDatabase(process.env);
    console.log(await experimentReport(database.db));
    await database.close();
  } catch (error) {
    console.error((error as Error).message.split("\n")[0]);
    process.exitCode = 1;
  }
}
