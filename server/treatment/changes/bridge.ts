import type { Content } from "#content/loader/load.ts";
import type { ChangeUntil } from "#contract/treatment/changes.ts";
import { isFaster, type Pace } from "#contract/treatment/pace.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { emptyOn, isAtPharmacy, type PrescribedItem } from "#server/prescriptions/public.ts";
import type { SubscriptionRow } from "../queries.ts";
import type { TreatmentChangeRow } from "../snapshot/change-queries.ts";
import { boxesOf, type TreatmentSnapshot } from "../snapshot/treatment-snapshot.ts";
import { type ChangeStart, latestArrival, startWhenAgreed } from "./change-rules.ts";

/*
 * A bridge is how a patient uses what they have until another strength begins: two of the weaker one, or half of the stronger. Less than the label makes it
 * last longer; more than the label is used only if it lasts until the other one is there, so that there's no day without.
 */

/**
 * How fast what a patient has is used until another one begins: as the prescriber says. Words alone leave the pace as it is now, so what was planned of it waits
 * behind them; null where it goes on as it is.
 */
export const paceUntil = (
  { until, untilPace }: { readonly until: ChangeUntil; readonly untilPace: Pace | null },
  { pace = "label", planned = [] }: Pick<PrescribedItem, "pace" | "planned"> = {},
): Pace | null => untilPace ?? (until === "directions" && planned.length > 0 ? pace : null);

/** What a patient has at home, if they used a product at a pace from today on. */
export const withPace = (snapshot: TreatmentSnapshot, productId: string, pace: Pace | null): TreatmentSnapshot =>
  pace === null
    ? snapshot
    : {
        ...snapshot,
        boxes: new Map(
          [...snapshot.boxes].map(([id, own]) => [
            id,
            id === productId
              ? own.map((box) => ({
                  ...box,
                  paces: [
                    ...(box.paces ?? []).filter(({ from }) => from <= snapshot.today),
                    { from: snapshot.today, pace },
                  ],
                }))
              : own,
          ]),
        ),
      };

/** The first day without what a subscription brings, if that's still to come. */
export const emptyAfterToday = (snapshot: TreatmentSnapshot, subscription: SubscriptionRow): string | null =>
  emptyLater(boxesOf(snapshot, subscription), snapshot.today);

/** The first day without what is at home of it by now; a box on its way may come later than what is there is used up. */
export const atHomeUntil = (snapshot: TreatmentSnapshot, subscription: SubscriptionRow): string | null =>
  emptyLater(
    boxesOf(snapshot, subscription).filter(({ deliveredOn }) => deliveredOn !== null),
    snapshot.today,
  );

function emptyLater(boxes: Parameters<typeof emptyOn>[0], today: string): string | null {
  const empty = emptyOn(boxes, today);
  return empty !== null && empty > today ? empty : null;
}

/**
 * Leaves out a faster bridge that a patient agreed to so late that what they have would no longer last until the other one is there: they use it as before.
 * Returns the change as it is agreed to.
 */
export async function withLastingBridge(
  tx: Tx,
  { shipping }: Pick<Content, "shipping">,
  snapshot: TreatmentSnapshot,
  { subscription, change }: { readonly subscription: SubscriptionRow; readonly change: TreatmentChangeRow },
): Promise<TreatmentChangeRow> {
  if (!isFaster(change.until_pace)) return change;
  const start: ChangeStart = startWhenAgreed({ begins: change.begins, beginsOn: change.begins_on }, snapshot.today);
  const empty = atHomeUntil(withPace(snapshot, subscription.product_id, change.until_pace), subscription);
  const isDelayed = start.begins === "now" && isAtPharmacy(boxesOf(snapshot, subscription));
  if (!isDelayed && empty !== null && empty >= latestArrival(start, shipping.leaddays, snapshot.today)) return change;
  const asBefore = { until: "go_on", until_directions_sealed: null, until_pace: null } as const;
  await tx.updateTable("treatment_change").set(asBefore).where("id", "=", change.id).execute();
  return { ...change, ...asBefore };
}
