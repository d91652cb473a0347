import { patientDay, type PatientPlace } from "#server/auth/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { addDays, laterDay } from "#server/platform/clock/calendar-days.ts";
import type { Services } from "#server/platform/services.ts";
import { isSameMedicine } from "#server/prescriptions/public.ts";
import type { DoseRows } from "./due-dose.ts";
import { hasBegun, isByLabel, type MedicineFacts, type MedicineInHand, medicinesInHand } from "./running-medicines.ts";

type Product = MedicineInHand["product"];
type Deps = Pick<Services, "content" | "clock">;

/** A medicine whose first box has arrived and that the patient hasn't begun. */
export interface FirstDose {
  readonly prescriptionId: string;
  readonly product: Product;
  /** In the doctor's own words; null: by its label. */
  readonly directions: string | null;
  /** The first dose can be noted. */
  readonly canBeNoted: boolean;
  /** Today, in the patient's time zone. */
  readonly day: string;
}

/** An estrogen for the whole body and what protects the uterus: of these two, one isn't begun before the other is there. */
const pairCategories = ["systemic_estrogen", "progestogen"] as const;

/**
 * The medicines a patient is to begin: the first box of each has arrived, nothing like it was ever at home, no dose of it is noted and no days are picked
 * for it. A patient who doesn't note doses isn't told to begin for ever: the content says for how many days. While a clinician has to look at something
 * the patient told, nothing is begun; nor before what belongs to it has arrived.
 */
export function firstDoses(
  { content, clock }: Deps,
  { schedules, doses }: DoseRows,
  facts: MedicineFacts & PatientPlace,
): FirstDose[] {
  const day = patientDay(content, facts, clock.now());
  const { showndays, bydoctor } = content.arrival;
  const inHand = medicinesInHand({ content }, facts);
  return inHand.flatMap(({ prescriptionId, product, directions, isPrescribed, waits }) => {
    const isOf = ({ product_id }: { readonly product_id: string }) => product_id === product.productid;
    if (!isPrescribed || waits || schedules.some(isOf) || doses.some(isOf)) return [];
    const isOwnWords = !isByLabel(product, directions) || bydoctor.includes(product.productid);
    const canBeNoted = !isOwnWords && product.dosing != null;
    const arrived = firstArrival(content, facts, product);
    const shownFor = canBeNoted ? showndays.noted : showndays.other;
    if (arrived === null || addDays(arrived, shownFor) <= facts.practiceToday) return [];
    if (waitsForOther(content, facts, product, inHand)) return [];
    return [
      { prescriptionId, product, directions: isOwnWords ? (directions ?? product.howtouse) : null, canBeNoted, day },
    ];
  });
}

/** The day the only box of it arrived, or could be begun; null where there were more, or one of a medicine like it. */
function firstArrival(
  content: Services["content"],
  { boxes }: Pick<MedicineFacts, "boxes">,
  product: Product,
): string | null {
  const arrived = [...boxes].flatMap(([id, own]) => {
    const other = productById(content, id);
    const isLike = id === product.productid || (other !== undefined && isSameMedicine(product, other));
    return isLike ? own.filter(({ deliveredOn }) => deliveredOn !== null) : [];
  });
  const [first] = arrived;
  const isOwn = first !== undefined && (boxes.get(product.productid) ?? []).includes(first);
  const { deliveredOn = null, beginsOn } = first ?? {};
  return isOwn && arrived.length === 1 && deliveredOn !== null ? laterDay(deliveredOn, beginsOn ?? deliveredOn) : null;
}

/** The other one of a pair is prescribed and to be begun now, too, and isn't here. */
function waitsForOther(
  content: Services["content"],
  facts: MedicineFacts,
  { categories }: Product,
  inHand: readonly MedicineInHand[],
): boolean {
  const own = pairCategories.filter((category) => categories.includes(category));
  const others = pairCategories.filter((category) => !categories.includes(category));
  if (own.length !== 1) return false;
  return [...facts.prescribed.keys()].some((id) => {
    const isOther = others.some((category) => productById(content, id)?.categories.includes(category));
    return (
      isOther &&
      hasBegun(content, facts, id) &&
      !inHand.some(({ product }) => others.some((each) => product.categories.includes(each)))
    );
  });
}
