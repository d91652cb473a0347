import { referencesOf, scopeCovers } from "#content/logic/conditions.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { PlanItem } from "#contract/treatment/plan.ts";
import { defaultShippingAddress } from "#server/addresses/public.ts";
import { givenConsents, helpersOf, patientById, presentHelper } from "#server/auth/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { toldEmergencies } from "#server/emergency/public.ts";
import { keyNames } from "#server/integrations/public.ts";
import { conversationsOf, openState } from "#server/messages/public.ts";
import {
  type IdentityPhoto,
  identityPhotos,
  toldDetails,
  visitBasket,
  linkedHits,
  linkedNote,
  visitSummary,
} from "#server/onboarding/public.ts";
import { acceptedOrderTerms, presentPatientOrders } from "#server/orders/public.ts";
import { mergedFrom, mergedInto } from "#server/persons/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { chartEffectsOfPatient, copiesForbidden } from "#server/tasks/public.ts";
import {
  agreedTreatmentChanges,
  cancellationsOf,
  loadSubscriptionsAndChanges,
  planItem,
} from "#server/treatment/public.ts";
import { type ChartedPrescription, loadChart } from "../chart/chart.ts";
import { levels } from "../chart/flag-levels.ts";
import { openEmergencyWarnings } from "../chart/open-emergency-warning.ts";
import { loadPatientSummary } from "../chart/patient-summary.ts";
import { loadPlan } from "../chart/plan.ts";
import { assigneesOf } from "../conversations/assignees.ts";
import { presentPlanned } from "../decisions/change-directions.ts";
import { recordRevision } from "../decisions/record-revision.ts";
import { suggestionsOf } from "../decisions/suggestions/suggestions-of.ts";
import { overridesOf } from "../decisions/warning-overrides.ts";
import { cancelledOrdersOf } from "../orders/cancel-order.ts";
import { patientRequestsOf } from "../orders/patient-requests.ts";
import { contactRevision } from "./contact-revision.ts";
import { lettersOf, presentLetter } from "./medical-letter.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets" | "config">;

/** Orders shown in a record. */
const maxOrders = 20;

/** Documents shown in a record. */
const maxDocuments = 50;
const maxLetters = 20;
/** Treatment reviews shown in a record. */
const maxFollowups = 50;
/** Agreements shown in a record. */
const maxAgreements = 100;

/** The documents a patient sent for their insurance, newest first: their feature is above this one. */
type PatientDocuments = (services: Deps, patientId: string, limit: number) => Promise<PatientRecord["documents"]>;

/** How the patient feels and what they noted of their doses: that feature is above this one, too. */
type PatientWellbeing = (services: Deps, patientId: string) => Promise<Pick<PatientRecord, "checkins" | "doses">>;

/** The treatment reviews that were sent, newest first. */
type PatientFollowups = (services: Deps, patientId: string, limit: number) => Promise<PatientRecord["followups"]>;

/** The parts of a record that features above this one know. */
export interface RecordParts {
  readonly patientDocuments: PatientDocuments;
  readonly patientWellbeing: PatientWellbeing;
  readonly patientFollowups: PatientFollowups;
}

