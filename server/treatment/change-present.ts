import type { Selectable } from "kysely";
import type { Doctor } from "#contract/entities.ts";
import type { TreatmentChange } from "#contract/treatment.ts";
import { toDollars } from "#contract/shapes.ts";
import { dayIn } from "#contract/formats.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Services } from "#server/platform/services.ts";
import { doctorsById } from "#server/care/public.ts";
import { chargeDayWhenTold } from "./billing-rules.ts";
import { type Book, scheduledSupply, subscriptionIn } from "./book.ts";
import { changedCents, offered, withTax } from "./change-price.ts";
import { type ChangeRow, changeRows } from "./change-queries.ts";
import { changeTexts } from "./change-texts.ts";
import { openChangeWords } from "./change-words.ts";
import { planItem } from "./present-subscriptions.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets">;

/** Days a change that was decided on is shown. */
const shownDays = 60;

/** A doctor's changes that wait for the patient, and those of the last 60 days, newest first. Two queries. */
export async function readChanges(
  parts: Parts & { readonly db: Database },
  book: Book,
  patientId: string,
): Promise<TreatmentChange[]> {
  const rows = await changeRows(parts.db, patientId).execute();
  const doctors = await doctorsById(
    parts.db,
    rows.map(({ doctor_id }) => doctor_id),
  );
  return presentChanges(parts, book, rows, doctors);
}

/** The same of all changes of a patient, newest first. */
export function presentChanges(
  parts: Parts,
  book: Book,
  rows: readonly Selectable<Tables["treatment_change"]>[],
  doctors: ReadonlyMap<string, Doctor>,
): TreatmentChange[] {
  const since = new Date(parts.clock.now().getTime() - shownDays * 86_400_000);
  const changes = (rows as readonly ChangeRow[]).filter(
    ({ status, created_at }) => status === "waiting" || created_at >= since,
  );
  return changes.map((change) => ({
    ...present(parts, book, { ...change, ...hadBefore(book, changes, change) }),
    doctor: doctors.get(change.doctor_id) ?? null,
  }));
}

type Before = Pick<ChangeRow, "from_product_id" | "from_pricing_id" | "from_price_cents">;

/** What she has had until a change: where it was changed again before any supply was ordered, what it was before that. */
function hadBefore(book: Book, changes: readonly ChangeRow[], change: ChangeRow): Before {
  const { from_product_id, from_pricing_id, from_price_cents, subscription_id } = change;
  const ordered = book.supplies.some(
    (supply) =>
      supply.subscription_id === subscription_id &&
      supply.product_id === from_product_id &&
      supply.status === "ordered",
  );
  const earlier = ordered
    ? undefined
    : changes
        .slice(changes.indexOf(change) + 1)
        .find((each) => each.subscription_id === subscription_id && each.status === "agreed");
  return earlier ? hadBefore(book, changes, earlier) : { from_product_id, from_pricing_id, from_price_cents };
}

function present({ content, secrets }: Parts, book: Book, change: ChangeRow): Omit<TreatmentChange, "doctor"> {
  const { quantity, days_supply } = subscriptionIn(book, change.subscription_id);
  const { note, directions } = openChangeWords(secrets, change);
  const item = (productId: string, pricingId: string, cents: number) => {
    const { name, dosage } = planItem(content, productId, null);
    const dayssupply = (offered(content, productId, pricingId)?.pricing.dayssupply ?? 0) * quantity || days_supply;
    return { name, dosage, dayssupply, price: toDollars(withTax(content, productId, cents, book.shipState)) };
  };
  const instead = offered(content, change.to_product_id, change.to_pricing_id);
  return {
    id: change.id,
    subscriptionid: change.subscription_id,
    status: change.status as TreatmentChange["status"],
    from: item(change.from_product_id, change.from_pricing_id, change.from_price_cents),
    to: {
      ...item(change.to_product_id, change.to_pricing_id, changedCents(content, change, quantity)),
      directions: directions ?? instead?.product.howtouse ?? null,
    },
    chargeon: firstCharge(book, change),
    note,
    refusal: changeTexts.toDoctor,
    at: change.created_at.toISOString(),
  };
}

/** The day the new one is charged first: as it would be if she agreed today; null once it was, or while nothing is planned or all charges rest. */
function firstCharge(book: Book, { subscription_id, status, decided_at }: ChangeRow): string | null {
  const supply = scheduledSupply(book, subscription_id);
  if (!supply || status === "refused" || book.chargesWaitFor !== null) return null;
  if (status === "waiting") return chargeDayWhenTold(supply.charge_on, book.today);
  const since = dayIn(book.timezone, decided_at ?? new Date(0));
  const ordered = book.supplies.some(
    (each) => each.subscription_id === subscription_id && each.order_id !== null && each.charge_on > since,
  );
  return ordered || supply.held_on !== null ? null : supply.charge_on;
}
