import { createHash } from "node:crypto";
import type { Content } from "#content/loader/load.ts";
import type { FollowupResult } from "#contract/care/followups.ts";
import type { RecordFollowup } from "#contract/care/patients.ts";
import { loadPatientSummaries } from "#server/care/public.ts";
import { paginate, pageSize, decodeCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { loadAnswers, type StoredAnswer, latestAnswers } from "../answers.ts";
import { findFollowupById, findNewestFollowups, type FollowupRow, findUnreadFollowups } from "../queries.ts";
import { openScope, severityOf } from "../scope.ts";

type Flag = FollowupResult["flags"][number];
type SymptomChange = FollowupResult["symptoms"][number];

/** All stored answers of a follow-up, oldest first, and the questions on the patient's current path. */
interface AnsweredFollowup {
  readonly all: readonly StoredAnswer[];
  readonly way: readonly string[];
}

const levels = ["emergency", "clinician", "info"] as const;

/** How each rated symptom changed since the patient was last asked. */
const symptomChanges = ({ all }: Pick<AnsweredFollowup, "all">): SymptomChange[] =>
  [...latestAnswers(all).values()].flatMap(({ questionId: id, symptom, value }) =>
    symptom ? [{ id, ...symptom, now: severityOf(value) }] : [],
  );

/**
 * What a doctor must not miss in the answers, most urgent first. An emergency remains even if the answer was changed, and leaving a path hides
 * nothing: such flags say that the answers were changed later.
 */
export function flagsOf({ followup }: Pick<Content, "followup">, { all, way: questionPath }: AnsweredFollowup): Flag[] {
  if (all.length === 0) return [{ id: "unanswered", level: "info", text: followup.unanswered }];
  const answers = [...latestAnswers(all).values()];
  const currentFlags = answers
    .filter(({ questionId }) => questionPath.includes(questionId))
    .flatMap(({ flags }) => flags);
  const emergencies = all.flatMap(({ flags }) => flags).filter(({ level }) => level === "emergency");
  const withdrawnFlags = [...answers.flatMap(({ flags }) => flags), ...emergencies.toReversed()].map((flag) => ({
    ...flag,
    text: `${flag.text} ${followup.withdrawn}`,
  }));
  const flags = [...currentFlags, ...withdrawnFlags];
  const uniqueFlags = flags.filter(({ id }, index) => flags.findIndex((each) => each.id === id) === index);
  return levels.flatMap((level) => uniqueFlags.filter((flag) => flag.level === level));
}

type Deps = Services | TxServices;

/** Where a page that ends with this follow-up goes on. */
const cursorOf = ({
  awaiting_doctor_since,
  sent_at,
  id,
  isPriority,
}: FollowupRow & { readonly isPriority: boolean }): KeysetCursor => ({
  at: awaiting_doctor_since ?? sent_at,
  id,
  isPriority,
});

/** One page of the follow-ups a doctor should read: of patients with an emergency first, then longest wait first. */
export async function listUnreadResults(services: Services, cursor: string | undefined) {
  const rows = await findUnreadFollowups(services.db, decodeCursor(cursor), pageSize + 1);
  const { items, nextpage } = paginate(rows, cursorOf);
  return { items: await presentResults(services, items), nextpage };
}

/** The answers of a follow-up; `wrong_state` while there is nothing a doctor should read. */
export async function loadResult(services: Deps & Refuses<"wrong_state">, row: FollowupRow): Promise<FollowupResult> {
  if (row.awaiting_doctor_since === null)
    throw services.refuse("wrong_state", { message: "The patient hasn't completed this review yet." });
  const [result] = await presentResults(services, [row]);
  if (!result) throw new Refusal("not_found");
  return result;
}

/** A patient's follow-ups as the record lists them, newest first. */
export async function followupsInRecord(
  { db }: Pick<Services, "db">,
  patientId: string,
  limit: number,
): Promise<RecordFollowup[]> {
  const rows = await findNewestFollowups(db, patientId, limit);
  return rows.map(({ id, sent_at, completed_at, awaiting_doctor_since, closed_at }) => ({
    id,
    status: closed_at !== null ? "read" : awaiting_doctor_since !== null ? "to_read" : "not_answered",
    sentat: sent_at.toISOString(),
    completedat: completed_at?.toISOString() ?? null,
    waitingsince: closed_at === null ? (awaiting_doctor_since?.toISOString() ?? null) : null,
    closedat: closed_at?.toISOString() ?? null,
  }));
}

/**
 * Stands for what the patient has answered, as it can change behind a doctor's back: answers are only ever added, and it's finished once.
 */
const revisionOf = ({ id, completed_at }: FollowupRow, { length }: readonly StoredAnswer[]): string =>
  createHash("sha256")
    .update(`${id} ${length} ${completed_at?.getTime() ?? ""}`)
    .digest("base64url")
    .slice(0, 10);

/** Refuses with `conflict` to close answers that aren't those that were looked at. Without a revision nothing is compared. Call it under the lock of the follow-ups. */
export async function requireSeenAnswers(
  services: TxServices & Refuses<"conflict">,
  row: FollowupRow,
  revision: string | undefined,
): Promise<void> {
  if (revision === undefined) return;
  const answers = await loadAnswers(services, [row]);
  if (revisionOf(row, answers.get(row.id) ?? []) === revision) return;
  throw services.refuse("conflict", {
    message: "The patient answered more since you opened this review. Please look at it again.",
    details: { changed: ["answers"] },
    transient: true,
  });
}

/** A follow-up of any patient, recorded for the audit. */
export async function loadFollowupForAudit(
  services: Services & { readonly auditPatient: (patientId: string) => void },
  id: string,
): Promise<FollowupRow> {
  const row = await findFollowupById(services.db, id);
  if (!row) throw new Refusal("not_found");
  services.auditPatient(row.patient_id);
  return row;
}

/** A fixed number of queries, however many rows there are. */
async function presentResults(services: Deps, rows: readonly FollowupRow[]): Promise<FollowupResult[]> {
  const ids = [...new Set(rows.map(({ patient_id }) => patient_id))];
  const [summaries, answers] = await Promise.all([loadPatientSummaries(services, ids), loadAnswers(services, rows)]);
  const patients = new Map(summaries.map((each) => [each.id, each]));
  return rows.flatMap((row) => {
    const patient = patients.get(row.patient_id);
    return patient ? [{ ...presentResult(services, row, answers.get(row.id) ?? []), patient }] : [];
  });
}

/** A follow-up by what was stored with its answers, whatever the content says today. */
function presentResult(
  { content, secrets }: Deps,
  row: FollowupRow,
  all: readonly StoredAnswer[],
): Omit<FollowupResult, "patient"> {
  const { questionPath } = openScope(secrets, row);
  return {
    id: row.id,
    sentat: row.sent_at.toISOString(),
    completedat: row.completed_at?.toISOString() ?? null,
    contentversion: all.at(-1)?.contentVersion ?? content.followup.version,
    answers: [...latestAnswers(all).values()]
      .filter(({ type }) => type !== "nothing")
      .map(({ questionId, question, value, words, at }) => ({
        questionid: questionId,
        question,
        value,
        answer: words,
        at: at.toISOString(),
        withdrawn: !questionPath.includes(questionId),
      })),
    symptoms: symptomChanges({ all }),
    rating: row.rating,
    flags: flagsOf(content, { all, way: questionPath }),
    closedat: row.closed_at?.toISOString() ?? null,
    revision: revisionOf(row, all),
  };
}
