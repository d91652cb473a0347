import type { Secrets } from "./secrets.ts";

/** Text that is encrypted at rest. `sealContext` is `table.column:row`. */
export const sealText = (secrets: Secrets, text: string | null | undefined, sealContext: string): Buffer | null =>
  text === null || text === undefined ? null : secrets.seal(text, sealContext);

export const openText = (secrets: Secrets, sealed: Uint8Array | null, sealContext: string): string | null =>
  sealed === null ? null : secrets.open<string>(sealed, sealContext);
