import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** True for the first worker that asks for `name`. `dir` is empty when a run begins. */
export function isFirstToAsk(dir: string, name: string): boolean {
  mkdirSync(dir, { recursive: true });
  try {
    writeFileSync(join(dir, encodeURIComponent(name).slice(0, 200)), "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
