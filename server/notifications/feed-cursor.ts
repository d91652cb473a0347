import type { FeedCursor } from "#server/platform/realtime/ports.ts";
import { Refusal } from "#server/platform/refusal.ts";

const cursorPattern = /^(0|[1-9]\d{0,14}) (0|[1-9]\d{0,14})$/;

/** A position in a patient's feed, encoded for the browser. */
export const encodeFeedCursor = ({ seq, at }: FeedCursor): string => Buffer.from(`${seq} ${at}`).toString("base64url");

/** Decodes a feed cursor; a malformed one is `bad_request`. */
export function decodeFeedCursor(cursor: string): FeedCursor {
  const [, seq, at] = cursorPattern.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const decoded = { seq: Number(seq), at: Number(at) };
  if (encodeFeedCursor(decoded) !== cursor)
    throw new Refusal("bad_request", { fields: [{ path: "cursor", message: "Please reload the page." }] });
  return decoded;
}
