import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Content } from "#content/loader/load.ts";
import { dayIn } from "#contract/fields/formats.ts";
import type { LastingPace, Pace } from "#contract/treatment/pace.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";
import { changeStates } from "#server/platform/database/states.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { PaceFrom } from "./timeline.ts";

/*
 * Directions are one schedule with phases: each has a first day, words, and a pace, and holds until the next one's day. The first phase is the prescription as
 * it was written; the others are a prescriber's changes. While another strength hasn't begun, a bridge may come on top: how what the patient has is used until
 * then. What is taken on a day, and how long boxes last, both come from these rows, so that no two outlets can differ.
 */

/** A row of a product's schedule. Of a bridge there are no words: they stand in its treatment change. */
export interface PhaseRow {
  readonly id: string;
  readonly patient_id: string;
  readonly product_id: string;
  /** Null where a bridge ended because its change came to nothing: as before it. */
  readonly pace: Pace | null;
  /** Null: the day it was made. */
  readonly begins_on: string | null;
  readonly made_at: Date;
  readonly directions_sealed: Uint8Array | null;
}

/** A phase that is to come. */
export interface PlannedPhase {
  readonly beginsOn: string;
  readonly directions: string;
  readonly pace: LastingPace;
}

/** The schedules of all products of a patient; none that was changed again before its day. */
export const phaseRows = (db: Database, patientId: string) => phasesOf(db, sql<SqlBool>`patient_id = ${patientId}`);

/** The same of several patients. */
export const phasesOfAll = (db: Database, patientIds: readonly string[]): Promise<PhaseRow[]> =>
  phasesOf(db, sql<SqlBool>`patient_id = any(${patientIds}::uuid[])`).execute();

/** A bridge slower than the label holds from the prescriber's decision; a faster one from the patient's yes, as it brings a charge. */
const phasesOf = (db: Database, isOf: RawBuilder<SqlBool>) => {
  const bridges = db
    .selectFrom("treatment_change")
    .where(isOf)
    .where("until_pace", "is not", null)
    .select(["id", "patient_id", "from_product_id as product_id"]);
  const none = sql<string | null>`null::date`.as("begins_on");
  const noWords = sql<Buffer | null>`null::bytea`.as("directions_sealed");
  return db
    .selectFrom("directions_change")
    .select(["id", "patient_id", "product_id"])
    .select(sql<Pace | null>`pace`.as("pace"))
    .select(["begins_on", "made_at"])
    .select(sql<Buffer | null>`directions_sealed`.as("directions_sealed"))
    .where(isOf)
    .where("replaced_at", "is", null)
    .unionAll(
      bridges
        .select(["until_pace as pace", none])
        .select(sql<Date>`case when until_pace = 'double' then decided_at else created_at end`.as("made_at"))
        .select(noWords)
        .where((where) => where.or([where("until_pace", "!=", "double"), where("status", "=", "agreed")])),
    )
    .unionAll(
      bridges
        .select([sql<Pace | null>`null::text`.as("pace"), none])
        .select(sql<Date>`decided_at`.as("made_at"))
        .select(noWords)
        .where("until_pace", "!=", "double")
        .where("status", "in", changeStates.over.list),
    )
    .orderBy("made_at");
};

interface Dated extends PhaseRow {
  readonly from: string;
}

/** In the order in which they hold. Of one moment, what ends comes before what begins. */
const inOrder = (rows: readonly PhaseRow[], timezone: string): readonly Dated[] =>
  rows
    .map((row) => ({ ...row, from: row.begins_on ?? dayIn(timezone, row.made_at) }))
    .toSorted(
      (one, other) =>
        one.from.localeCompare(other.from) ||
        one.made_at.getTime() - other.made_at.getTime() ||
        Number(one.pace !== null) - Number(other.pace !== null),
    );

/** How fast each product is used, from which day on; as its label says before the first. `timezone` is the practice's. */
export function pacesByProduct(rows: readonly PhaseRow[], timezone: string): ReadonlyMap<string, readonly PaceFrom[]> {
  const byProduct = Map.groupBy(inOrder(rows, timezone), ({ product_id }) => product_id);
  return new Map(
    [...byProduct].map(([productId, own]) => {
      let lasting: Pace = "label";
      let bridge: Dated | null = null;
      const paces = own.map((row) => {
        const { from, pace, made_at } = row;
        if (row.directions_sealed === null) bridge = pace === null ? null : row;
        else {
          lasting = pace ?? lasting;
          // Whoever prescribes it anew after a bridge ends that; what was planned before one waits behind it.
          if (bridge !== null && made_at > bridge.made_at) bridge = null;
        }
        return { from, pace: bridge?.pace ?? lasting };
      });
      return [productId, paces] as const;
    }),
  );
}

/** How fast a product is used on a day. */
export const paceOn = (paces: readonly PaceFrom[] | undefined, day: string): Pace =>
  paces?.findLast(({ from }) => from <= day)?.pace ?? "label";

/** Directions as every outlet prints them: what holds today, and what from which day on. */
export const scheduleText = (
  content: Pick<Content, "sentences">,
  directions: string | null,
  planned: readonly Pick<PlannedPhase, "beginsOn" | "directions">[] = [],
): string | null =>
  directions &&
  [
    directions,
    ...planned.map((phase) =>
      toText(
        content,
        sentence("prescriptions.directions_from", { day: formatDay(phase.beginsOn), directions: phase.directions }),
      ),
    ),
  ].join(" ");

interface Written {
  readonly id: string;
  readonly patient_id: string;
  readonly product_id: string;
  readonly approved_at: Date;
  readonly directions_sealed: Uint8Array | null;
}

const writtenWords = sealed("prescription.directions_sealed");
const phaseWords = sealed("directions_change.directions_sealed");

/** A prescriber's words for a phase. */
export const phaseWordsOf = (
  secrets: Secrets,
  { id, directions_sealed }: { readonly id: string; readonly directions_sealed: Uint8Array | null },
): string => openText(secrets, directions_sealed, phaseWords(id)) ?? "";

/** What a prescription says on a day, without a bridge, and what it says from later days on. */
export function directionsOn(
  secrets: Secrets,
  written: Written,
  { phases, timezone, day }: { readonly phases: readonly PhaseRow[]; readonly timezone: string; readonly day: string },
): { readonly directions: string | null; readonly planned: readonly PlannedPhase[] } {
  const { approved_at: since, product_id: productId, patient_id: patientId } = written;
  // What was made before it was written, and isn't to come, is in its words already.
  const own = inOrder(
    phases.filter(
      (row) => row.product_id === productId && row.patient_id === patientId && row.directions_sealed !== null,
    ),
    timezone,
  ).filter(({ made_at, from }) => made_at >= since || from > dayIn(timezone, since));
  const current = own.findLast(({ from }) => from <= day);
  return {
    directions: current
      ? phaseWordsOf(secrets, current)
      : openText(secrets, written.directions_sealed, writtenWords(written.id)),
    planned: own
      .filter(({ from }) => from > day)
      .map(({ from, pace, ...row }) => ({
        ...{ beginsOn: from, directions: phaseWordsOf(secrets, row) },
        pace: pace === null || pace === "double" ? "label" : pace,
      })),
  };
}
