import type * as z from "zod/mini";
import type { account } from "#contract/account.ts";
import type { Output } from "#contract/endpoint.ts";
import type { Answer } from "#contract/questions.ts";
import { questionsOf } from "#content/visit.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import { transact } from "#server/platform/database/open.ts";
import type { Limit } from "#server/platform/limits.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { changedAnswers, type GivenAnswers } from "../answers.ts";
import { assess, type Assessment } from "../assess.ts";
import { checkAnswers, closedIssues } from "../check-answers.ts";
import { productsOf } from "../choice-rules.ts";
import { recordHits } from "../hit-queries.ts";
import { changeRecord, lockRecord } from "../record-queries.ts";
import { stopOf } from "../screening.ts";
import type { Visit } from "../visit.ts";
import { insertAnswers, loadVisit } from "../visit-queries.ts";
import { begunBy, type Findings, speakingAgainst } from "./change-findings.ts";
import { reportToldInAnswers, toldInAnswers } from "../told-emergency.ts";
import { noticesOfChange } from "./change-notices.ts";
import { findingsOfLatest } from "./latest-findings.ts";
import { presentHealth } from "./read-health.ts";
import type { HealthVersion } from "./version-queries.ts";
import { herVersions, keepVersion } from "./versions.ts";

type Wish = z.output<typeof account.updateHealthAnswers.body>;
/** Told in the transaction of the change which products the answers speak against now. */
export type Withhold = (
  parts: TxServices,
  patientId: string,
  concerns: (productId: string) => boolean,
) => Promise<void>;
/** `sign` is the one by which the words were found that cannot wait. */
type Changed = Output<typeof account.updateHealthAnswers> & { readonly sign: string | null };

/** Per patient: each change is screened and kept for good, and may stop her medicine. */
const changesPerHour: Limit = {
  points: 60,
  seconds: 3600,
  message:
    "You have changed your answers many times in a short time. Please go on in an hour, or write to your doctor.",
};

/**
 * Changes answers of a finished visit: a new version, screened as in the visit. Refuses `wrong_state` before the visit is done,
 * `bad_request` as the visit does, and `conflict` when she saw another version, if she says which; what is kept already is no change, so a repeat
 * answers as the first time.
 */
export async function changeHealthAnswers(
  parts: Services,
  patientId: string,
  wish: Wish,
  withhold: Withhold,
): Promise<Changed> {
  await parts.limiter.consume("health answers", patientId, changesPerHour);
  return transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const record = await lockRecord(tx, patientId);
    if (record?.status !== "DONE")
      throw new Refusal("wrong_state", {
        message: "Please finish your visit first. You can change your answers in it.",
      });
    const visit = await loadVisit(inTx, record);
    const versions = await herVersions(inTx, record);
    const given = checked(inTx, visit, wish.answers);
    const changed = changedAnswers(visit.answers, given);
    const found = toldInAnswers(inTx.content, given);
    const told = { emergency: found?.emergency ?? null, sign: found?.sign ?? null };
    if (Object.keys(changed).length === 0)
      return { ...reply(inTx, visit, versions, await findingsOfLatest(inTx, visit, versions)), ...told };
    const latest = versions[0]?.version ?? 0;
    if (wish.version !== undefined && wish.version !== latest) throw new Refusal("conflict");
    return { ...(await save(inTx, visit, changed, latest + 1, withhold)), ...told };
  });
}

async function save(
  parts: TxServices,
  before: Visit,
  changed: GivenAnswers,
  version: number,
  withhold: Withhold,
): Promise<Omit<Changed, "emergency" | "sign">> {
  const { content, clock, db, secrets } = parts;
  const { patientId, stopRuleId } = before.record;
  const now = clock.now();
  const written = { patientId, contentVersion: content.questionnaire.version, now };
  await insertAnswers(db, secrets, written, changed);
  const after: Visit = { ...before, answers: { ...before.answers, ...changed } };
  const { hits } = assess(content, after, clinicDay(parts));
  const fresh = await recordHits(db, written, hits);
  const begun = begunBy(assess(content, before, clinicDay(parts)).hits, hits, fresh);
  const stop = stopRuleId ?? stopOf(hits)?.id ?? null;
  const stopped = stop !== null && stopRuleId === null;
  await changeRecord(
    db,
    patientId,
    { content_version: written.contentVersion, ...(stopped && { stop_rule_id: stop, stopped_at: now }) },
    now,
  );
  await keepVersion(parts, after, version);
  await reportToldInAnswers(parts, patientId, changed, fresh);
  await withhold(parts, patientId, speakingAgainst(content, begun));
  const visit = { ...after, record: { ...after.record, stopRuleId: stop } };
  return reply(parts, visit, await herVersions(parts, visit.record), { fresh, begun });
}

function reply(
  parts: TxServices,
  visit: Visit,
  versions: readonly HealthVersion[],
  findings: Findings,
): Omit<Changed, "emergency" | "sign"> {
  const { content } = parts;
  const at: Assessment = assess(content, visit, clinicDay(parts));
  const health = presentHealth(parts, visit, at, versions);
  return {
    health,
    stop: health.stop,
    notices: health.stop ? [] : noticesOfChange(findings, productsOf(content, visit.choices)),
  };
}

/** The answers to keep. An answer to a question that another one of them closes is left out; the form could not know. */
function checked(parts: TxServices, visit: Visit, sent: readonly Answer[]): GivenAnswers {
  const { content } = parts;
  const before = assess(content, visit, clinicDay(parts));
  const hers = new Set(questionsOf(content, before.flow.variant).map(({ question }) => question.id));
  const { given, issues } = checkAnswers(content, sent, {
    asked: ({ id }) => hers.has(id),
    foreign: "This question is not one of yours.",
  });
  const { open } = assess(content, { ...visit, answers: { ...visit.answers, ...given } }, clinicDay(parts));
  if (issues.length === 0) issues.push(...closedIssues(sent, [...before.open, ...open]));
  if (issues.length > 0) throw new Refusal("bad_request", { fields: issues });
  const isOpen = (id: string) => open.some(({ question }) => question.id === id);
  return Object.fromEntries(Object.entries(given).filter(([id]) => isOpen(id)));
}
