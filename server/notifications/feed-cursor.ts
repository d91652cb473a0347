import type { Place } from "#server/platform/realtime/ports.ts";
import { Refusal } from "#server/platform/refusal.ts";

const form = /^(0|[1-9]\d{0,14}) (0|[1-9]\d{0,14})$/;

/** A place of her feed as the browser keeps it. */
export const feedCursor = ({ seq, at }: Place): string => Buffer.from(`${seq} ${at}`).toString("base64url");

/** The place a cursor stands for; one that nobody handed out is `bad_request`. */
export function feedPlaceOf(cursor: string): Place {
  const [, seq, at] = form.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const place = { seq: Number(seq), at: Number(at) };
  if (feedCursor(place) !== cursor)
    throw new Refusal("bad_request", { fields: [{ path: "cursor", message: "Please reload the page." }] });
  return place;
}
