import { randomBytes } from "node:crypto";
import type { ProbeResult } from "../outside/probe.ts";
import { type BucketAnswer, bucketTable } from "./bucket-answers.ts";
import { FilesUnavailable } from "./file-store.ts";
import { type S3Settings, s3Store } from "./s3-store.ts";

const timeoutMs = 10_000;

/** Writes an object of its own, reads it back, deletes it, and asks for it again: what is gone must be told from what may not be read. */
export async function probeBucket(settings: S3Settings): Promise<ProbeResult[]> {
  let failed: { answer: BucketAnswer; code: string | undefined } | null = null;
  const reports = {
    failed: (answer: BucketAnswer, code?: string) => {
      failed = { answer, code };
      return bucketTable.rows[answer];
    },
    worked: () => undefined,
  };
  const store = await s3Store(settings, reports, timeoutMs);
  const key = `probe/${randomBytes(8).toString("hex")}`;
  const bytes = randomBytes(1000);
  const steps: readonly [checked: string, step: () => Promise<boolean>][] = [
    ["takes an object", async () => store.put(key, bytes, "application/octet-stream").then(() => true)],
    ["gives it back as it was", async () => bytes.equals((await store.get(key)) ?? Buffer.alloc(0))],
    ["deletes it", async () => store.remove(key).then(() => true)],
    ["says that it's gone", async () => (await store.get(key)) === undefined],
  ];
  const results: ProbeResult[] = [];
  for (const [checked, step] of steps) {
    failed = null;
    const isRight = await step().catch((error: unknown) => {
      if (error instanceof FilesUnavailable) return null;
      throw error;
    });
    const problem = failed as { answer: BucketAnswer; code: string | undefined } | null;
    if (problem)
      results.push({
        system: "files",
        checked,
        problem: { ...problem, todo: bucketTable.rows[problem.answer].practice },
      });
    else if (isRight === false)
      results.push({
        system: "files",
        checked,
        problem: { answer: "damaged", todo: bucketTable.rows.damaged.practice },
      });
    else results.push({ system: "files", checked, problem: null });
    // What wasn't stored can't be read.
    if (checked === "takes an object" && problem) break;
  }
  return results;
}
