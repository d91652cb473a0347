import { ContentError } from "../loader/read.ts";
import { stateMovePlaceholders } from "../schema/texts/state-move.ts";
import type { Checked } from "./references.ts";

/** Checks that the texts use only known placeholders. */
export function checkStateMove({ moving: statemove }: Checked): void {
  const known: readonly string[] = stateMovePlaceholders;
  const used = [...JSON.stringify(statemove).matchAll(/\{\{([^}]*)\}\}/g)].map((match) => match[1] ?? "");
  const unknown = used.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ContentError("moving.yaml", `uses the unknown placeholder {{${unknown}}}`);
}
