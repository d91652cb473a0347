import type { SealContext } from "./sealed.ts";
import type { Secrets } from "./secrets.ts";

/** Text that is encrypted at rest. */
export const sealText = (secrets: Secrets, text: string | null | undefined, sealContext: SealContext): Buffer | null =>
  text === null || text === undefined ? null : secrets.seal(text, sealContext);

export const openText = (secrets: Secrets, sealed: Uint8Array | null, sealContext: SealContext): string | null =>
  sealed === null ? null : secrets.open<string>(sealed, sealContext);
