import { type ChartEffect, speakingFields } from "#content/schema/log.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { type LogKind, logKindOf } from "./log-rules.ts";
import { fieldsOfTask, type TaskRow } from "./tasks.ts";

/*
 * What the entries on a patient's chart have the practice do: `obeys` of a field in `content/log.yaml` names it. Where mails go is `contact_email`, because an
 * address counts only once it's confirmed.
 */

/** What stands of a patient, by the kinds of the content. */
export interface ChartEffects {
  /** A voicemail may be left at their numbers. */
  readonly voicemail: boolean;
  /** Nothing in or on the package says who sends it, but the labels of the medicine. */
  readonly plainPackage: boolean;
  /** The name on the package instead of the patient's; null: the patient's. */
  readonly packageName: string | null;
  /** Something isn't to be disclosed: whoever makes a copy has to look. */
  readonly restricted: boolean;
  /** Something isn't to be disclosed to somebody who may be a helper, or nobody knows to whom: helpers get no copies of mails. */
  readonly keepsFromHelpers: boolean;
  /** They asked to be reached another way, in confidence: what an account says of e-mail and address goes to nobody else without a look. */
  readonly reachedOtherwise: boolean;
  /** An insurer gets no copy. */
  readonly notToInsurer: boolean;
  /** Labels are in large type. */
  readonly largeType: boolean;
  /** Packages of the medicine needn't be child-resistant. */
  readonly easyOpen: boolean;
  /** What they speak, a choice of the content; null where nobody said. */
  readonly language: string | null;
}

export const noChartEffects: ChartEffects = {
  ...{ voicemail: true, plainPackage: false, packageName: null, restricted: false },
  ...{ keepsFromHelpers: false, reachedOtherwise: false },
  ...{ notToInsurer: false, largeType: false, easyOpen: false, language: null },
};

interface OpenEntry {
  readonly kind: LogKind;
  readonly fields: readonly { readonly id: string; readonly value: string }[];
}

/** What entries that stand have the practice do, oldest first: of two names the later one counts. */
export function chartEffectsOf(entries: readonly OpenEntry[]): ChartEffects {
  const found = entries.flatMap(({ kind, fields }) => fields.flatMap((field) => effectOf(kind, field)));
  const has = (effect: ChartEffect) => found.some((each) => each.effect === effect);
  /** Of two entries that choose differently the later one counts. */
  const saysLast = (effect: ChartEffect) => {
    const choices = entries.flatMap(({ kind, fields }) =>
      fields.flatMap((field) => {
        const obeys = kind.fields[field.id]?.obeys;
        const chooses = typeof obeys === "object" && Object.values(obeys).includes(effect);
        return chooses ? [effectOf(kind, field).some((each) => each.effect === effect)] : [];
      }),
    );
    return choices.at(-1) ?? false;
  };
  return {
    voicemail: !has("no_voicemail"),
    plainPackage: has("plain_package"),
    packageName: found.findLast(({ effect }) => effect === "package_name")?.value ?? null,
    restricted: entries.some(({ kind }) => kind.restricts === true),
    keepsFromHelpers: entries.some((entry) => entry.kind.restricts === true && !leavesHelpers(entry)),
    reachedOtherwise: entries.some(({ kind }) => Object.values(kind.fields).some(({ obeys }) => obeys === "mail_to")),
    notToInsurer: has("not_to_insurer"),
    ...{ largeType: saysLast("large_type"), easyOpen: saysLast("easy_open") },
    language:
      entries
        .filter(({ kind }) => kind.effect === "speaking")
        .flatMap(({ fields }) => fields)
        .findLast(({ id }) => id === speakingFields.language)?.value ?? null,
  };
}

/** Whether a restriction is about somebody who is nobody's helper, by what was chosen in it. */
const leavesHelpers = ({ kind, fields }: OpenEntry): boolean =>
  fields.some(
    ({ id, value }) => Object.hasOwn(kind.fields, id) && (kind.fields[id]?.leaveshelpers?.includes(value) ?? false),
  );

/** What one field has the practice do, with what it says. */
function effectOf({ fields }: LogKind, { id, value }: OpenEntry["fields"][number]) {
  const obeys = Object.hasOwn(fields, id) ? fields[id]?.obeys : undefined;
  if (obeys === undefined) return [];
  if (typeof obeys === "string") return [{ effect: obeys, value }];
  const effect = Object.hasOwn(obeys, value) ? obeys[value] : undefined;
  return effect === undefined ? [] : [{ effect, value }];
}

/** The address that a new entry of a kind asks mails to go to; null: none. */
export const mailAddressOf = (kind: LogKind, fields: OpenEntry["fields"]): string | null =>
  fields.find((field) => effectOf(kind, field).some(({ effect }) => effect === "mail_to"))?.value ?? null;

type Deps = Pick<Services, "content" | "secrets"> & { readonly db: Database };

/** What stands of each of these patients, also on the chart of an account that became part of theirs. One query. */
export async function chartEffects(
  { db, content, secrets }: Deps,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, ChartEffects>> {
  if (patientIds.length === 0) return new Map();
  const ids = [...patientIds];
  const rows = await db
    .selectFrom("task")
    .leftJoin("record_merge", (join) =>
      join.onRef("retired_id", "=", "patient_id").on("merged_at", "is not", null).on("undone_at", "is", null),
    )
    .selectAll("task")
    .select("surviving_id")
    .where((where) => where.or([where("patient_id", "in", ids), where("surviving_id", "in", ids)]))
    .where("on_chart", "=", true)
    .where("ended_at", "is", null)
    .orderBy("opened_at")
    .orderBy("task.id")
    .$castTo<TaskRow & { readonly surviving_id: string | null }>()
    .execute();
  return new Map(
    ids.map((id) => [
      id,
      chartEffectsOf(
        rows
          .filter((row) => row.patient_id === id || row.surviving_id === id)
          .flatMap((row) => {
            const kind = logKindOf(content.log, row.log_kind);
            return kind ? [{ kind, fields: fieldsOfTask({ secrets }, row) }] : [];
          }),
      ),
    ]),
  );
}

/** What stands of one patient. */
export const chartEffectsOfPatient = async (deps: Deps, patientId: string): Promise<ChartEffects> =>
  (await chartEffects(deps, [patientId])).get(patientId) ?? noChartEffects;

/** Nobody but the patient is mailed about them: something isn't to be disclosed to who may be a helper, or they are reached another way. */
export const copiesForbidden = ({ keepsFromHelpers, reachedOtherwise }: ChartEffects): boolean =>
  keepsFromHelpers || reachedOtherwise;

/** The same of one patient. */
export const forbidsCopies = async (deps: Deps, patientId: string): Promise<boolean> =>
  copiesForbidden(await chartEffectsOfPatient(deps, patientId));
