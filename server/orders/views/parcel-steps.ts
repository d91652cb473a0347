import { formatList } from "#contract/fields/formats.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { type Sentence, sentence, type SentenceContent, toText } from "#server/platform/sentences.ts";
import { isToSend, leftWith, type PackedLine, type SentParcel } from "#server/prescriptions/public.ts";
import type { OrderStatus } from "../order-status.ts";
import type { Entry } from "./order-timeline.ts";

/** What went where: an order's lines, its parcels in the order they left, and what was in each. */
export interface ParcelFacts {
  readonly lines: readonly {
    readonly order_id: string;
    readonly line: number;
    readonly name: string;
    readonly cancelled_at: Date | null;
  }[];
  readonly parcels: readonly (SentParcel & {
    readonly carrier: string;
    readonly tracking_number: string;
    readonly delivered_at: Date | null;
  })[];
  readonly fills: readonly PackedLine[];
}

/**
 * The steps of an order's parcels where one step can't tell them: it goes in several, only a part of it has left, or one came back. The step that
 * says "shipped" is done only once everything is on its way; until then it's awaited and says what follows. Null for any other order.
 */
export function parcelSteps(
  content: SentenceContent,
  status: OrderStatus,
  { lines, parcels, fills }: ParcelFacts,
): Entry[] | null {
  const unsent = lines.filter((line) => isToSend(line, parcels, fills));
  const isUsual = parcels.length <= 1 && parcels.every(({ returned_at }) => returned_at === null);
  if (parcels.length === 0 || (isUsual && unsent.length === 0)) return null;
  const last = parcels.findLast(({ returned_at }) => returned_at === null);
  const step = (event: Entry["event"], label: Sentence, at: Date | null, detail: string | null = null): Entry => ({
    ...{ event, detail, amount: null },
    label: toText(content, label),
    at: at?.toISOString() ?? null,
    state: at === null ? "current" : "done",
  });
  const done = parcels.flatMap((parcel) => {
    const inside = lines.filter((line) => leftWith(line, parcel, fills));
    const isPart = lines.some((line) => line.cancelled_at === null && !inside.includes(line));
    const completes = unsent.length === 0 && parcel === last;
    const label = isPart
      ? sentence("orders.step_part_shipped", { items: namesOf(inside) })
      : parcel.parcel === 1
        ? sentence("orders.step_shipped")
        : sentence("orders.step_shipped_again");
    return [
      step(
        completes ? "shipped" : "parcel_shipped",
        label,
        parcel.shipped_at,
        `${parcel.carrier} ${parcel.tracking_number}`,
      ),
      ...(parcel.delivered_at && !(completes && status === "delivered")
        ? [step("parcel_delivered", sentence("orders.step_part_delivered"), parcel.delivered_at)]
        : []),
      ...(parcel.returned_at ? [step("parcel_returned", sentence("orders.step_returned"), parcel.returned_at)] : []),
    ];
  });
  const awaited =
    unsent.length > 0 && orderStates.toSend.has(status)
      ? [
          step(
            "shipped",
            last
              ? sentence("orders.step_rest_awaited", { items: namesOf(unsent) })
              : sentence("orders.step_again_awaited"),
            null,
          ),
        ]
      : [];
  return [...done.toSorted((one, other) => (one.at ?? "").localeCompare(other.at ?? "")), ...awaited];
}

const namesOf = (lines: readonly { readonly name: string }[]): string => formatList(lines.map(({ name }) => name));
