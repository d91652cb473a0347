import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sentenceFeatures, sentencePlaceholders } from "./schema/sentences/sentences.ts";

const folder = join(import.meta.dirname, "../server");
const code = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
  .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"))
  .join("\n");

test.each(sentenceFeatures)("each sentence of %s is said somewhere", (feature) => {
  const ids = Object.keys(sentencePlaceholders[feature]).map((name) => `${feature}.${name}`);
  expect(ids.filter((id) => !code.includes(`"${id}"`))).toEqual([]);
});
