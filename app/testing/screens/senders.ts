import { globSync, readFileSync } from "node:fs";
import { everyCall } from "#contract/api.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";

const names = new Map<unknown, string>([...everyCall()].map(({ feature, name, call }) => [call, `${feature}.${name}`]));

interface Caller {
  readonly file: string;
  /** `care.refundOrder` */
  readonly name: string;
  readonly endpoint: Endpoint;
}

/**
 * Each file of an app and each call it names, tests aside; read from its source. The name of a call as a type, or as the key of what is cached, makes no
 * call, nor does a look at what the call declares.
 */
export async function callersOf(...folders: readonly string[]): Promise<readonly Caller[]> {
  const found: Caller[] = [];
  for (const file of folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))) {
    if (/\.test\.tsx?$|\/testing[/.]/.test(file)) continue;
    const source = readFileSync(file, "utf8");
    for (const [, imported = "", module = ""] of source.matchAll(/^import \{([^}]+)\} from "(#contract\/[^"]+)"/gm)) {
      const exported = (await import(module)) as Readonly<Record<string, unknown>>;
      for (const name of imported.split(",").map((each) => each.trim().split(" as ")[0] ?? ""))
        found.push(...callsNamed(file, source, name, exported[name]));
    }
  }
  return found;
}

function callsNamed(file: string, source: string, feature: string, calls: unknown): readonly Caller[] {
  if (typeof calls !== "object" || calls === null) return [];
  const mentions = source.matchAll(new RegExp(`(?<!typeof |queryKey\\()\\b${feature}\\.(\\w+)\\b(?!\\.\\w)`, "g"));
  return [...mentions].flatMap(([, call = ""]) => {
    const endpoint = (calls as Readonly<Record<string, Endpoint | undefined>>)[call];
    const name = names.get(endpoint);
    return endpoint && name !== undefined ? [{ file, name, endpoint }] : [];
  });
}

/** Each file of an app and each call it makes that isn't a GET, as `clinic/money/step-dialog.tsx care.refundOrder`. */
export async function sendersOf(...folders: readonly string[]): Promise<readonly string[]> {
  const callers = await callersOf(...folders);
  const changing = callers.filter(({ endpoint }) => endpoint.method !== "GET");
  return [...new Set(changing.map(({ file, name }) => `${file} ${name}`))].toSorted();
}
