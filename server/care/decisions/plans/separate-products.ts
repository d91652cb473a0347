import type { care } from "#contract/care/calls.ts";
import { formatCents } from "#contract/fields/numbers.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { productById } from "#server/catalogue/public.ts";
import type { LineRow } from "#server/orders/public.ts";
import { addDays, clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { isSameMedicine, reminderDays } from "#server/prescriptions/public.ts";
import { findPricedProduct } from "#server/treatment/public.ts";
import { dispensingObstacle } from "../dispensing-obstacle.ts";
import { changeTreatment } from "../treatment-change.ts";

/** What a doctor's approval of a plan says, product by product. */
export type PlanApproval = NonNullable<Input<typeof care.approvePlan>["body"]>;

type Replacement = NonNullable<PlanApproval["replaced"]>[string];

/** A requested product that is not in the first parcel: another one is prescribed instead, or it begins later. */
export interface SeparateProduct {
  readonly line: LineRow;
  readonly replacement: Replacement | null;
  /** The day it begins, `YYYY-MM-DD`; null: as soon as it can be charged. */
  readonly begins: string | null;
}

/** What is said of a day that cannot be kept: what begins later has a charge of its own, with its reminder, and a parcel that has to arrive. */
const startDayMessage = (earliestStartDays: number, latestStartDays: number): string =>
  `Please choose today, or a day ${earliestStartDays} to ${latestStartDays} days from now. What starts sooner comes with the first package.`;

/** The requested products of `lines` that the approval replaces or lets begin later. Refuses `bad_request` for what makes no sense. */
export function separateProducts(
  services: TxServices,
  { replaced = {}, start = {}, declined = {} }: PlanApproval,
  lines: readonly LineRow[],
): readonly SeparateProduct[] {
  const today = clinicToday(services);
  const { leaddays, lateststartdays: latestStartDays } = services.content.shipping;
  const earliestStartDays = reminderDays + leaddays;
  const badFields = [
    ...Object.keys({ ...replaced, ...start }).flatMap((id) =>
      id in declined
        ? [
            {
              path: `declined.${id}`,
              message: "Please decline this product, or say how it's prescribed, but not both.",
            },
          ]
        : [],
    ),
    ...Object.entries(start).flatMap(([id, day]) =>
      day !== today && (day < addDays(today, earliestStartDays) || day > addDays(today, latestStartDays))
        ? [{ path: `start.${id}`, message: startDayMessage(earliestStartDays, latestStartDays) }]
        : [],
    ),
    ...Object.entries(replaced).flatMap(([id, { productid, pricingid }]) => {
      const product = findPricedProduct(services.content, productid, pricingid)?.product;
      if (!product?.prescription)
        return [{ path: `replaced.${id}`, message: "There's no such prescription product with this pricing." }];
      const requested = productById(services.content, id);
      if (requested && !isSameMedicine(requested, product))
        return [
          {
            path: `replaced.${id}`,
            message:
              "This is another medicine, not another strength or form. Please decline the requested one instead.",
          },
        ];
      return lines.some((line) => line.product_id === id && productid === id && line.pricing_id === pricingid)
        ? [{ path: `replaced.${id}`, message: "This is what the patient asked for. Please approve it as it is." }]
        : [];
    }),
  ];
  if (badFields.length > 0) throw new Refusal("bad_request", { fields: badFields });
  return lines.flatMap((line) => {
    const replacement = replaced[line.product_id] ?? null;
    const day = start[line.product_id];
    const begins = day === undefined || day === today ? null : day;
    return replacement === null && begins === null ? [] : [{ line, replacement, begins }];
  });
}

/**
 * Why this cannot be dispensed in this order of days, in a sentence for the clinic; null when it can. On no day may the patient get a medicine
 * without what it needs beside it: `sentNow` and, day by day, what begins then are looked at together. A replacement comes after the first parcel.
 */
export async function separateDispensingObstacle(
  services: TxServices,
  order: { readonly patientId: string; readonly orderId: string },
  sentNow: readonly LineRow[],
  separate: readonly SeparateProduct[],
): Promise<string | null> {
  const days = [...new Set(separate.map(({ begins }) => begins ?? ""))].toSorted();
  const parcels = days.map((day) => [
    ...sentNow,
    ...separate.filter(({ begins }) => (begins ?? "") <= day).map((product) => prescribedLine(services, product)),
  ]);
  for (const lines of [sentNow, ...parcels]) {
    const obstacle = await dispensingObstacle(services, order, lines);
    if (obstacle !== null) return obstacle;
  }
  return null;
}

/** The line as it is prescribed. */
function prescribedLine({ content }: TxServices, { line, replacement }: SeparateProduct): LineRow {
  const priced = replacement && findPricedProduct(content, replacement.productid, replacement.pricingid);
  if (!priced) return line;
  const { product, pricing } = priced;
  return { ...line, product_id: product.productid, days_supply: pricing.dayssupply, refills: pricing.refills };
}

/**
 * Prescribes the replacements on the subscriptions of what was requested, as a treatment change: refuses as one does. Returns for each separate
 * product what the patient reads about it.
 */
export async function prescribeSeparateProducts(
  services: TxServices & Refuses<"wrong_state" | "conflict" | "not_available_in_state" | "override_required">,
  { patientId, doctorId }: { readonly patientId: string; readonly doctorId: string },
  approval: PlanApproval,
  separate: readonly SeparateProduct[],
  subscriptions: ReadonlyMap<string, string>,
): Promise<readonly Sentence[]> {
  const texts: Sentence[] = [];
  for (const { line, replacement, begins } of separate) {
    const productId = line.product_id;
    const name = withStrength(line.name, line.dosage);
    const day = formatDay(begins ?? clinicToday(services));
    if (replacement === null) {
      texts.push(sentence("prescriptions.begins_later", { name, day }));
      continue;
    }
    const { reason, ...target } = replacement;
    const made = await changeTreatment(
      services,
      patientId,
      subscriptions.get(productId) ?? "",
      {
        ...target,
        // What was asked for isn't prescribed, so nothing of it continues while this waits for the patient.
        until: "stop",
        refills: refillsOf(approval, productId),
        directions: approval.directions?.[productId],
        doctorid: doctorId,
      },
      // The approval asks for the reason, for all it prescribes.
      { hasFollowup: async () => false, asksForReason: false, chargedWithPlan: begins === null },
    );
    const product = findPricedProduct(services.content, target.productid, target.pricingid)?.product;
    const other = product ? withStrength(product.name, product.strength) : "";
    const price = formatCents(made.cents);
    texts.push(
      sentence(replacedSentence(made.status, begins), { name, other, reason, price }),
      ...(begins === null ? [] : [sentence("prescriptions.replacement_begins", { other, day })]),
    );
  }
  return texts;
}

/** What costs no more is charged with the plan, or in time for its day; else the patient is asked first. */
const replacedSentence = (status: "agreed" | "waiting", begins: string | null) =>
  status === "waiting"
    ? "prescriptions.replaced_if_agreed"
    : begins === null
      ? "prescriptions.replaced_in_plan"
      : "prescriptions.replaced_later_in_plan";

/** A medicine as a patient tells two of them apart: "Estradiol patch 0.05 mg/day". */
export const withStrength = (name: string, strength: string): string => `${name} ${strength}`.trim();

/** The refills the approval names for a product; undefined where it names none. */
export const refillsOf = ({ refills }: PlanApproval, productId: string): number | undefined =>
  typeof refills === "object" ? refills[productId] : refills;
