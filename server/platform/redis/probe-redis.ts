import { randomBytes } from "node:crypto";
import type { ProbeResult } from "../outside/probe.ts";
import { openRedis } from "./open-redis.ts";
import { redisAnswer, redisTable } from "./redis-answers.ts";

/** Counts to one under a key of its own, which ends by itself in a minute. */
export async function probeRedis(url: string): Promise<ProbeResult[]> {
  const redis = await openRedis(url);
  const checked = `counts at ${new URL(url).host}`;
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once("ready", resolve);
      redis.on("error", reject);
      redis.once("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    });
    await redis.set(`probe:${randomBytes(8).toString("hex")}`, "1", "EX", 60);
    return [{ system: "redis", checked, problem: null }];
  } catch (error) {
    const { answer, code } = redisAnswer(error);
    return [{ system: "redis", checked, problem: { answer, code, todo: redisTable.rows[answer].practice } }];
  } finally {
    redis.disconnect();
  }
}
