import { Refusal } from "#server/platform/refusal.ts";
import type { SeqPlace } from "./message-queries.ts";

const form = /^([<>])(\d{1,10})$/;
/** Above every `seq` there is, and within the column's range. */
const top = 2_147_483_647;

export const latest: SeqPlace = { direction: "below", seq: top };
export const gapAfter = (seq: number): SeqPlace => ({ direction: "above", seq: Math.min(seq, top) });

export const cursorAt = ({ direction, seq }: SeqPlace): string =>
  Buffer.from(`${direction === "below" ? "<" : ">"}${seq}`).toString("base64url");

/** The place a cursor stands for. One that no list handed out is `bad_request` at the field it came in. */
export function placeOf(cursor: string, field: "cursor" | "nextpage"): SeqPlace {
  const [, direction, seq] = form.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (direction === undefined || Number(seq) > top)
    throw new Refusal("bad_request", { fields: [{ path: field, message: "Please start the list again." }] });
  return { direction: direction === "<" ? "below" : "above", seq: Number(seq) };
}
