import type { Content } from "#content/load.ts";
import type { OnboardingRecord } from "#contract/onboarding.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { Patient } from "#server/auth/public.ts";
import { ordersOf } from "#server/store/public.ts";
import { patientById } from "#server/auth/public.ts";
import { flowOf } from "./flow-assignment.ts";
import { isProved, needsReview } from "./identity-rules.ts";
import type { Parts } from "./in-progress.ts";
import { presentStop } from "./screening.ts";
import { identityStep, openSteps, orderOf, revealStep, withRevealAgain } from "./steps.ts";
import type { VisitRecord } from "./visit.ts";

/** The record as the patient's app reads it: her row and her account, nothing of her answers. */
export const presentRecord = async (parts: Parts | TxServices, record: VisitRecord): Promise<OnboardingRecord> =>
  presentRecordOf(parts, record, await patientById(parts, record.patientId));

/** The same of a patient who was read. */
export async function presentRecordOf(
  parts: Parts | TxServices,
  record: VisitRecord,
  patient: Patient,
): Promise<OnboardingRecord> {
  const bought = patient.nonRxOnly && record.orderId === null ? await ordersOf(parts, patient.id, { limit: 1 }) : [];
  return recordFor(parts.content, record, patient, record.orderId !== null || bought.length > 0);
}

function recordFor(content: Content, record: VisitRecord, patient: Patient, hasorder: boolean): OnboardingRecord {
  const flow = flowOf(content.flows, record.variant);
  const known = content.flows.find(({ variant }) => variant === record.variant);
  const order = orderOf(flow);
  const open = openSteps(flow, {
    details: record.askedDetails || patient.birthday === null || patient.state === null,
    clarifications: record.clarifies,
    review: needsReview(record.identityStatus),
  });
  const steps = choosesAgain(order, record) ? withRevealAgain(open) : open;
  return {
    id: patient.id,
    onboardingstep: openFrom(order, open, record),
    onboardingstatus: record.status,
    onboardingflow: flow.label,
    flow_variant: known?.variant ?? null,
    redesign: known?.theme === "redesign",
    steps,
    email: patient.email,
    firstname: patient.firstname,
    lastname: patient.lastname,
    birthday: patient.birthday,
    state: patient.state,
    couponid: record.couponCode,
    usedreferralcode: record.referralCode,
    shareasaleclickid: record.shareASaleClickId,
    nonrxmedicationonly: patient.nonRxOnly,
    non_hrt: record.nonHrt,
    hasorder,
    deduplicationID: record.deduplicationId,
    signupdate: Math.floor(patient.createdAt.getTime() / 1000),
    acceptednewterms: patient.acceptedNewTermsAt !== null,
    identitystatus: record.identityStatus,
    stop: record.stopRuleId === null ? null : presentStop(content, record.stopRuleId),
  };
}

/** She is back at the reveal that stood before the questions: it stands behind them now, and they are open to go back to. */
const choosesAgain = (order: readonly number[], { step, furthest, status }: VisitRecord): boolean =>
  status === "PENDING" &&
  step === revealStep &&
  order.indexOf(revealStep) < order.indexOf(2) &&
  order.indexOf(furthest) > order.indexOf(revealStep);

/** The step itself, or the first open one behind it when it has closed; identity, when a person's word took the proof away. */
function openFrom(
  order: readonly number[],
  open: readonly number[],
  { step, status, identityStatus }: VisitRecord,
): number {
  const place = (each: number) => order.indexOf(each);
  const due =
    status === "PENDING" && !isProved(identityStatus) && place(step) > place(identityStep) ? identityStep : step;
  return open.find((each) => place(each) >= place(due)) ?? due;
}
