import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { embeddedAtLength } from "./embedded-files.ts";

test("each file or folder that the embedded database verifies is there: vitest ignores one that isn't", () => {
  expect(embeddedAtLength.filter((path) => !existsSync(join(import.meta.dirname, "../..", path)))).toEqual([]);
});
