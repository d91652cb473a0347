import type * as z from "zod/mini";
import { scopeCovers } from "#content/logic/conditions.ts";
import { rulesVersion } from "#content/logic/rule-version.ts";
import { questionsOf } from "#content/logic/visit-questions.ts";
import type { account } from "#contract/account/calls.ts";
import type { Output } from "#contract/http/endpoint.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { RateLimit } from "#server/platform/rate-limit.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { assess, type Assessment } from "../flow/assess.ts";
import { updateVisitRecord, lockVisitRecord } from "../flow/record-queries.ts";
import { insertAnswers, loadVisit } from "../flow/visit-queries.ts";
import type { Visit } from "../flow/visit.ts";
import { checkAnswers, notOpenIssues } from "../questions/answer-rules.ts";
import { changedAnswers, type GivenAnswers } from "../rules/answers.ts";
import { productsOfChoices } from "../rules/choice-rules.ts";
import { isNotice, noticeText, stopRuleOf, type Product } from "../rules/screening.ts";
import { reportEmergencyInAnswers, emergencyInAnswers } from "../screening/emergencies-in-answers.ts";
import { recordHits } from "../screening/hit-queries.ts";
import { contraindicatedBy } from "../screening/screen-today.ts";
import { presentHealthAnswers } from "./read-health-answers.ts";
import { newlyHitRules, type ScreeningChange, latestScreeningChange } from "./screening-change.ts";
import { promiseAfter, promiseOfChange, openAnswersItem } from "./tell-practice.ts";
import { changedSince, insertTold, nothingDiffers, type Recording } from "./told-answers.ts";
import { ensureHealthVersions, saveHealthVersion, type HealthVersion } from "./versions.ts";

type HealthAnswersInput = z.output<typeof account.updateHealthAnswers.body>;
/** Called in the transaction of the change, to put on hold the prescriptions that the answers contraindicate. */
export type HoldPrescriptions = (
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  isContraindicated: (productId: string) => boolean,
) => Promise<void>;
/** `sign` is the emergency sign found in the patient's words. */
type HealthChangeResult = Output<typeof account.updateHealthAnswers> & { readonly sign: string | null };

/** Per patient: each change is screened and kept for good, and may stop the patient's medicine. */
const changesPerHour: RateLimit = {
  points: 60,
  seconds: 3600,
  message: sentence("onboarding.too_many_changes"),
};

/**
 * Changes answers of a finished visit: a new version, screened as in the visit. Refuses `wrong_state` before the visit is done,
 * `bad_request` as the visit does, and `conflict` when the input names another version than the latest. Answers that are stored already are
 * no change, so a repeat answers as the first time. `recording`: the practice writes down what it was told.
 */
export async function changeHealthAnswers(
  services: Services & Refuses<"conflict" | "wrong_state">,
  patientId: string,
  input: HealthAnswersInput,
  holdPrescriptions: HoldPrescriptions,
  recording: Recording | null = null,
): Promise<HealthChangeResult> {
  await services.limiter.consume("health answers", patientId, changesPerHour);
  return inTransaction(services, async (tx) => {
    const record = await lockVisitRecord(tx.db, patientId);
    if (record?.status !== "DONE")
      throw services.refuse("wrong_state", {
        message: sentence("onboarding.finish_visit_first"),
      });
    const visit = await loadVisit(tx, record);
    const versions = await ensureHealthVersions(tx, record);
    const given = validateAnswers(tx, visit, input.answers);
    const changed = changedAnswers(visit.answers, given);
    const textEmergency = emergencyInAnswers(tx.content, given);
    const emergencyFields = { emergency: textEmergency?.emergency ?? null, sign: textEmergency?.sign ?? null };
    if (Object.keys(changed).length === 0) {
      if (recording) throw new Refusal("bad_request", { message: nothingDiffers });
      return {
        ...changeResult(tx, visit, versions, await latestScreeningChange(tx, visit, versions)),
        promise: await promiseOfChange(tx, patientId, versions[0]?.answeredAt),
        ...emergencyFields,
      };
    }
    const latest = versions[0]?.version ?? 0;
    if (input.version !== undefined && input.version !== latest)
      throw services.refuse("conflict", recording ? { message: await changedSince(tx, patientId, input.version) } : {});
    return { ...(await saveChange(tx, visit, changed, latest + 1, holdPrescriptions, recording)), ...emergencyFields };
  });
}

