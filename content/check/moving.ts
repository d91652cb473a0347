import { ContentError } from "../read.ts";
import { movingPlaceholders } from "../schema/moving.ts";
import type { Checked } from "./references.ts";

/** The texts name nothing they are not given. */
export function checkMoving({ moving }: Checked): void {
  const known: readonly string[] = movingPlaceholders;
  const used = [...JSON.stringify(moving).matchAll(/\{\{([^}]*)\}\}/g)].map((match) => match[1] ?? "");
  const unknown = used.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ContentError("moving.yaml", `uses the unknown placeholder {{${unknown}}}`);
}
