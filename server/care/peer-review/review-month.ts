import { createHash } from "node:crypto";
import { visitDecisions } from "#contract/documents/visit-note.ts";
import { formatMonth } from "#contract/fields/formats.ts";
import { longAbsences, prescribersById } from "#server/doctors/public.ts";
import { addMonths, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  dueDayOf,
  endTask,
  giveTask,
  type LogKind,
  lockTask,
  logKindOf,
  newTaskDays,
  openTask,
} from "#server/tasks/public.ts";
import { drawSample } from "./draw-sample.ts";
import { type Prescriber, prescriberRole, prescribersHere, reviewKind } from "./reviewers.ts";

/** A review of a patient's answers is read; nothing is decided by that. */
const decisions = visitDecisions.filter((decision) => decision !== "review_read");
const actor = "system:peer-review";

/** Defines the look at the month before. It runs each day, so that a node that was down loses no month, and so that what nobody reads finds a reader. */
export function definePeerReviewJob(jobs: Jobs, services: Services): void {
  jobs.define("care.peer-review", () => reviewLastMonth(services), { cron: "11 11 * * *" });
}

/** Draws once from each prescriber's decisions of the last month, and finds another prescriber for what waits for nobody who could read it. */
export async function reviewLastMonth(services: Services): Promise<void> {
  const month = addMonths(`${clinicToday(services).slice(0, 7)}-01`, -1);
  await inTransaction(services, async (tx) => {
    const begun = await tx.db
      .insertInto("peer_review_month")
      .values({ month_on: month, made_at: tx.clock.now() })
      .onConflict((conflict) => conflict.column("month_on").doNothing())
      .returning("month_on")
      .executeTakeFirst();
    const kind = logKindOf(tx.content.log, reviewKind);
    if (kind && begun) await drawMonth(tx, kind, month);
  });
  await inTransaction(services, findReaders);
}

interface Decided {
  readonly id: string;
  readonly patientId: string;
  readonly doctorId: string;
  /** Whom the prescriber's license in the patient's state names. */
  readonly namedId: string | null;
}

async function drawMonth(tx: TxServices, kind: LogKind, month: string): Promise<void> {
  const { db, content, clock } = tx;
  const team = await teamOf(tx);
  const { here } = team;
  const decided = await decidedIn(tx, month);
  const doctors = await prescribersById(db, [...new Set(decided.map(({ doctorId }) => doctorId))]);
  const given = new Map<string, number>();
  const today = clinicToday(tx);
  const days = { today, closed: content.promises.closed, timezone: content.brand.timezone, now: clock.now() };
  for (const { doctorId, collaboratorId, of } of bySample(decided, here)) {
    const doctorName = doctors.get(doctorId)?.name ?? "";
    const drawn = drawSample(content.peerreview, month, of);
    const reader = chooseReader(team, { doctorId, collaboratorId, month, given });
    const task = await openTask(tx, {
      ...{ kind: "log", patientId: null, orderId: null, conversationId: null, holds: false, actor },
      words: wordsOf({ doctorName, month, drawn: drawn.length, decided: of.length }, reader !== null),
      asker: { role: prescriberRole, memberId: null },
      asked: partyOf(reader),
      days: newTaskDays("log", dueDayOf(kind, [], days), days),
      log: {
        ...{ kind: reviewKind, onChart: false },
        fields: [
          { id: "doctor", value: doctorName },
          { id: "month", value: month },
        ],
      },
    });
    const id = newId();
    await db
      .insertInto("peer_review")
      .values({
        ...{ id, month_on: month, doctor_id: doctorId, collaborator_id: collaboratorId },
        ...{ decided: of.length, task_id: task },
      })
      .execute();
    await db
      .insertInto("peer_review_decision")
      .values(
        drawn.map((note) => ({
          ...{ id: newId(), review_id: id, patient_id: note.patientId, note_id: note.id, doctor_id: doctorId },
        })),
      )
      .execute();
  }
}

/** What prescribers decided in a month, by the notes that were left; what was about another patient isn't among it. */
async function decidedIn({ db, content }: TxServices, month: string): Promise<readonly Decided[]> {
  const { timezone } = content.brand;
  return db
    .selectFrom("visit_note as note")
    .innerJoin("patient", "patient.id", "note.patient_id")
    .leftJoin("doctor_license as license", (join) =>
      join.onRef("license.doctor_id", "=", "note.doctor_id").onRef("license.state", "=", "patient.state"),
    )
    .select(["note.id", "note.patient_id as patientId", "note.doctor_id as doctorId"])
    .select("license.collaborator_id as namedId")
    .where("note.decision", "in", decisions)
    .where("note.doctor_id", "is not", null)
    .where("note.wrong_patient", "=", false)
    .where("note.signed_at", ">=", startOfDay(timezone, month))
    .where("note.signed_at", "<", startOfDay(timezone, addMonths(month, 1)))
    .orderBy("note.doctor_id")
    .orderBy("note.id")
    .$narrowType<{ doctorId: string }>()
    .execute();
}

