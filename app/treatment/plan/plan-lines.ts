import type { Treatment } from "#contract/treatment/overview.ts";
import type { Dates } from "#app/formats/use-dates.ts";
import type { PlanItem } from "#contract/treatment/plan.ts";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { chargeOfSubscription } from "../billing/charges.ts";

type Care = Pick<Treatment, "plan" | "subscriptions" | "changes">;

/** A product of the treatment: what the doctor says about it, and how it comes. */
export interface PlanLine {
  readonly item: PlanItem;
  /** What the patient uses today where that isn't `item`: a doctor's change of it hasn't begun. */
  readonly usedNow: PlanItem | null;
  /** The doctor's change of it that waits for the patient, or hasn't begun. */
  readonly change: TreatmentChange | null;
  /** The doctor changed it, and none of it has left the pharmacy yet. */
  readonly fromNextOrder: boolean;
  /** The day the doctor wants the patient to begin with it. */
  readonly startsOn: string | null;
  /** Null where it does not come again. */
  readonly subscription: Subscription | null;
  /** Shown opened: it was not cancelled, or nothing else comes any more. */
  readonly open: boolean;
}

/** Everything the patient gets as one list: the doctor's plan, then what else comes, then what was cancelled. */
export function planLines({ plan, subscriptions, changes }: Care): readonly PlanLine[] {
  const inUse = subscriptions.filter(({ status }) => status !== "cancelled");
  const cancelled = subscriptions.filter(({ status }) => status === "cancelled");
  const ofPlan = plan.items.map(({ fromnextorder, startson, ...item }) => ({
    item,
    fromNextOrder: fromnextorder,
    startsOn: startson,
    subscription: [...inUse, ...cancelled].find((each) => each.item.productid === item.productid) ?? null,
  }));
  const isOpen = (subscription: Subscription | null) => inUse.length === 0 || subscription?.status !== "cancelled";
  const shown = new Set(ofPlan.map(({ subscription }) => subscription?.id));
  const others = [...inUse, ...cancelled]
    .filter(({ id }) => !shown.has(id))
    .map((subscription) => ({
      item: subscription.item,
      fromNextOrder: false,
      startsOn: subscription.startson,
      subscription,
    }));
  return [...ofPlan, ...others].map((line) => ({
    ...line,
    usedNow: line.subscription?.usednow ?? null,
    change: unbegunChange(changes, line.subscription),
    open: isOpen(line.subscription),
  }));
}

/** The newest change of a subscription, until it has begun. */
function unbegunChange(changes: Treatment["changes"], subscription: Subscription | null): TreatmentChange | null {
  const newest = changes.find(({ subscriptionid }) => subscriptionid === subscription?.id);
  return newest?.then ? newest : null;
}

/** The products a plan is named by: the doctor's, else all that come. */
export function planProductNames({ plan, subscriptions }: Pick<Care, "plan" | "subscriptions">): readonly string[] {
  if (plan.items.length > 0) return plan.items.map(({ name }) => name);
  const inUse = subscriptions.filter(({ status }) => status !== "cancelled");
  return (inUse.length > 0 ? inUse : subscriptions).map(({ item }) => item.name);
}

/** What there is to say of a subscription besides the plan's next charge; empty where that says it all. */
export function statusBesideCharge(subscription: Subscription, next: Treatment["charges"][number] | undefined): string {
  const { status, startson, statustext } = subscription;
  if (!next || startson !== null || !chargeOfSubscription([next], subscription)) return statustext;
  const isShownByCharge = status === "active" || (status === "past_due" && next.retry);
  return isShownByCharge ? "" : statustext;
}

/** Since when the plan has its status; empty if unknown. */
export const planSince = (
  { status, since }: Pick<Treatment["plan"], "status" | "since">,
  { formatDay }: Pick<Dates, "formatDay">,
): string => (since === null || status === "none" ? "" : `Since ${formatDay(since)}`);
