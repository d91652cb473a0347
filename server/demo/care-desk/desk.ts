import type { Logger } from "pino";
import { isRefusal, type ClinicClient } from "#client/src/index.ts";
import type { Content } from "#content/schema/content.ts";
import type { Clock } from "#server/platform/clock/clock.ts";

/** What the care desk works with. It knows of the clinic what its calls say, and nothing else. */
export interface CareDesk {
  readonly clinic: ClinicClient;
  readonly content: Content;
  /** The sign of an emergency that a text tells of, by the product's own detector; null: none. */
  readonly emergencyIn: (text: string) => Content["emergencywords"]["signs"][number] | null;
  /** The clinic's clock, which the demo can move. */
  readonly clock: Clock;
  /** How long the desk takes for a step, in milliseconds. */
  readonly paceMs: number;
  readonly log: Logger;
  /** Aborted when the node stops: the desk ends after the item it is at. */
  readonly stopping: AbortSignal;
  /** Whether a person of the practice works on this: a case or an identity by its patient's id, everything else by its own. */
  readonly isTaken: (id: string) => Promise<boolean>;
  /** What was looked at and needs no second look, such as a conversation up to a message. */
  readonly settled: Set<string>;
}

/**
 * What becomes of an item of a list: it is `done` and leaves the list; it is `left` to a person, or to a time nobody knows; or the desk takes it up at a
 * moment of the clinic's clock.
 */
export type Handled = "done" | "left" | number;

/** Works through a list, and says when to look at it again; null: once the log tells of something new. */
export type Look = (desk: CareDesk) => Promise<number | null>;

/** How soon a list is looked at again, in milliseconds of the clinic's clock: one with an item that was refused, and one with an item that is left. */
export const retryMs = 60_000;
const leftItemsMs = 15 * 60_000;

/**
 * Handles items one after the other, and leaves to a person what that person works on. One that is refused or fails holds up none of the others. `refid` is
 * the patient's, where a case goes by its patient.
 */
export async function handleEach<T extends { readonly id: string; readonly refid?: string }>(
  desk: CareDesk,
  items: AsyncIterable<T>,
  handle: (item: T) => Promise<Handled>,
): Promise<number | null> {
  const handleUnlessTaken = async (item: T): Promise<Handled> =>
    (await desk.isTaken(item.refid ?? item.id)) ? "left" : handle(item);
  let next: number | null = null;
  for await (const item of items) {
    if (desk.stopping.aborted) break;
    const handled = await handleUnlessTaken(item).catch((error: Error) => {
      logFailure(desk, item.id, error);
      return now(desk) + retryMs;
    });
    if (handled !== "done") next = earliest(next, handled === "left" ? now(desk) + leftItemsMs : handled);
  }
  return next;
}

/** A refusal means that somebody was faster or that it is not possible any more: the desk leaves it at that. */
function logFailure({ log }: CareDesk, id: string, error: Error): void {
  if (isRefusal(error) && error.status < 500 && error.status !== 429)
    log.info({ id, call: error.call, code: error.code }, "the care desk was refused");
  else log.error({ id, err: { message: error.message } }, "the care desk tries this again");
}

export const now = ({ clock }: CareDesk): number => clock.now().getTime();

/** The earlier of two times, of which either may be none. */
export const earliest = (first: number | null, second: number | null): number | null =>
  first === null ? second : second === null ? first : Math.min(first, second);
