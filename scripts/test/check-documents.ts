import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Checks that every path and npm command that a document names exists. */
const root = join(import.meta.dirname, "../..");
const documents = ["", "client", "docs", "docs/decisions", "docs/journeys"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object }).scripts,
);
const tops = "app|server|contract|content|e2e|bench|docs|scripts|site|embed|client|\\.ci";

const wrong: string[] = [];
for (const document of documents) {
  const text = readFileSync(join(root, document), "utf8");
  for (const [, path = ""] of text.matchAll(new RegExp(`\`((?:${tops})/[\\w./-]*[\\w/])\``, "g"))) {
    if (!existsSync(join(root, path))) wrong.push(`${document} names ${path}`);
  }
  for (const [, path = ""] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
    if (!existsSync(join(root, dirname(document), path))) wrong.push(`${document} links to ${path}`);
  }
  for (const [, name = ""] of text.matchAll(/npm run ([\w:-]+)/g)) {
    if (!scripts.includes(name)) wrong.push(`${document} names npm run ${name}`);
  }
}
for (const line of wrong) console.error(line);
console.log(`${documents.length} documents checked, ${wrong.length} wrong`);
process.exit(wrong.length > 0 || documents.length === 0 ? 1 : 0);
