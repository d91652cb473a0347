import { formatCalendarDay } from "#contract/fields/formats.ts";
import * as z from "zod/mini";
import type { Tone } from "#app/ui/brand/tones.ts";
import { followupDayOf } from "#clinic/care/followup-day-field.tsx";
import { missingOverride, missingRefills } from "#clinic/care/missing-fields.ts";
import { startDayProblem } from "../start-day.ts";
import { type ReplacementOption, replacementsFor } from "#clinic/care/replacements.ts";
import type { FieldNames } from "#clinic/work/act.ts";
import { type PreparedTask, preparedValues } from "#clinic/care/prepared/prepared-fields.ts";
import { draftText } from "#clinic/work/draft-text.ts";
import type { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { TreatmentChangeQuote } from "#contract/care/prescribing.ts";
import { type ChangeBegins, changeBegins, type ChangeUntil, changeUntil } from "#contract/treatment/changes.ts";
import { bridgePaces, isFaster, type Pace, paces } from "#contract/treatment/pace.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { priceEvery } from "#contract/fields/period.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";

/** A change as somebody writes it. */
const ChangeDraft = z.object({
  productid: z.string(),
  pricingid: z.string(),
  /** What the patient reads. */
  note: z.string(),
  directions: z.string(),
  refills: z.string(),
  /** Empty: not chosen yet. */
  begins: z._default(z.enum([...changeBegins, ""]), ""),
  /** The day, with `on_day`. */
  beginson: z._default(z.string(), ""),
  /** Empty: as before. */
  until: z._default(z.enum([...changeUntil, ""]), ""),
  /** What the patient does until then, with `until: directions`. */
  untildirections: z._default(z.string(), ""),
  /** How fast they use it until then; empty: as before. */
  untilpace: z._default(z.enum([...bridgePaces, ""]), ""),
  /** Why it's prescribed although a rule warns. */
  overridereason: z.string(),
  /** The day of the next review. */
  followupon: z._default(z.string(), ""),
});
export type ChangeDraft = z.output<typeof ChangeDraft>;

export const noChange: ChangeDraft = {
  ...{ productid: "", pricingid: "", note: "", directions: "", refills: "", overridereason: "" },
  ...{ begins: "", beginson: "", until: "", untildirections: "", untilpace: "", followupon: "" },
};

/** When a change begins, and what the patient does until then. */
interface Timing {
  readonly begins: ChangeBegins;
  readonly beginson?: string;
  readonly until: ChangeUntil;
  readonly untilpace?: Pace;
}

/** What a quote and the change itself are asked with; while nothing is chosen, a change begins with the next order. */
export const timingOf = ({
  begins,
  beginson,
  until,
  untilpace,
}: Pick<ChangeDraft, "begins" | "beginson" | "until" | "untilpace">): Timing => ({
  begins: begins || "when_box_ends",
  ...(begins === "on_day" && { beginson }),
  until: until || "go_on",
  ...(until === "directions" && untilpace !== "" && { untilpace }),
});

/** How fast what they have may be used until then: two at once only where the catalogue has words for it. */
export const untilPaces = (
  quote: Pick<TreatmentChangeQuote, "double"> | undefined,
  { untilpace }: Pick<ChangeDraft, "untilpace">,
): readonly Pace[] => (quote?.double == null && untilpace !== "double" ? paces : bridgePaces);

/** A pace that is chosen, with the catalogue's words for two at once where nothing else is written. */
export const untilPaceChosen = (
  value: string,
  { untildirections }: Pick<ChangeDraft, "untildirections">,
  quote: Pick<TreatmentChangeQuote, "double"> | undefined,
): Partial<ChangeDraft> => {
  const untilpace = bridgePaces.find((each) => each === value) ?? "";
  return untilpace === "double" && untildirections.trim() === "" && quote?.double
    ? { untilpace, untildirections: quote.double }
    : { untilpace };
};

/** Whether so much is chosen that the server can say what it would mean. */
export const canBeQuoted = ({ begins, beginson = "" }: Timing, today: string): boolean =>
  begins !== "on_day" || (beginson !== "" && startDayProblem(beginson, today) === null);

/** As it is saved. */
export const changeDraft = draftText(ChangeDraft, noChange);

/** What is prepared of a change, by the names of what the deciding call takes. */
export const changeValues = ({ overridereason: _own, ...draft }: ChangeDraft): Readonly<Record<string, string>> => {
  const { begins, beginson, until, untildirections, untilpace } = draft;
  return {
    ...draft,
    beginson: begins === "on_day" ? beginson : "",
    ...(until !== "directions" && { untildirections: "", untilpace: "" }),
    ...(until === "directions" && { untildirections, untilpace }),
  };
};

/** A draft that begins with what was prepared; empty where nothing was. */
export const preparedChange = (task: PreparedTask | undefined): string =>
  task ? changeDraft.toText(changeDraft.fromText(JSON.stringify({ ...noChange, ...preparedValues(task) }))) : "";

/** The changes of one subscription that are still to be settled: the patient hasn't answered the newest, or said no to it. */
export function openChange(changes: readonly TreatmentChange[], subscriptionid: string): TreatmentChange | undefined {
  const newest = changes.find((change) => change.subscriptionid === subscriptionid);
  return newest?.status === "agreed" ? undefined : newest;
}

/** The subscription that brings what is prescribed, if its treatment can be changed. */
export const subscriptionToChange = (
  { subscriptions = [] }: Pick<PatientRecord, "subscriptions">,
  { productid, status }: { readonly productid: string; readonly status: string },
): Subscription | undefined =>
  status === "active" || status === "on_hold"
    ? subscriptions.find(
        ({ item, status: of }) => item.productid === productid && of !== "cancelled" && of !== "pending",
      )
    : undefined;

/**
 * What can be prescribed instead of what a subscription brings. Once a change stopped it, nothing of it is prescribed: what the patient had before is then a
 * choice as well.
 */
export const changeOptions = (
  { item, pricingid }: Pick<Subscription, "item" | "pricingid">,
  catalogue: readonly CatalogueProduct[],
  open: TreatmentChange | undefined,
): readonly ReplacementOption[] =>
  replacementsFor({ productid: item.productid, pricingid: open?.until === "stop" ? null : pricingid }, catalogue);

/** What is missing before it can be sent, by field; the server has the last word. */
export function missingFromChange(
  { pricingid, note, refills, begins, beginson, until, untildirections, overridereason }: ChangeDraft,
  quote: Pick<TreatmentChangeQuote, "warnings"> | undefined,
): Readonly<Record<string, string>> {
  return {
    ...(pricingid === "" && { pricingid: "Choose what to prescribe instead." }),
    ...(note.trim() === "" && { note: "Write why. The patient reads it." }),
    ...(begins === "" && { begins: "Choose when it begins." }),
    ...(begins === "on_day" && beginson === "" && { beginson: "Choose the day it begins." }),
    ...(until === "directions" &&
      untildirections.trim() === "" && { untildirections: "Write what the patient does until then." }),
    ...missingRefills(refills),
    ...(quote && quote.warnings.length > 0 && missingOverride(overridereason)),
  };
}

type ChangeBody = Input<typeof care.changeTreatment>["body"];

/** What is sent. What is empty is left out: the server then takes the catalogue's. */
export function changeBody(
  draft: ChangeDraft,
  warnings: TreatmentChangeQuote["warnings"],
  revision: string,
): ChangeBody {
  const [directions, refills] = [draft.directions.trim(), draft.refills.trim()];
  const reason = draft.overridereason.trim();
  const { until, ...timing } = timingOf(draft);
  return {
    ...{ productid: draft.productid, pricingid: draft.pricingid, note: draft.note.trim(), revision },
    ...{ ...timing, until },
    ...(until === "directions" && { untildirections: draft.untildirections.trim() }),
    ...(directions !== "" && { directions }),
    ...(refills !== "" && { refills: Number(refills) }),
    ...followupDayOf(draft),
    ...(warnings.length > 0 && {
      despitewarning: true,
      override: { rules: warnings.map(({ ruleid }) => ruleid), reason },
    }),
  };
}

/** When a change begins, as it's chosen. */
export const beginsLabels: Readonly<Record<ChangeBegins, string>> = {
  now: "Now: charged and sent the day they agree",
  when_box_ends: "When the box they have ends: with the next order",
  on_day: "On a day: charged and sent in time for it",
};

/** What the patient does until then, as it's chosen. */
export const untilLabels: Readonly<Record<ChangeUntil, string>> = {
  go_on: "Keep using it as before",
  stop: "Stop it now",
  directions: "Other directions",
};

/** What the patient takes until the change begins, and how long that lasts. */
export function untilText(
  { until, untilpace = "label" }: Pick<Timing, "until" | "untilpace">,
  { status, onhanduntil }: Pick<TreatmentChangeQuote, "status" | "onhanduntil">,
): string {
  const isMore = isFaster(untilpace);
  const lasts =
    onhanduntil === null
      ? "They have nothing of it at home."
      : `What they have lasts until ${formatCalendarDay(onhanduntil)}${isMore ? " if they agree today" : ""}.`;
  const silence =
    status === "agreed"
      ? ""
      : until === "stop"
        ? " If they don’t answer, they get nothing more of it."
        : ` If they don’t answer, they keep ${isMore ? "using and getting what they have as before" : "getting what they have"}.`;
  const takes = {
    go_on: "They keep using what they have, as before.",
    stop: "They stop what they have at once.",
    directions: isMore
      ? "From the day they agree, they use what they have as you write above."
      : "They use what they have as you write above.",
  }[until];
  return `${takes} ${lasts}${silence}`;
}

/** What the change means for the patient, before it's made. */
export function consentText(
  { status, chargeon }: Pick<TreatmentChangeQuote, "status" | "chargeon">,
  begins: ChangeBegins,
): string {
  if (status === "waiting" && begins === "on_day")
    return `They’re asked to, because it’s charged before what they have is used up${chargeon === null ? "" : `: on ${formatCalendarDay(chargeon)}, if they answer today`}. Until they agree, they aren’t charged for it. If they answer after the day it begins, it begins when it arrives.`;
  if (status === "waiting")
    return begins === "now"
      ? "They’re asked to, because it’s charged and sent the day they agree. Until then they aren’t charged for it."
      : "They’re asked to, because it costs more at once or over time. Until they agree, they aren’t charged for it.";
  return chargeon === null
    ? "They don’t have to: it costs no more. It comes with their next order."
    : `They don’t have to: it costs no more. It comes with their next order, charged on ${formatCalendarDay(chargeon)}.`;
}

type Period = { readonly price: number; readonly dayssupply: number };

/** “$62.00 every 28 days instead of $59.00 every 28 days”; one price where nothing differs. */
export const pricesText = (before: Period, after: Period): string =>
  priceEvery(before) === priceEvery(after)
    ? `${priceEvery(after)}, as before`
    : `${priceEvery(after)} instead of ${priceEvery(before)}`;

/** What was done, in a sentence. */
export const changedText = (
  name: string,
  { status, price, before, subscription }: Output<typeof care.changeTreatment>,
): string =>
  status === "waiting"
    ? `Sent: ${name}. It waits for the patient to agree. Until they do, they aren’t charged for it.`
    : `Changed: ${name}. It comes with the next order${subscription.nextchargeon ? `, charged on ${formatCalendarDay(subscription.nextchargeon)}` : ""}, at ${price === before ? "the same price" : "a lower price"}.`;

export const changeStatus: Readonly<
  Record<TreatmentChange["status"], { readonly label: string; readonly tone: Tone }>
> = {
  waiting: { label: "Waits for the patient", tone: "warning" },
  agreed: { label: "In force", tone: "success" },
  refused: { label: "The patient said no", tone: "danger" },
};

/** Where the form says what the server says of a change: what can't be prescribed, at the choice. */
export const changeFields: FieldNames = {
  ofPath: (path) => ({ productid: "pricingid", "override.reason": "overridereason" })[path] ?? path,
  ofCode: { wrong_state: "pricingid", not_available_in_state: "pricingid", override_required: "overridereason" },
};
