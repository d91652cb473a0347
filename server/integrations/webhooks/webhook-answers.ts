import { outsideTable } from "#server/platform/outside/outside-table.ts";
import type { SendResult } from "./send.ts";

const see = "See which one in the staff app, Systems, Webhooks; what happens meanwhile is kept and sent later.";

/** What the practice's own systems answer to an event. An alarm is about any of them; each also has a state of its own, and mails after an hour. */
export const webhookTable = outsideTable({
  system: "webhooks",
  name: "A system that events are sent to",
  rows: {
    no_answer: {
      means: "for_now",
      comes: "no whole answer within 15 seconds: silence, informational answers alone, headers or a body that drips",
      person: "nothing",
      practice: `It doesn't answer in time. ${see}`,
    },
    unreachable: {
      means: "for_now",
      comes: "no connection, no name, no TLS, a broken answer, something that isn't HTTP",
      person: "nothing",
      practice: `It can't be reached. ${see}`,
    },
    failing: {
      means: "for_now",
      comes: "500 to 599, 408, 429",
      person: "nothing",
      practice: `It takes nothing now. ${see}`,
    },
    other_protocol: {
      means: "ours",
      comes: "101 Switching Protocols, which nobody asked for (RFC 9110, 7.8)",
      person: "nothing",
      practice: `What answers at its address isn't a webhook, but a WebSocket or the like: correct the address. ${see}`,
    },
    refused_address: {
      means: "ours",
      comes: "a name that leads to an address that isn't public and in no network of WEBHOOK_NETWORKS",
      person: "nothing",
      practice: `Its name leads to an address that isn't public: correct it, or name your network in WEBHOOK_NETWORKS. ${see}`,
    },
    refused_event: {
      means: "final",
      comes: "300 to 499: it works and doesn't take this event. It is offered ten times in three days",
      person: "nothing",
      practice: "Systems, Webhooks, Deliveries; a mail when an event is given up.",
    },
    gone: {
      means: "final",
      comes: "410: it asks for no more. It is switched off, and what happens is kept",
      person: "nothing",
      practice: "Systems, Webhooks; a mail at once.",
    },
  },
  unknown: { person: "nothing" },
});

export type WebhookAnswer = keyof typeof webhookTable.rows;

/** The row of an attempt; null: the event was taken. */
export function webhookAnswer(result: SendResult): WebhookAnswer | null {
  if ("error" in result) return result.error === "timeout" ? "no_answer" : result.error;
  const { status } = result;
  if (status >= 200 && status < 300) return null;
  if (status === 101) return "other_protocol";
  if (status === 410) return "gone";
  if ((status >= 500 && status < 600) || status === 408 || status === 429) return "failing";
  return status >= 300 && status < 500 ? "refused_event" : "unknown";
}
