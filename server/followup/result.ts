import type { FollowupResult } from "#contract/clinic-reviews.ts";
import { pageOf, pageSize, placeOf } from "#server/platform/keyset.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { summariesOf } from "#server/care/public.ts";
import { answersOf, type Given, latestOf } from "./answers.ts";
import { openAsked } from "./asked.ts";
import { flagsOf, movementsOf } from "./flags.ts";
import { reviewById, type ReviewRow, unreadReviews } from "./queries.ts";

type Parts = Services | TxServices;

/** One page of the reviews a doctor should read, of patients with an emergency first, then longest wait first. */
export async function unreadResults(parts: Services, cursor: string | undefined) {
  const rows = await unreadReviews(parts.db, placeOf(cursor), pageSize + 1);
  const { items, nextpage } = pageOf(rows, ({ told_at, sent_at, id, front }) => ({
    at: told_at ?? sent_at,
    id,
    front,
  }));
  return { items: await presentResults(parts, items), nextpage };
}

/** What she answered in a review; `wrong_state` while there is nothing a doctor should read. */
export async function resultOf(parts: Parts, row: ReviewRow): Promise<FollowupResult> {
  if (row.told_at === null) throw new Refusal("wrong_state", { message: "She has not completed this review yet." });
  const [result] = await presentResults(parts, [row]);
  if (!result) throw new Refusal("not_found");
  return result;
}

/** The review of an id, whosever it is, named for the audit. */
export async function touchReview(
  parts: Services & { readonly touches: (patientId: string) => void },
  id: string,
): Promise<ReviewRow> {
  const row = await reviewById(parts.db, id);
  if (!row) throw new Refusal("not_found");
  parts.touches(row.patient_id);
  return row;
}

/** A fixed number of queries, however many there are. */
async function presentResults(parts: Parts, rows: readonly ReviewRow[]): Promise<FollowupResult[]> {
  const ids = [...new Set(rows.map(({ patient_id }) => patient_id))];
  const [summaries, answers] = await Promise.all([summariesOf(parts, ids), answersOf(parts, rows)]);
  const patients = new Map(summaries.map((each) => [each.id, each]));
  return rows.flatMap((row) => {
    const patient = patients.get(row.patient_id);
    return patient ? [{ ...presentResult(parts, row, answers.get(row.id) ?? []), patient }] : [];
  });
}

/** A review by what was kept with her answers, whatever the content says today. */
function presentResult(
  { content, secrets }: Parts,
  row: ReviewRow,
  all: readonly Given[],
): Omit<FollowupResult, "patient"> {
  const { way } = openAsked(secrets, row);
  return {
    id: row.id,
    sentat: row.sent_at.toISOString(),
    completedat: row.completed_at?.toISOString() ?? null,
    contentversion: all.at(-1)?.contentVersion ?? content.followup.version,
    answers: [...latestOf(all).values()]
      .filter(({ type }) => type !== "nothing")
      .map(({ questionId, question, value, words, at }) => ({
        questionid: questionId,
        question,
        value,
        answer: words,
        at: at.toISOString(),
        takenback: !way.includes(questionId),
      })),
    symptoms: movementsOf({ all }),
    rating: row.rating,
    flags: flagsOf(content, { all, way }),
    closedat: row.closed_at?.toISOString() ?? null,
  };
}