/** Everything a plan is decided on; `not_found` for an unknown id. A fixed number of queries, however much there is. */
export async function loadPatientRecord(
  services: Deps,
  id: string,
  { patientDocuments, patientWellbeing, patientFollowups }: RecordParts,
): Promise<Omit<PatientRecord, "decisionobstacle" | "pairs">> {
  const { db, content } = services;
  const summary = await loadPatientSummary(services, id);
  const [
    patient,
    shippingaddress,
    visit,
    plan,
    orders,
    photos,
    basket,
    chart,
    conversations,
    revision,
    into,
    from,
    effects,
    helpers,
  ] = await Promise.all([
    patientById(services, id),
    defaultShippingAddress(services, id),
    visitSummary(services, id),
    loadPlan(services, id),
    presentPatientOrders(services, id, { limit: maxOrders }),
    identityPhotos({ db }, [id]),
    visitBasket({ db }, id),
    loadChart(services, id),
    conversationsOf(db, id),
    recordRevision(db, id),
    mergedInto(db, id),
    mergedFrom(db, id),
    chartEffectsOfPatient(services, id),
    helpersOf(db, id),
  ]);
  const assignees = await assigneesOf(
    services,
    conversations.map(({ id: conversationId, kind }) => ({ id: conversationId, kind, state: patient.state })),
  );
  const requested =
    plan.orderId === null
      ? (basket?.choices ?? []).map(({ productid }) => planItem(content, productid, null))
      : [...plan.items];
  const ofOthers = (
    await linkedHits(
      services,
      id,
      requested.map(({ productid }) => productid),
    )
  )
    .filter((rule) => !visit.flags.some(({ ruleid, current }) => current && ruleid === rule.id))
    .map((rule) => otherRecordFlag(rule));
  return {
    ...summary,
    revision,
    mergedinto: into,
    mergedfrom: from,
    contactrevision: contactRevision(patient, shippingaddress),
    helpers: helpers
      .map((helper) => presentHelper(helper, services.clock.now()))
      .filter(({ status }) => status !== "ended")
      .map(({ id: helperId, firstname, lastname, email, parts, joinedat, until, copies, ...helper }) => ({
        ...{ id: helperId, name: `${firstname} ${lastname}`, email, parts, joinedat, until },
        copies:
          helper.copiesstoppedat === null && helper.emailrefusedat === null && !copiesForbidden(effects)
            ? copies.filter(({ on }) => on).map(({ id: copy }) => copy)
            : [],
      })),
    phoneno: patient.phone,
    voicemail: effects.voicemail,
    restrictions: { any: effects.restricted, insurer: effects.notToInsurer },
    pharmacy: patient.pharmacy,
    shippingaddress,
    answers: await presentAnswers(services, visit.answers),
    flags: visit.flags
      .filter(({ ruleid, current }) => current || !ofOthers.some((flag) => flag.ruleid === ruleid))
      .concat(ofOthers)
      .map(({ ruleid, outcome, title, note, questionids, scope, current }) => ({
        ruleid,
        level: levels[outcome],
        text: note === "" ? title : note,
        questionids: [...questionids],
        productids: scope === "visit" ? null : productsCovered(content, scope, requested),
        current,
      }))
      .concat(
        openEmergencyWarnings(summary).map((each) => ({ ...each, questionids: [], productids: null, current: true })),
      ),
    unanswered: [...visit.unanswered],
    overrides: await overridesOf(services, [id]),
    requested,
    orders,
    ...(await loadSubscriptionsAndChanges(services, id, plan.prescribed)),
    suggestions: await suggestionsOf(services, id),
    prescriptions: chart.prescriptions.map((each) => presentPrescription(content, each)).toReversed(),
    cancellations: await cancellationsOf(services, id),
    photos: photos.map(presentPhoto),
    documents: await patientDocuments(services, id, maxDocuments),
    letters: (await lettersOf(services, id, maxLetters)).map(presentLetter),
    conversations: conversations.map((row) => ({
      id: row.id,
      kind: row.kind,
      lastseq: row.last_seq,
      readseq: row.read_seq,
      staffreadseq: row.staff_read_seq,
      waitingsince: row.waiting_since?.toISOString() ?? null,
      assignee: assignees.get(row.id) ?? null,
      // Of a case, only that it lapsed closes a conversation.
      ...openState(content, row, { state: patient.state, careStatus: plan.lapsed ? { status: "lapsed" } : null }),
    })),
    agreements: await agreementsOf(db, id),
    cancelledorders: await cancelledOrdersOf(services, id),
    requests: await patientRequestsOf(services, id),
    followups: await patientFollowups(services, id, maxFollowups),
    emergencies: await toldEmergencies(services, id),
    ...(await patientWellbeing(services, id)),
  };
}

type Scope = Services["content"]["rules"][number]["scope"];

/** Which of the requested products a rule of this scope is about. */
const productsCovered = (content: Services["content"], scope: Scope, requested: readonly PlanItem[]): string[] =>
  requested.flatMap(({ productid }) => {
    const product = productById(content, productid);
    return product && scopeCovers(scope, product) ? [productid] : [];
  });