/** What is drawn from: all that a prescriber decided, but for the states where the license names somebody who works here, of whom each reads their own. */
function bySample(decided: readonly Decided[], here: readonly Prescriber[]) {
  const samples = new Map<string, { doctorId: string; collaboratorId: string | null; of: Decided[] }>();
  for (const each of decided) {
    const { doctorId, namedId } = each;
    const collaboratorId = here.some((other) => other.doctorId === namedId) ? namedId : null;
    const key = `${doctorId} ${collaboratorId}`;
    const sample = samples.get(key) ?? { doctorId, collaboratorId, of: [] };
    sample.of.push(each);
    samples.set(key, sample);
  }
  return samples.values();
}

/** Who prescribes and works here, and of those who are away today who covers for them; null: nobody was chosen. */
interface Team {
  readonly here: readonly Prescriber[];
  readonly away: ReadonlyMap<string, string | null>;
}

const teamOf = async (tx: TxServices): Promise<Team> => ({
  here: await prescribersHere(tx.db),
  away: new Map(
    (await longAbsences(tx.db, clinicToday(tx), 0)).map(({ doctorId, coverId }) => [doctorId, coverId] as const),
  ),
});

/**
 * The collaborating physician while they work here, or who covers while they're away; else whoever is here and was given the fewest of this month, by lot; never
 * who decided. Null: nobody else prescribes.
 */
function chooseReader(
  { here, away }: Team,
  {
    doctorId,
    collaboratorId,
    month,
    given,
  }: {
    readonly doctorId: string;
    readonly collaboratorId: string | null;
    readonly month: string;
    /** How many samples of the month each was given, which is counted on. */
    readonly given: Map<string, number>;
  },
): Prescriber | null {
  const others = here.filter((each) => each.doctorId !== doctorId);
  const lot = ({ id }: Prescriber) => createHash("sha256").update(`${month} ${doctorId} ${id}`).digest("hex");
  const count = ({ id }: Prescriber) => given.get(id) ?? 0;
  const isHere = (each: Prescriber) => !away.has(each.doctorId);
  const coverId = collaboratorId === null ? null : (away.get(collaboratorId) ?? null);
  const byLot = others.toSorted((one, other) => count(one) - count(other) || (lot(one) < lot(other) ? -1 : 1));
  const [chosen = null] = [
    ...others.filter((each) => each.doctorId === collaboratorId && isHere(each)),
    ...others.filter((each) => each.doctorId === coverId && isHere(each)),
    ...byLot.filter(isHere),
    ...byLot,
  ];
  if (chosen) given.set(chosen.id, count(chosen) + 1);
  return chosen;
}

const partyOf = (reader: Prescriber | null) =>
  reader ? { role: prescriberRole, memberId: reader.id } : ({ role: "administrator", memberId: null } as const);

/** What it asks for, without anything of a patient: administrators read it. */
function wordsOf(
  {
    doctorName,
    month,
    drawn,
    decided,
  }: {
    readonly doctorName: string;
    readonly month: string;
    readonly drawn: number;
    readonly decided: number;
  },
  hasReader: boolean,
): string {
  const what = `${drawn} of ${decided === 1 ? "1 decision" : `${decided} decisions`} by ${doctorName} in ${formatMonth(month)}, drawn by lot.`;
  return hasReader
    ? `${what} Please read each and answer.`
    : `${what} Nobody else who prescribes works here, so nobody can read them. Once somebody does, this goes to them overnight.`;
}

/** Who is away keeps it by name: it's in everybody's inbox meanwhile, as any task is. Gives what waits for nobody who may read it to another prescriber, or to the administrators, and ends what has nothing left to read: a patient may be gone. */
async function findReaders(tx: TxServices): Promise<void> {
  const { db } = tx;
  const reviews = await db
    .selectFrom("peer_review")
    .innerJoin("task", "task.id", "peer_review.task_id")
    .innerJoin("doctor", "doctor.id", "peer_review.doctor_id")
    .selectAll("peer_review")
    .where("task.ended_at", "is", null)
    .orderBy("peer_review.id")
    .execute();
  if (reviews.length === 0) return;
  const team = await teamOf(tx);
  const { here } = team;
  const doctors = await prescribersById(db, [...new Set(reviews.map(({ doctor_id: id }) => id))]);
  for (const review of reviews) {
    const { id, task_id: taskId, month_on: month, doctor_id: doctorId, decided } = review;
    const task = await lockTask(db, taskId);
    if (!task || task.ended_at !== null) continue;
    const items = await db.selectFrom("peer_review_decision").select("outcome").where("review_id", "=", id).execute();
    if (items.every(({ outcome }) => outcome !== null)) {
      await endTask(tx, task, { outcome: "settled", logOutcome: "read", note: undefined, actor });
      continue;
    }
    const others = here.filter((each) => each.doctorId !== doctorId);
    const isWithReader =
      task.role === prescriberRole &&
      (task.member_id === null ? others.length > 0 : others.some((each) => each.id === task.member_id));
    const reader = isWithReader ? null : chooseReader(team, { ...namesOf(review), given: new Map() });
    if (isWithReader || (reader === null && task.role !== prescriberRole)) continue;
    const facts = { doctorName: doctors.get(doctorId)?.name ?? "", month, drawn: items.length, decided };
    await giveTask(tx, task, partyOf(reader), wordsOf(facts, reader !== null));
  }
}

const namesOf = ({
  doctor_id: doctorId,
  collaborator_id: collaboratorId,
  month_on: month,
}: {
  readonly doctor_id: string;
  readonly collaborator_id: string | null;
  readonly month_on: string;
}) => ({ doctorId, collaboratorId, month });
