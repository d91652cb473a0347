/**
 * Checks that what texts name exists: paths, links and npm scripts of documents, files of comments and of the linter's messages, and that each clause
 * (§) a test cites is listed in docs/specification.md.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import {
  clausesCitedIn,
  clausesListedIn,
  filesInComment,
  linksIn,
  pathsInDocument,
  scriptsIn,
} from "./named-in-text.ts";

const root = join(import.meta.dirname, "../..");
const exists = (path: string) => existsSync(join(root, path));
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 2 ** 26,
})
  .split("\n")
  .filter((file) => file !== "" && exists(file));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Readonly<Record<string, string>> };

/** Files that the product writes. */
const elsewhere = new Set(["record.fhir.json"]);

const documents = files.filter((file) => file.endsWith(".md") && !file.startsWith("content/"));
const sources = files.filter((file) => /\.(?:tsx?|mjs|css|sql|yaml)$/.test(file));
const tests = files.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));
const wrong = [...documents.flatMap(wrongInDocument), ...sources.flatMap(wrongInComments), ...wrongClauses()];
for (const line of wrong) console.error(line);
console.log(
  `${documents.length} documents, comments of ${sources.length} files and clauses of ${tests.length} checked, ${wrong.length} wrong`,
);
process.exit(wrong.length > 0 || documents.length === 0 || sources.length === 0 || tests.length === 0 ? 1 : 0);

function wrongInDocument(document: string): string[] {
  const text = textOf(document);
  return [
    ...pathsInDocument(text)
      .filter((path) => !exists(path))
      .map((path) => `${document} names ${path}`),
    ...linksIn(text)
      .filter((path) => !exists(join(dirname(document), path)))
      .map((path) => `${document} links to ${path}`),
    ...scriptsIn(text)
      .filter((name) => !(name in scripts))
      .map((name) => `${document} names npm run ${name}`),
  ];
}

/** A file may be named without its folders; files that the product writes, or others have, stand in no folder here. */
function wrongInComments(source: string): string[] {
  const isNamed = (name: string) =>
    exists(name) || exists(join(dirname(source), name)) || files.some((file) => file.endsWith(`/${name}`));
  return commentsOf(source)
    .flatMap(filesInComment)
    .filter((name) => !elsewhere.has(name) && !isNamed(name))
    .map((name) => `${source} names ${name} in a comment`);
}

function commentsOf(source: string): string[] {
  const text = textOf(source);
  if (source.endsWith(".css")) return text.match(/\/\*[\s\S]*?\*\//g) ?? [];
  if (source.endsWith(".sql")) return text.match(/--.*/g) ?? [];
  if (source.endsWith(".yaml")) return text.match(/^\s*#.*/gm) ?? [];
  // What the linter says is read like a comment: its own strings too.
  const messages = /scripts\/test\/lint-[\w-]+\.mjs$/.test(source) ? (text.match(/"[^"\n]*\s[^"\n]*"/g) ?? []) : [];
  return [...parseSync(source, text).comments.map(({ value }) => value), ...messages];
}

function wrongClauses(): string[] {
  const listed = new Set(clausesListedIn(textOf("docs/specification.md")));
  return tests.flatMap((test) =>
    [...new Set(clausesCitedIn(textOf(test)))]
      .filter((clause) => !listed.has(clause))
      .map((clause) => `${test} cites § ${clause}, which docs/specification.md doesn't have`),
  );
}
