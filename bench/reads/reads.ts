import { spawn } from "node:child_process";
import { join } from "node:path";
import autocannon from "autocannon";
import { auth } from "#contract/auth.ts";
import { store } from "#contract/cart/calls.ts";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { freshFolder, removeFolder, startNode } from "../../e2e/servers/node-process.ts";
import { nodeEnv, nodeFlags } from "../../server/node-flags.mjs";
import { median } from "../browser/mobile-profile.ts";
import { benchClient } from "../node/client.ts";

const seconds = 3;
const rounds = 5;

/** Responses per second over 32 concurrent connections; throws when one is not a success. */
export async function perSecond(
  url: string,
  headers: Record<string, string> = {},
  duration: number = seconds,
): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections: 32, duration });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`);
  return requests.average;
}

/**
 * Authenticated reads of one row (the default address) on one core, compared with bare node:http; medians of five, interleaved, after one to warm up.
 */
export async function measureReads(serverUrl: string): Promise<{ ours: number; baseline: number; ratio: number }> {
  const database = await makeDatabase(serverUrl, `calendula_bench_${Date.now()}`);
  const dataDir = freshFolder();
  const node = await startNode({ port: 3820, dataDir, core: 0, env: { DATABASE_URL: database.url } });
  const client = benchClient(node.url);
  const { idToken, userid } = await client.call(auth.signUp, {
    body: { email: "reader@example.com", password: "marigold at noon" },
  });
  const address = { address1: "18 Orchard Street", city: "Iowa City", state: "IA", zipcode: "52240" };
  await client.call(store.createShippingAddress, { body: address }, idToken);
  const baseline = spawn(
    "taskset",
    [
      ...["-c", "0", process.execPath, ...nodeFlags],
      ...[join(import.meta.dirname, "baseline.ts"), "3821", database.url, userid],
    ],
    { stdio: "inherit", env: { ...nodeEnv, ...process.env } },
  );
  try {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const [ours, baselineRates]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      const one = await perSecond(`${node.url}/api/shipping/default`, { authorization: `Bearer ${idToken}` });
      const other = await perSecond("http://127.0.0.1:3821/");
      if (round === 0) continue;
      ours.push(one);
      baselineRates.push(other);
    }
    return { ours: median(ours), baseline: median(baselineRates), ratio: median(ours) / median(baselineRates) };
  } finally {
    baseline.kill();
    await node.stop();
    removeFolder(dataDir);
    await database.drop();
  }
}
