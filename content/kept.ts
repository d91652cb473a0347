import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { deepFreeze } from "./freeze.ts";
import type { Content, ContentOptions } from "./load.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, ".cache/content");

/** What the outcome depends on: the content, the code that reads and checks it, and the versions of its libraries. */
const sources = ["content", "contract", "package.json"];

/**
 * As `loadContent`, without reading and checking once more what was found right before: a third of a second of every start. What is kept is
 * named by a digest of all it depends on, so it can't be out of date; where nothing can be kept, content is read each time.
 * @throws ContentError one line naming the file and what is wrong with it
 */
export async function keptContent(options: ContentOptions = {}): Promise<Content> {
  const file = join(folder, await digestOf(options));
  const kept = await readFile(file).catch(() => null);
  if (kept) return deepFreeze(deserialize(kept) as Content);
  const { loadContent } = await import("./load.ts");
  const content = await loadContent(undefined, options);
  await keep(file, serialize(content)).catch(() => undefined);
  return content;
}

async function digestOf({ brandFile = null, ...options }: ContentOptions): Promise<string> {
  const files = sources.flatMap((source) => [...filesIn(join(root, source))]);
  // A brand file that can't be read is complained of by `loadContent`.
  const texts = await Promise.all([
    ...files.map((file) => readFile(file)),
    brandFile === null ? "" : readFile(brandFile).catch(() => ""),
  ]);
  const hash = createHash("sha256").update(JSON.stringify([process.versions.node, brandFile, options, files]));
  for (const text of texts) hash.update(createHash("sha256").update(text).digest());
  return hash.digest("hex");
}

function* filesIn(path: string): Generator<string> {
  if (path.endsWith(".json")) yield path;
  else
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.name.includes(".test.")) yield join(entry.parentPath, entry.name);
}

/** Another process may be reading or keeping the same. */
async function keep(file: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = `${file}.${process.pid}`;
  await writeFile(part, bytes);
  await rename(part, file);
}
