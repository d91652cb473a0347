import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openTestDatabase, testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { openReportDatabase } from "./experiment-report.ts";

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "report-"));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

describe("what it reads", () => {
  test("without a database it says so", async () => {
    const directory = folder();
    await expect(openReportDatabase({ DATA_DIR: directory })).rejects.toThrow(
      `There is no database in ${directory}. Set DATA_DIR or DATABASE_URL.`,
    );
  });
  test.runIf(testDatabaseUrl() === null)(
    "the embedded one while the app is stopped; while it runs it says so",
    async () => {
      const directory = folder();
      const running = await openTestDatabase(directory);
      await expect(openReportDatabase({ DATA_DIR: directory })).rejects.toThrow(
        `The app is running on ${directory}. Stop it, then run this again.`,
      );
      await running.close();
      const opened = await openReportDatabase({ DATA_DIR: directory });
      await opened.close();
    },
  );
});
