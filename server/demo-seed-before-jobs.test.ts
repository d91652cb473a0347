import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestDatabase } from "#server/platform/database/testing/test-databases.ts";
import { startNode } from "./node.ts";

test("the demo patients' past is complete before any job runs, so that no desk decides about them meanwhile", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "calendula-node-"));
  const jobsSawSeed = Promise.withResolvers<boolean>();
  const env = { PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "silent", PASSWORD_MEMORY_KIB: "64", MARKETING_PORT: "0" };
  const { stop } = await startNode(
    env,
    async (jobs, services) => {
      const { db, content } = services;
      // One of them has a past that takes long enough.
      const patients = content.demo.patients.filter(({ id }) => id === content.demo.main);
      Object.assign(services, { content: { ...content, demo: { ...content.demo, patients } } });
      jobs.define("probe", async () => {
        const seeded = await db.selectFrom("setting").select("name").where("name", "=", "demo_seed").execute();
        jobsSawSeed.resolve(seeded.length === 1 && patients.length === 1);
      });
      const { start } = jobs;
      Object.assign(jobs, {
        start: async (withWorkers: boolean) => {
          await start(withWorkers);
          if (!withWorkers) await jobs.enqueue(db, "probe", {});
        },
      });
      return undefined;
    },
    null,
    openTestDatabase(),
  );
  expect(await jobsSawSeed.promise).toBe(true);
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});
