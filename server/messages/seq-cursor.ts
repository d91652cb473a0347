import { Refusal } from "#server/platform/refusal.ts";
import type { SeqCursor } from "./message-queries.ts";

const cursorPattern = /^([<>])(\d{1,10})$/;
/** Above every `seq`, and within the column's range. */
const maxSeq = 2_147_483_647;

export const latestPage: SeqCursor = { direction: "below", seq: maxSeq };
export const gapCursor = (seq: number): SeqCursor => ({ direction: "above", seq: Math.min(seq, maxSeq) });

export const encodeSeqCursor = ({ direction, seq }: SeqCursor): string =>
  Buffer.from(`${direction === "below" ? "<" : ">"}${seq}`).toString("base64url");

/** Decodes a cursor; an invalid one is `bad_request` at the field it came in. */
export function decodeSeqCursor(cursor: string, field: "cursor" | "nextpage"): SeqCursor {
  const [, direction, seq] = cursorPattern.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (direction === undefined || Number(seq) > maxSeq)
    throw new Refusal("bad_request", { fields: [{ path: field, message: "Please start the list again." }] });
  return { direction: direction === "<" ? "below" : "above", seq: Number(seq) };
}