async function saveChange(
  services: TxServices & Refuses<"wrong_state">,
  before: Visit,
  changed: GivenAnswers,
  version: number,
  holdPrescriptions: HoldPrescriptions,
  recording: Recording | null,
): Promise<Omit<HealthChangeResult, "emergency" | "sign">> {
  const { content, clock, db, secrets } = services;
  const { patientId, stopRuleId } = before.record;
  const now = clock.now();
  const toldId = recording && (await insertTold(services, patientId, recording));
  const writeContext = {
    ...{ patientId, contentVersion: content.questionnaire.version, now },
    ...(toldId !== null && { toldId }),
  };
  await insertAnswers(db, secrets, writeContext, changed);
  const after = visitAfter(before, changed, now, toldId);
  const { hits } = assess(content, after, clinicToday(services));
  const firstHits = await recordHits(db, writeContext, hits);
  const newHits = newlyHitRules(assess(content, before, clinicToday(services)).hits, hits, firstHits);
  const stop = stopRuleId ?? stopRuleOf(hits)?.id ?? null;
  const stopped = stop !== null && stopRuleId === null;
  await updateVisitRecord(
    db,
    patientId,
    {
      content_version: writeContext.contentVersion,
      rules_version: rulesVersion(content),
      ...(stopped && { stop_rule_id: stop, stopped_at: now }),
    },
    now,
  );
  await saveHealthVersion(services, after, version, toldId);
  await reportEmergencyInAnswers(services, patientId, changed, firstHits);
  await holdPrescriptions(services, patientId, contraindicatedBy(content, newHits));
  const opened = recording?.reviewed
    ? null
    : await openAnswersItem(services, { before, after, changed, hits, newHits });
  const promise = await promiseAfter(services, patientId, opened);
  const visit = { ...after, record: { ...after.record, stopRuleId: stop } };
  const versions = await ensureHealthVersions(services, visit.record);
  return { ...changeResult(services, visit, versions, { firstHits, newHits }), promise };
}

/** The visit once `changed` was answered. */
export const visitAfter = (before: Visit, changed: GivenAnswers, now: Date, toldId: string | null): Visit => ({
  ...before,
  answers: { ...before.answers, ...changed },
  answeredAt: new Map([...before.answeredAt, ...Object.keys(changed).map((id) => [id, now] as const)]),
  toldIds: new Map([
    ...[...before.toldIds].filter(([id]) => !(id in changed)),
    ...(toldId === null ? [] : Object.keys(changed).map((id) => [id, toldId] as const)),
  ]),
});

function changeResult(
  services: TxServices,
  visit: Visit,
  versions: readonly HealthVersion[],
  findings: ScreeningChange,
): Omit<HealthChangeResult, "emergency" | "sign" | "promise"> {
  const { content } = services;
  const assessment: Assessment = assess(content, visit, clinicToday(services));
  const health = presentHealthAnswers(services, visit, assessment, versions);
  return {
    health,
    stop: health.stop,
    notices: health.stop ? [] : changeNotices(content, findings, productsOfChoices(content, visit.choices)),
  };
}

/** The answers to store. An answer to a question that another sent answer closes is left out, since the form could not know. */
export function validateAnswers(
  services: Pick<Services, "content" | "clock">,
  visit: Visit,
  sent: readonly Answer[],
): GivenAnswers {
  const { content } = services;
  const before = assess(content, visit, clinicToday(services));
  const flowQuestionIds = new Set(questionsOf(content, before.flow.variant).map(({ question }) => question.id));
  const { given, issues } = checkAnswers(content, sent, {
    asked: ({ id }) => flowQuestionIds.has(id),
    foreign: sentence("onboarding.question_not_yours"),
  });
  const { open } = assess(content, { ...visit, answers: { ...visit.answers, ...given } }, clinicToday(services));
  if (issues.length === 0) issues.push(...notOpenIssues(sent, [...before.open, ...open]));
  if (issues.length > 0) throw new Refusal("bad_request", { fields: issues });
  const isOpen = (id: string) => open.some(({ question }) => question.id === id);
  return Object.fromEntries(Object.entries(given).filter(([id]) => isOpen(id)));
}

/** Sentences for the patient about a change of answers; a chosen medicine that the change contraindicates comes first. */
function changeNotices(
  content: SentenceContent,
  { firstHits, newHits }: ScreeningChange,
  chosen: readonly Product[],
): string[] {
  const contraindicationNotices = newHits.flatMap((rule) => {
    if (rule.outcome !== "STOP" || rule.scope === "visit") return [];
    const names = chosen.filter((product) => scopeCovers(rule.scope, product)).map(({ name }) => name);
    if (names.length === 0) return [];
    const products = names.join(" and ");
    return [toText(content, `${rule.title}.`, rule.text, sentence("onboarding.write_about_products", { products }))];
  });
  return [...contraindicationNotices, ...firstHits.filter(isNotice).map(noticeText)];
}
