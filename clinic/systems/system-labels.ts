import { formatDay } from "#app/formats/dates.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import type { Scope } from "#contract/policy/policy.ts";
import type { ClinicEventType } from "#contract/integrations/events.ts";
import type { ApiKey } from "#contract/integrations/keys.ts";
import type { OutsideCheck, OutsideSystem } from "#contract/integrations/outside.ts";
import type { WebhookDelivery, WebhookEndpoint } from "#contract/integrations/webhooks.ts";

/** What a key with each scope opens. */
export const scopeNames: Readonly<Record<Scope, string>> = {
  patients: "Patients: lists, search, contact data",
  clinical: "Health: answers, reviews, emergencies, messages with the doctor",
  identity: "Identity checks and their photos",
  rx: "Prescribing: plans, renewals, changes, stops, letters",
  messages: "Messages with patient services, contact form",
  orders: "Subscriptions and orders of a patient who phones",
  dispense: "Packing, sending, delivering",
  finance: "Refunds, mismatches, disputes, closing",
  audit: "The audit, with names",
  events: "Events and webhooks",
  keys: "Other API keys",
  team: "The team and its roles: as good as all others",
};

export const eventNames: Readonly<Record<ClinicEventType, string>> = {
  "visit.submitted": "A visit was submitted",
  "hold.expiring": "An authorization ends within a day",
  "identity.review": "An identity check waits",
  "plan.decided": "A plan was decided",
  "renewal.requested": "A prescription waits for its renewal",
  "upsell.requested": "An added treatment waits for a doctor",
  "prescription.stopped": "A medicine was stopped",
  "order.paid": "An order was paid",
  "order.shipped": "An order was sent",
  "payment.failed": "A payment failed",
  "dispute.opened": "A payment is disputed",
  "subscription.cancelled": "A subscription was canceled",
  "message.received": "A patient wrote",
  "message.emergency": "A patient described an emergency",
  "followup.completed": "A treatment review was completed",
  "followup.emergency": "A treatment review reports an emergency",
  "answers.changed": "Health answers changed",
  "document.uploaded": "A patient sent a document",
  "patient.moved": "A patient moved to another state",
  "account.closed": "An account was closed",
  "account.merged": "Two accounts became one",
  "account.unmerged": "A merge of two accounts was undone",
};

const hasEnded = ({ revokedat, expiresat }: Pick<ApiKey, "revokedat" | "expiresat">, now: Date): boolean =>
  revokedat !== null || (expiresat !== null && new Date(expiresat) <= now);

/** Where a key stands. */
export function keyStatus(key: Pick<ApiKey, "revokedat" | "expiresat">, now: Date): Status {
  if (key.revokedat !== null) return { tone: "neutral", label: `Ended ${formatDay(key.revokedat)}` };
  if (key.expiresat === null) return { tone: "success", label: "Works" };
  return hasEnded(key, now)
    ? { tone: "neutral", label: `Ended ${formatDay(key.expiresat)}` }
    : { tone: "info", label: `Works until ${practiceDayAndTime(key.expiresat)}` };
}

/** What can be done with a key; the one of the setting is changed where the settings are. */
export const keyActions = (key: ApiKey, now: Date): readonly ("rotate" | "revoke")[] =>
  hasEnded(key, now) || key.ending === null ? [] : ["rotate", "revoke"];

/** How a webhook fares, the worst first. */
export function webhookStatus({ disabledby, failingsince, failed }: WebhookEndpoint): Status {
  if (disabledby === "practice") return { tone: "neutral", label: "Off" };
  if (disabledby === "gone") return { tone: "danger", label: "Off: its address is gone" };
  if (disabledby === "failing") return { tone: "danger", label: "Off: nothing arrived for three days" };
  if (failingsince !== null) return { tone: "warning", label: `Failing since ${practiceDayAndTime(failingsince)}` };
  return failed > 0
    ? { tone: "warning", label: failed === 1 ? "1 event was given up" : `${failed} events were given up` }
    : { tone: "success", label: "Works" };
}

export function deliveryStatus({
  status,
  laststatus,
  error,
  nextattemptat,
}: WebhookDelivery): Status & { detail: string } {
  const answer = error ?? (laststatus === null ? "" : `Answered ${laststatus}`);
  if (status === "delivered") return { tone: "success", label: "Arrived", detail: answer };
  if (status === "failed") return { tone: "danger", label: "Given up", detail: answer };
  const next = nextattemptat === null ? "" : `next try ${practiceDayAndTime(nextattemptat)}`;
  return { tone: "info", label: "On its way", detail: [answer, next].filter(Boolean).join(", ") };
}

/** How an outside system fares. */
export const outsideStatus = ({ failures: [worst] }: Pick<OutsideSystem, "failures">): Status => {
  if (!worst) return { tone: "success", label: "Works" };
  return worst.alarmedat === null
    ? { tone: "warning", label: "Failing, no alarm yet" }
    : { tone: "danger", label: "Alarm" };
};

/** What a check of the outside systems showed, in a sentence. */
export function checksNotice(checks: readonly OutsideCheck[]): string {
  if (checks.length === 0) return "There’s nothing to check: no outside system is set up that can be asked.";
  const failing = new Set(checks.flatMap(({ system, todo }) => (todo === null ? [] : [system]))).size;
  if (failing === 0) return "Checked. All of them work.";
  return failing === 1 ? "Checked. 1 of them doesn’t work." : `Checked. ${failing} of them don’t work.`;
}

/** One thing asked of a system, with what to do unless the system says so already. */
export function checkLabel({ checked, todo }: OutsideCheck, { failures }: Pick<OutsideSystem, "failures">): string {
  const asked = `${checked[0]?.toUpperCase()}${checked.slice(1)}`;
  if (todo === null) return `${asked}: yes.`;
  return failures.some((failure) => failure.todo === todo) ? `${asked}: no.` : `${asked}: no. ${todo}`;
}
