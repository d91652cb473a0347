import { isRefusal, type ClinicEvent } from "#client/src/index.ts";
import { createEmergencyDetector } from "#contract/emergency/find-emergency.ts";
import { workCases } from "./cases.ts";
import { type CareDesk, earliest, type Look, now, retryMs } from "./desk.ts";
import { handleEmergencies } from "./emergencies.ts";
import { readFollowups, sendFollowups } from "./followups.ts";
import { answerPatients } from "./messages.ts";
import { deliverOrders, shipOrders } from "./orders.ts";
import { closeWorkItems, decideUpsells, renewPrescriptions } from "./requests.ts";

/*
 * The demo's care desk: a program with a key of its own that plays the clinic's people, as any practice's system could. It follows the log of events to
 * know which list has something new, and works through the lists. A list without work is not read again before the log tells of something; a desk that
 * starts reads all of them once, so nothing has to be kept. Never runs in production.
 */

const looks = {
  cases: workCases,
  renewals: renewPrescriptions,
  upsells: decideUpsells,
  workItems: closeWorkItems,
  paidOrders: shipOrders,
  shippedOrders: deliverOrders,
  conversations: answerPatients,
  followups: readFollowups,
  emergencies: handleEmergencies,
  dueFollowups: sendFollowups,
} satisfies Readonly<Record<string, Look>>;
type LookName = keyof typeof looks;
const lookNames = Object.keys(looks) as LookName[];

/** The list in which an event puts something. */
const lookOfEvent: Readonly<Partial<Record<ClinicEvent["type"], LookName>>> = {
  "visit.submitted": "cases",
  "patient.moved": "cases",
  "identity.review": "cases",
  "renewal.requested": "renewals",
  "upsell.requested": "upsells",
  "answers.changed": "workItems",
  "document.uploaded": "workItems",
  "order.paid": "paidOrders",
  "order.shipped": "shippedOrders",
  "message.received": "conversations",
  "followup.completed": "followups",
  "message.emergency": "emergencies",
  "followup.emergency": "emergencies",
};

/** Events read at a time. */
const logPage = 1000;
/** What is remembered of items that need no second look, at most; they would only be looked at again. */
const maxSettled = 10_000;

/**
 * Opens the desk. Each call of what it returns works until nothing is left to do now, and answers when to call again, in milliseconds of the clinic's clock;
 * null: once something happens.
 */
export function openCareDesk(parts: Omit<CareDesk, "emergencyIn" | "settled">): () => Promise<number | null> {
  const desk: CareDesk = {
    ...parts,
    emergencyIn: createEmergencyDetector(parts.content.emergencywords),
    settled: new Set(),
  };
  const dueAt = new Map<LookName, number | null>(lookNames.map((name) => [name, 0]));
  let lastEvent: string | undefined;

  /** Notes which lists have something new since the last event read. False if the desk's key was revoked: it rests. */
  async function readLog(): Promise<boolean> {
    const query = { limit: logPage, ...(lastEvent === undefined ? {} : { after: lastEvent }) };
    try {
      for await (const { id, type } of desk.clinic.items("events", { query })) {
        const name = lookOfEvent[type];
        if (name) dueAt.set(name, 0);
        lastEvent = id;
      }
    } catch (error) {
      if (!isRefusal(error, "events")) throw error;
      if (error.code === "api_key_expired") return false;
      if (error.code !== "gone") throw error;
      // Too long ago: the lists know all, and the log is followed from its beginning.
      lastEvent = undefined;
      for (const name of lookNames) dueAt.set(name, 0);
    }
    return true;
  }

  async function look(name: LookName): Promise<void> {
    try {
      dueAt.set(name, await looks[name](desk));
    } catch (error) {
      desk.log.error({ list: name, err: { message: (error as Error).message } }, "the care desk could not read a list");
      dueAt.set(name, now(desk) + retryMs);
    }
  }

  async function work(): Promise<number | null> {
    for (let worked = true; worked && !desk.stopping.aborted;) {
      if (!(await readLog())) return null;
      if (desk.settled.size > maxSettled) desk.settled.clear();
      const due = lookNames.filter((name) => (dueAt.get(name) ?? Infinity) <= now(desk));
      for (const name of due) await look(name);
      worked = due.length > 0;
    }
    return [...dueAt.values()].reduce(earliest, null);
  }

  // One call after the other: what the first one did, the next one finds done.
  let working: Promise<unknown> = Promise.resolve();
  return () => {
    const result = working.then(work);
    working = result.catch(() => undefined);
    return result;
  };
}
