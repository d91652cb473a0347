import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { sweep } from "#server/platform/jobs/sweep.ts";
import type { Services } from "#server/platform/services.ts";
import { answersOf } from "./answers.ts";
import { openAsked } from "./asked.ts";
import { closeReview } from "./close.ts";
import { codesOf } from "./codes.ts";
import { patientsToAsk } from "./desk-queries.ts";
import { flagsOf } from "./flags.ts";
import { type ReviewRow, unreadReviews } from "./queries.ts";
import { sendReview } from "./send.ts";

export const followupDeskQueue = "followup-desk";

const dayMs = 24 * 3_600_000;
/** Reading a review takes this many times the pace of the desk. */
const paces = 2;
const readAtOnce = 200;

/** The demo's clinic as reviews meet it: it asks and reads by itself, by the same functions as the clinic's calls. Never in production. */
export function defineFollowupDesk(jobs: Jobs, services: Services): void {
  jobs.define(followupDeskQueue, () => makeRound(services), { cron: "* * * * *" });
}

async function makeRound(services: Services): Promise<void> {
  const { db, log, clock, config, content } = services;
  const now = clock.now().getTime();
  const { afterdays, percent } = content.deskanswers.followup;
  const code = (await codesOf(db)).find((each) => each.percent === percent)?.code ?? null;
  const toAsk = await patientsToAsk(db, new Date(now - afterdays * dayMs));
  await sweep(log, "patient to ask after", toAsk, (id) => sendReview(services, id, code));
  const until = now - config.careDeskPaceSeconds * 1000 * paces;
  const told = (await unreadReviews(db, null, readAtOnce)).filter(
    ({ told_at }) => (told_at?.getTime() ?? now) <= until,
  );
  const byId = new Map(told.map((row) => [row.id, row]));
  await sweep(log, "review to read", [...byId.keys()], (id) => read(services, byId.get(id) as ReviewRow));
}

/** Reads a review and thanks her. One that tells of an emergency is left to a person. */
async function read(services: Services, row: ReviewRow): Promise<void> {
  const { content } = services;
  const { way } = openAsked(services.secrets, row);
  const all = (await answersOf(services, [row])).get(row.id) ?? [];
  const levels = flagsOf(content, { all, way }).map(({ level }) => level);
  if (levels.includes("emergency")) return;
  const { read: thanks, flagged } = content.deskanswers.followup;
  await closeReview(services, row, { note: levels.includes("clinician") ? flagged : thanks });
}
