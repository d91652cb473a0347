import type { Answer } from "#server/platform/outside/ask.ts";
import { outsideTable } from "#server/platform/outside/outside-table.ts";

const kept = "Events are kept and sent later.";

/** What the partner of EVENTS_FORWARD_URL answers to a batch of events. None is final: an event waits until it is too old to be kept. */
export const forwardingTable = outsideTable({
  system: "event_forwarding",
  name: "The partner that events are forwarded to",
  rows: {
    no_answer: {
      means: "for_now",
      comes: "no whole answer within ten seconds, no connection, a broken answer",
      person: "nothing",
      practice: `It can't be reached at EVENTS_FORWARD_URL. ${kept}`,
    },
    failing: {
      means: "for_now",
      comes: "500 to 599, 408, 429",
      person: "nothing",
      practice: `It takes nothing now: ask the partner if that lasts. ${kept}`,
    },
    refused_signature: {
      means: "ours",
      comes: "401, 403",
      person: "nothing",
      practice: `It refuses our signature: EVENTS_FORWARD_TOKEN must be the key that the partner has. ${kept}`,
    },
    wrong_address: {
      means: "ours",
      comes: "101, a redirect, 404, 405, 410",
      person: "nothing",
      practice: `Nothing takes events at EVENTS_FORWARD_URL: ask the partner for its address. ${kept}`,
    },
    refused_events: {
      means: "ours",
      comes: "400, 413, 415, 422",
      person: "nothing",
      practice: `It refuses what we send: ask the partner which fields of content/events.yaml it takes. ${kept}`,
    },
  },
  unknown: { person: "nothing" },
});

/** The row of an answer; null: the events were taken. */
export function forwardingAnswer(answer: Answer): keyof typeof forwardingTable.rows | null {
  if ("error" in answer) return "no_answer";
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) return "refused_signature";
  if ([400, 413, 415, 422].includes(status)) return "refused_events";
  if (status === 101 || (status >= 300 && status < 400) || [404, 405, 410].includes(status)) return "wrong_address";
  return (status >= 500 && status < 600) || status === 408 || status === 429 ? "failing" : "unknown";
}
