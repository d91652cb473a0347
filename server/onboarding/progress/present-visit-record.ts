import type { Content } from "#content/loader/load.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import type { Patient } from "#server/auth/public.ts";
import { patientById } from "#server/auth/public.ts";
import { presentPatientOrders } from "#server/orders/public.ts";
import type { TxServices } from "#server/platform/services.ts";
import { flowOf } from "../flow/flow.ts";
import type { Deps } from "../flow/in-progress.ts";
import { identityStep, openSteps, flowStepOrder, revealStep, withRevealAfterQuestions } from "../flow/steps.ts";
import type { VisitRecord } from "../flow/visit.ts";
import { isIdentityProved, needsIdentityReview } from "../rules/identity-rules.ts";
import { presentStop } from "../rules/screening.ts";

/** The record as the patient's app reads it: the onboarding row and the account, none of the health answers. */
export const presentVisitRecord = async (services: Deps | TxServices, record: VisitRecord): Promise<OnboardingRecord> =>
  presentLoadedVisitRecord(services, record, await patientById(services, record.patientId));

/** The same for a loaded patient. */
export async function presentLoadedVisitRecord(
  services: Deps | TxServices,
  record: VisitRecord,
  patient: Patient,
): Promise<OnboardingRecord> {
  const orders =
    patient.nonRxOnly && record.orderId === null ? await presentPatientOrders(services, patient.id, { limit: 1 }) : [];
  return visitRecordView(services.content, record, patient, record.orderId !== null || orders.length > 0);
}

function visitRecordView(content: Content, record: VisitRecord, patient: Patient, hasorder: boolean): OnboardingRecord {
  const flow = flowOf(content.flows, record.variant);
  const knownFlow = content.flows.find(({ variant }) => variant === record.variant);
  const order = flowStepOrder(flow);
  const open = openSteps(flow, {
    details: record.askedDetails || patient.birthday === null || patient.state === null,
    clarifications: record.clarificationOpen,
    review: needsIdentityReview(record.identityStatus),
  });
  const steps = mustChooseAgain(order, record) ? withRevealAfterQuestions(open) : open;
  return {
    id: patient.id,
    onboardingstep: currentOpenStep(order, open, record),
    onboardingstatus: record.status,
    onboardingflow: flow.label,
    flow_variant: knownFlow?.variant ?? null,
    redesign: knownFlow?.theme === "redesign",
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

/** The patient is back at the reveal that came before the questions: it comes after them this time, and they are open to go back to. */
const mustChooseAgain = (order: readonly number[], { step, furthest, status }: VisitRecord): boolean =>
  status === "PENDING" &&
  step === revealStep &&
  order.indexOf(revealStep) < order.indexOf(2) &&
  order.indexOf(furthest) > order.indexOf(revealStep);

/** The step itself, or the first open one after it when it has closed; identity, when a person's decision revoked the match. */
function currentOpenStep(
  order: readonly number[],
  open: readonly number[],
  { step, status, identityStatus }: VisitRecord,
): number {
  const position = (each: number) => order.indexOf(each);
  const fromStep =
    status === "PENDING" && !isIdentityProved(identityStatus) && position(step) > position(identityStep)
      ? identityStep
      : step;
  return open.find((each) => position(each) >= position(fromStep)) ?? fromStep;
}
