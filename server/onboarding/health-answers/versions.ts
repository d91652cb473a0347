import type { Content } from "#content/loader/load.ts";
import type { HealthScreen } from "#contract/account/health-answers.ts";
import type { Question } from "#contract/onboarding/questions.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assess, type OpenQuestion } from "../flow/assess.ts";
import { answerOrigins, loadVisit, type ToldOrigin, toToldOrigin } from "../flow/visit-queries.ts";
import type { Visit, VisitRecord } from "../flow/visit.ts";
import { presentQuestionScreens } from "../questions/present-screens.ts";
import type { GivenAnswers } from "../rules/answers.ts";

export interface HealthVersion {
  readonly version: number;
  /** Of the questions. */
  readonly contentVersion: string;
  readonly answeredAt: Date;
  /** How it was told, where the practice wrote it down. */
  readonly told: ToldOrigin | null;
}

const sealContext = sealed("health_answers_version.screens_sealed");

/** The versions of the patient's answers, newest first. */
async function findHealthVersions(db: Database, patientId: string): Promise<HealthVersion[]> {
  const rows = await db
    .selectFrom("health_answers_version")
    .leftJoin("told_answers", "told_answers.id", "health_answers_version.told_id")
    .select(["version", "content_version", "answered_at"])
    .select(["told_answers.id as told_id", "source", "teller", "told_on", "actor"])
    .where("health_answers_version.patient_id", "=", patientId)
    .orderBy("version", "desc")
    .execute();
  return rows.map((row) => ({
    version: row.version,
    contentVersion: row.content_version,
    answeredAt: row.answered_at,
    told: toToldOrigin(row),
  }));
}

/** The answers as a version stored them; undefined when there is no such version. */
export async function findHealthVersionScreens(
  { db, secrets }: { readonly db: Database; readonly secrets: Secrets },
  patientId: string,
  version: number,
): Promise<HealthScreen[] | undefined> {
  const row = await db
    .selectFrom("health_answers_version")
    .select("screens_sealed")
    .where("patient_id", "=", patientId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row && secrets.open<HealthScreen[]>(row.screens_sealed, sealContext(patientId, version));
}

/** Adds a version; an existing one stays as it is. */
async function insertHealthVersion(
  { db, secrets }: { readonly db: Tx | Database; readonly secrets: Secrets },
  patientId: string,
  { version, contentVersion, answeredAt, toldId }: Omit<HealthVersion, "told"> & { readonly toldId: string | null },
  screens: readonly HealthScreen[],
): Promise<void> {
  await db
    .insertInto("health_answers_version")
    .values({
      patient_id: patientId,
      version,
      content_version: contentVersion,
      screens_sealed: secrets.seal(screens, sealContext(patientId, version)),
      answered_at: answeredAt,
      told_id: toldId,
    })
    .onConflict((conflict) => conflict.columns(["patient_id", "version"]).doNothing())
    .execute();
}

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** Stores the current answers as a version, dated by the latest of them; `toldId` where the practice wrote them down. */
export async function saveHealthVersion(
  services: Deps,
  visit: Visit,
  version: number,
  toldId: string | null = null,
): Promise<void> {
  const { content, db } = services;
  const { patientId } = visit.record;
  const { open } = assess(content, visit, clinicToday(services));
  const answerTimes = [...(await answerOrigins(db, patientId)).values()].map(({ at }) => at.getTime());
  await insertHealthVersion(
    services,
    patientId,
    {
      version,
      contentVersion: content.questionnaire.version,
      answeredAt: answerTimes.length > 0 ? new Date(Math.max(...answerTimes)) : services.clock.now(),
      toldId,
    },
    answeredScreens(healthScreens(content, open, visit.answers)),
  );
}

/** The first version: the answers at the end of the visit. */
export const saveFirstHealthVersion = async (services: Deps, record: VisitRecord): Promise<void> =>
  saveHealthVersion(services, await loadVisit(services, record), 1);

/** The versions of a finished visit, newest first. One that was finished before versions were stored gets its first version here. */
export async function ensureHealthVersions(services: Deps, record: VisitRecord): Promise<HealthVersion[]> {
  const versions = await findHealthVersions(services.db, record.patientId);
  if (versions.length > 0) return versions;
  await saveFirstHealthVersion(services, record);
  return findHealthVersions(services.db, record.patientId);
}

/** The open questions with the patient's answers, each screen with its section. */
export function healthScreens(
  { questionnaire }: Pick<Content, "questionnaire">,
  open: readonly OpenQuestion[],
  answers: GivenAnswers,
): HealthScreen[] {
  const stepByScreen = new Map(open.map(({ screen }) => [screen.id, screen.step]));
  return presentQuestionScreens(open, answers).map((screen) => {
    const step = stepByScreen.get(screen.id) ?? 0;
    const title = questionnaire.sections.find((section) => section.step === step)?.title ?? "";
    return { ...screen, section: { step, title } };
  });
}

/** What a version stores of the screens: the questions the patient was asked, and the options chosen. */
function answeredScreens(screens: readonly HealthScreen[]): HealthScreen[] {
  return screens.flatMap((screen) => {
    const questions = screen.questions.filter(({ answer }) => answer !== null).map(withChosenOptionsOnly);
    return questions.length > 0 ? [{ ...screen, questions }] : [];
  });
}

function withChosenOptionsOnly({ why: _why, description: _description, ...question }: Question): Question {
  const chosen = [question.answer ?? []].flat();
  return { ...question, answerlist: question.answerlist.filter(({ id }) => chosen.includes(id)) };
}
