import type { Content } from "#content/loader/load.ts";
import { dayIn, formatsIn, formatShortDay } from "#contract/fields/formats.ts";
import { formatCents } from "#contract/fields/numbers.ts";
import type { ChartedPrescription } from "#server/care/public.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { Rest } from "#server/prescriptions/public.ts";

/** Cents as `$1,234.50`; negative amounts with a minus sign. */
export const money = (cents: number): string => formatCents(cents || 0).replace("-", "−");

/** A break from a medicine, as the record says it. */
export const restSentence = ({ from, until }: Rest): Sentence =>
  sentence("documents.prescription_rests", { from: formatShortDay(from), last: formatShortDay(addDays(until, -1)) });

/** When something prescribed begins that isn't to be used yet, as the record says it; null where it is. */
export function laterSentence({
  beginsLater,
  beginsOn,
}: Pick<ChartedPrescription, "beginsLater" | "beginsOn">): Sentence | null {
  if (beginsOn !== null) return sentence("documents.prescription_begins_on", { day: formatShortDay(beginsOn) });
  return beginsLater ? sentence("documents.prescription_begins_later") : null;
}

/** The practice's calendar day of a moment, in words. */
export const practiceDayText = (timezone: string, at: Date): string => formatShortDay(dayIn(timezone, at));

/** A moment at the practice's clock, as `Nov 12, 2026, 4:05 PM CST`. */
export const practiceMomentText = (timezone: string, at: Date): string => moments(timezone).format(at);
const moments = formatsIn({
  ...{ year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" },
});

/** The practice's calendar year of a moment. */
export const practiceYear = (timezone: string, at: Date): number => Number(dayIn(timezone, at).slice(0, 4));

const cardBrandNames: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** `Visa ending in 4242`. */
export const cardText = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${cardBrandNames[brand] ?? "Card"} ending in ${last4}`;

/** Ten digits as `319-555-0142`. */
export const phoneText = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3");

interface Address {
  readonly address1: string;
  readonly address2?: string | null | undefined;
  readonly city: string;
  readonly state: string;
  readonly zipcode: string;
}

export const addressLines = ({ address1, address2, city, state, zipcode }: Address): string[] => [
  address1,
  ...(address2 ? [address2] : []),
  `${city}, ${state} ${zipcode}`,
];

/** Stands for an empty value. */
export const dash = "—";

/** A doctor in a table cell: name and NPI on separate lines. */
export const doctorCell = (doctor: { readonly name: string; readonly npi: string } | null): string | string[] =>
  doctor ? [doctor.name, `NPI ${doctor.npi}`] : dash;

/** A state's name for its two letters. */
export const stateName = ({ states }: Pick<Content, "states">, id: string): string =>
  states.find((state) => state.id === id)?.name ?? id;

export const personName = (person: { readonly firstname: string | null; readonly lastname: string | null }): string =>
  [person.firstname, person.lastname].filter(Boolean).join(" ");