/** What the patient agreed to, newest first: consents, the terms of orders, treatment changes. */
async function agreementsOf(db: Database, patientId: string): Promise<PatientRecord["agreements"]> {
  const [consents, orders, changes] = await Promise.all([
    givenConsents(db, patientId, maxAgreements),
    acceptedOrderTerms(db, patientId, maxAgreements),
    agreedTreatmentChanges(db, patientId, maxAgreements),
  ]);
  const agreements = [
    ...consents.map(({ id, version, givenAt: at }) => ({ kind: "consent" as const, refid: id, version, at })),
    ...orders.map(({ id, version, at }) => ({ kind: "order" as const, refid: id, version, at })),
    ...changes.flatMap(({ id, at }) =>
      at === null ? [] : [{ kind: "change" as const, refid: id, version: null, at }],
    ),
  ];
  return agreements
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, maxAgreements)
    .map(({ at, ...agreement }) => ({ ...agreement, at: at.toISOString() }));
}

export const presentPrescription = (
  content: Services["content"],
  { productId, status, onHoldAt, stoppedAt, doctor, collaborator, ...prescription }: ChartedPrescription,
): NonNullable<PatientRecord["prescriptions"]>[number] => {
  const product = productById(content, productId);
  return {
    id: prescription.id,
    productid: productId,
    name: product?.name ?? productId,
    dosage: product?.strength ?? "",
    rxnumber: prescription.rxNumber,
    ndc: product?.ndc ?? null,
    status,
    refillsleft: prescription.refillsLeft,
    dayssupply: prescription.daysSupply,
    directions: prescription.directions,
    rest: prescription.rest && {
      ...{ from: prescription.rest.from, until: prescription.rest.until },
      alongwith:
        prescription.rest.alongWith === null
          ? null
          : (productById(content, prescription.rest.alongWith)?.name ?? prescription.rest.alongWith),
    },
    usednow: prescription.usedNow,
    pace: prescription.pace,
    planned: prescription.planned.map(presentPlanned),
    earlyfills: prescription.earlyFills,
    earlyuntil: prescription.earlyUntil,
    doctorid: doctor.id,
    collaborator: collaborator?.name ?? null,
    approvedat: prescription.approvedAt.toISOString(),
    onholdsince: onHoldAt?.toISOString() ?? null,
    stoppedat: stoppedAt?.toISOString() ?? null,
  };
};

export const presentPhoto = ({ id, kind, uploadedAt }: IdentityPhoto) => ({
  id,
  kind,
  uploadedat: uploadedAt.toISOString(),
});

/** A rule that holds by the answers of another record of the same person. */
const otherRecordFlag = ({
  id: ruleid,
  outcome,
  title,
  note,
  when,
  scope,
}: Awaited<ReturnType<typeof linkedHits>>[number]) => ({
  ...{ ruleid, outcome, title, scope, current: true, questionids: [...new Set(referencesOf(when).questions)] },
  note: linkedNote({ title, note }),
});

/** The answers, with how each was told that the practice wrote down. */
async function presentAnswers(
  services: Deps,
  answers: Awaited<ReturnType<typeof visitSummary>>["answers"],
): Promise<NonNullable<PatientRecord["answers"]>> {
  const { db } = services;
  const origins = answers.flatMap(({ told }) => told ?? []);
  const actors = [...new Set(origins.map(({ actor }) => actor))];
  const details = await toldDetails(services, [...new Set(origins.map(({ id }) => id))]);
  const names = new Map([...(await memberNames(db, actors)), ...(await keyNames(db, actors))]);
  return answers.map(({ questionid, question, answer, contentVersion, at, told }) => {
    const detail = told && details.get(told.id);
    return {
      ...{ questionid, question, answer, contentversion: contentVersion, at: at.toISOString() },
      ...(detail && {
        told: {
          ...{ source: told.source, teller: told.teller, on: told.on, actor: told.actor },
          ...{ callerproved: detail.callerProved, note: detail.note, name: names.get(told.actor) ?? null },
        },
      }),
    };
  });
}
