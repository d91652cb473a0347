import { productById } from "#server/catalogue/public.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import type { Services } from "#server/platform/services.ts";
import { type Box, emptyOn, medicineInUse, type PlannedPhase } from "#server/prescriptions/public.ts";
import type { WellbeingSnapshot } from "../wellbeing-rows.ts";

type Product = Services["content"]["catalogue"]["products"][number];
type Dosing = NonNullable<Product["dosing"]>;

/** A prescribed medicine the patient has at home and is to take now. */
export interface RunningMedicine {
  readonly prescriptionId: string;
  readonly product: Product;
  readonly directions: string | null;
  /** Other directions that begin on a later day, in order. */
  readonly planned: readonly PlannedPhase[];
  /** Null: the doctor wrote directions of their own, so its days are not ours to say. */
  readonly dosing: Dosing | null;
}

/** What is prescribed, what was subscribed to, and what is at home; `waits`: an emergency is open in which no dose of it is offered. */
export type MedicineFacts = Pick<WellbeingSnapshot, "prescribed" | "subscriptions" | "practiceToday" | "waits"> & {
  readonly boxes: ReadonlyMap<string, readonly Box[]>;
};

/** A prescribed medicine in use today, whether or not its doses are noted. */
export interface MedicineInHand extends Omit<RunningMedicine, "dosing"> {
  /** It is the one prescribed now, not the rest of what that replaces. */
  readonly isPrescribed: boolean;
  /** A clinician has to look first at something the patient told. */
  readonly waits: boolean;
}

/**
 * The medicines a patient takes now: prescribed, neither on hold nor resting, in use by the timeline of the boxes that have arrived, and begun. Of a medicine that
 * replaces another one it is the one in use today. A pause or a cancellation ends deliveries, not the medicine at home: what is prescribed is taken
 * until its last box is empty. What a doctor stopped has no active prescription, so it is none of them from that moment on.
 * While an emergency is open that speaks against the medicine, there is none.
 */
export const medicinesInHand = ({ content }: Pick<Services, "content">, facts: MedicineFacts): MedicineInHand[] =>
  [...facts.prescribed].flatMap(([prescribedId, item]) => {
    const inUse = medicineInUse(prescribedId, item, facts.boxes, facts.practiceToday);
    if (inUse === null || inUse.onHold || inUse.restsUntil !== null || facts.waits) return [];
    const { prescriptionId, directions } = inUse;
    const isPrescribed = inUse.productId === prescribedId;
    if (isPrescribed && !hasBegun(content, facts, prescribedId)) return [];
    const product = productById(content, inUse.productId);
    const planned = isPrescribed ? (item.planned ?? []) : [];
    return product ? [{ prescriptionId, product, directions, planned, isPrescribed, waits: item.waits }] : [];
  });

/** Those of them of which doses are noted. */
export const runningMedicines = (services: Pick<Services, "content">, facts: MedicineFacts): RunningMedicine[] =>
  medicinesInHand(services, facts).flatMap(({ prescriptionId, product, directions, planned }) => {
    if (!product.dosing) return [];
    return [{ prescriptionId, product, directions, planned, dosing: dosingBy(product, directions) }];
  });

/** The last day all of what the patient is to take now is at home; null where there is none of it. */
export function inUseUntil(services: Pick<Services, "content">, facts: MedicineFacts): string | null {
  const { boxes, practiceToday } = facts;
  const ends = runningMedicines(services, facts).flatMap(({ product }) => {
    const arrived = (boxes.get(product.productid) ?? []).filter(({ deliveredOn }) => deliveredOn !== null);
    return emptyOn(arrived, practiceToday) ?? [];
  });
  const [first] = ends.toSorted();
  return first === undefined ? null : addDays(first, -1);
}

/** Whether the day the doctor wants it begun has come. */
export function hasBegun(
  { shipping }: Services["content"],
  { subscriptions, practiceToday }: MedicineFacts,
  productId: string,
): boolean {
  const own = subscriptions.filter(({ product_id }) => product_id === productId);
  const isDue = ({ orderable_from }: (typeof own)[number]) =>
    orderable_from === null || addDays(orderable_from, shipping.leaddays) <= practiceToday;
  return own.length === 0 || own.some(isDue);
}

/** The days it's taken on, and what's taken then: by its label, or two at once; null where the doctor wrote directions of their own. */
function dosingBy({ double, ...product }: Product, directions: string | null): Dosing | null {
  const dosing = product.dosing ?? null;
  if (dosing === null || isByLabel({ double, ...product }, directions)) return dosing;
  return double !== null && directions === double.directions
    ? { ...dosing, today: double.today, missed: double.missed }
    : null;
}

/** What to do about a missed dose of a product with these directions; null where the doctor wrote directions of their own. */
export const missedDoseText = (product: Product, directions: string | null): string | null =>
  dosingBy(product, directions)?.missed ?? null;

/** Whether the directions are those of its label, in today's or former words. */
export const isByLabel = ({ howtouse, dosing }: Product, directions: string | null): boolean =>
  directions === null || [howtouse, ...(dosing?.formerdirections ?? [])].includes(directions);

/**
 * The days a patient picked for a medicine, and the product they picked them for: this one, or another strength of it that is taken as often. The latest
 * picked counts.
 */
export function pickedFor<S extends { readonly firstDay: string }>(
  content: Services["content"],
  schedules: ReadonlyMap<string, S>,
  product: Product,
): { readonly productId: string; readonly schedule: S } | undefined {
  const isLike = (id: string) => {
    const other = productById(content, id);
    return other?.family === product.family && other.dosing?.daysaweek === product.dosing?.daysaweek;
  };
  const picked = [...schedules].map(([productId, schedule]) => ({ productId, schedule }));
  return (
    picked.find(({ productId }) => productId === product.productid) ??
    picked
      .filter(({ productId }) => isLike(productId))
      .toSorted((one, other) => other.schedule.firstDay.localeCompare(one.schedule.firstDay))[0]
  );
}
