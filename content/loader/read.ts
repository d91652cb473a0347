import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { z } from "zod";

/** A problem in a content file, as one line. A file is named as requested, one of ours relative to `content/`. */
export class ContentError extends Error {
  constructor(file: string, problem: string) {
    super(`${file.startsWith("BRAND_FILE ") ? file : `content/${file}`}: ${problem.replaceAll(/\s+/g, " ")}`);
    this.name = "ContentError";
  }
}

/** A checked value and the file it came from. */
export interface Sourced<T> {
  readonly file: string;
  readonly value: T;
}

export async function readText(dir: string, file: string): Promise<string> {
  try {
    return await readFile(join(dir, file), "utf8");
  } catch {
    throw new ContentError(file, "cannot be read");
  }
}

/** Valid values by the file's name and text, where they are kept. */
let kept: Map<string, unknown> | null = null;

/** From now on a file with the same name and text is parsed and checked once: for a process that loads content again and again. */
export function keepValidFiles(): void {
  kept ??= new Map();
}

/**
 * Reads a YAML file and checks it.
 * @throws ContentError one line naming the file and what is wrong with it
 */
export async function readYaml<S extends z.ZodType>(dir: string, file: string, schema: S): Promise<z.output<S>> {
  const source = await readText(dir, file);
  const key = `${file}\n${source}`;
  if (kept?.has(key)) return kept.get(key) as z.output<S>;
  const value = check(file, fromYaml(file, source), schema);
  kept?.set(key, value);
  return value;
}

/** Reads the brand file named in the settings. */
export async function readBrandFile<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const name = `BRAND_FILE ${path}`;
  const source = await readFile(path, "utf8").catch(() => {
    throw new ContentError(name, "cannot be read");
  });
  return check(name, fromYaml(name, source), schema);
}

/** Reads every YAML file of a folder except those named, sorted by name. */
export async function readYamlFolder<S extends z.ZodType>(
  dir: string,
  folder: string,
  schema: S,
  except: readonly string[] = [],
): Promise<Sourced<z.output<S>>[]> {
  const files = (await list(dir, folder, ".yaml")).filter((file) => !except.includes(file));
  return Promise.all(files.map(async (file) => ({ file, value: await readYaml(dir, file, schema) })));
}

/** Reads every Markdown file of a folder: checked front matter, the rest as `body`. */
export async function readMarkdownFolder<S extends z.ZodType>(
  dir: string,
  folder: string,
  header: S,
): Promise<Sourced<z.output<S> & { body: string }>[]> {
  const files = await list(dir, folder, ".md");
  return Promise.all(
    files.map(async (file) => {
      const parts = /^---\n(?<header>[\s\S]*?)\n---\n(?<body>[\s\S]*)$/.exec(await readText(dir, file))?.groups;
      const body = parts?.["body"]?.trim();
      if (!parts || !body) throw new ContentError(file, "needs front matter between --- lines and a text below it");
      return {
        file,
        value: { ...(check(file, fromYaml(file, parts["header"] ?? ""), header) as object), body } as z.output<S> & {
          body: string;
        },
      };
    }),
  );
}

async function list(dir: string, folder: string, ending: string): Promise<string[]> {
  try {
    const names = await readdir(join(dir, folder));
    return names
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => `${folder}/${name}`);
  } catch {
    throw new ContentError(folder, "is missing");
  }
}

function fromYaml(file: string, source: string): unknown {
  try {
    return parse(source, { merge: true });
  } catch (error) {
    throw new ContentError(file, error instanceof Error ? error.message : "is not YAML");
  }
}

function check<S extends z.ZodType>(file: string, value: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
  throw new ContentError(file, `${where ? `${where}: ` : ""}${issue?.message ?? "does not fit its schema"}`);
}
