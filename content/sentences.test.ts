import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { sentenceFeatures, sentencePlaceholders } from "./schema/sentences/sentences.ts";

const folder = join(import.meta.dirname, "../server");
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name))
  .map((file) => ({ file: relative(folder, file), code: readFileSync(file, "utf8") }));

const usedIds = new Set(files.flatMap(({ code }) => [...code.matchAll(/"(\w+\.\w+)"/g)].map(([, id]) => id)));

test.each(sentenceFeatures)("each sentence of %s is said somewhere", (feature) => {
  const ids = Object.keys(sentencePlaceholders[feature]).map((name) => `${feature}.${name}`);
  expect(ids.filter((id) => !usedIds.has(id))).toEqual([]);
});

/** What no patient reads: the clinic's calls, errors of the server itself, and answers to a page's own reports. */
const notForPatients = [
  /^(?:care|integrations|staff|records|lists|openapi|platform|demo|operations|testing|contract-tests|crash-tests)\//,
  /\/testing\//,
  /^[^/]+$/,
  /^followup\/clinic\//,
  /^account\/(?:contact|told)-by-practice\.ts$/,
  /^auth\/accounts\/email-change-by-practice\.ts$/,
  /^growth\/tracking\//,
  /^doctors\/(?:absence|edit-doctor)\.ts$/,
  /^documents\/conversations\/conversation-copies\.ts$/,
  /^documents\/dispensing\/print-orders\.ts$/,
  /^onboarding\/(?:health-answers\/told-answers|identity\/identity-review|screening\/product-eligibility)\.ts$/,
  /^orders\/payments\/mismatch\.ts$/,
  /^doctors\/collaboration\.ts$/,
  /^documents\/insurance\/withdraw-document\.ts$/,
  /^documents\/disputes\//,
  /^payment\/(?:refunds\/(?:disputes|dispute-answers)|webhooks)\.ts$/,
  /^(?:closing|dispensing|merging|persons|tasks)\//,
  /^treatment\/changes\/change-rules\.ts$/,
];
const sentenceLiteral = /(["`])[A-Z“$][^"`]* [^"`]*[.?!]\1/;

test("no feature words a sentence for patients in its code", () => {
  const worded = files
    .filter(({ file }) => !notForPatients.some((pattern) => pattern.test(file)))
    .flatMap(({ file, code }) =>
      code
        .split("\n")
        .filter((line) => sentenceLiteral.test(line) && !/^\s*(?:\/?\*|\/\/)|new Error\(/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(worded).toEqual([]);
});
