import type { DeathOutcome } from "#content/schema/log.ts";
import type { LoggedEntry, LogKind as PresentedKind } from "#contract/care/log-entry.ts";
import { Day, NewEmail } from "#contract/fields/fields.ts";
import { opensClass } from "#contract/policy/field-classes.ts";
import { permissionsOfRole } from "#contract/policy/policy.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays, type ClosedDays } from "#server/platform/clock/working-days.ts";
import type { Services } from "#server/platform/services.ts";

/*
 * What people of the practice log, by the kinds of `content/log.yaml`. A kind that isn't there any more can still be read and ended by whom it waits for
 * and by whoever made the entry.
 */

type LogKinds = Services["content"]["log"];
export type LogKind = LogKinds[string];

export const logKindOf = (kinds: LogKinds, id: string | null): LogKind | null =>
  id !== null && Object.hasOwn(kinds, id) ? (kinds[id] ?? null) : null;

/** Whether somebody with these roles makes entries of it. */
export const mayLog = ({ writes, judged }: LogKind, own: readonly Role[]): boolean =>
  judged !== true && own.some((role) => writes.includes(role));

/** Whether somebody with these roles reads the entries that others made; `clinical`: they read about health. */
export const readsLog = (kind: LogKind, own: readonly Role[], clinical: boolean): boolean =>
  own.some((role) => kind.reads?.includes(role) || kind.work?.for === role) ||
  (kind.confidential !== true && (mayLog(kind, own) || (clinical && kind.about === "patient")));

/** The kinds of which somebody reads everybody's entries. */
export const readableLogKinds = (kinds: LogKinds, own: readonly Role[], clinical: boolean): readonly string[] =>
  Object.keys(kinds).filter((id) => {
    const kind = logKindOf(kinds, id);
    return kind !== null && readsLog(kind, own, clinical);
  });

/** Whether somebody with these roles has an open entry of the kind that waits for a role which has the kind no more. */
export const inheritsEntry = (kind: LogKind, waitsFor: Role, own: readonly Role[]): boolean =>
  kind.work !== undefined && own.includes(kind.work.for) && !readersOf(kind).includes(waitsFor);

/** The roles that read what others made of the kind. */
const readersOf = (kind: LogKind): readonly Role[] =>
  roles.filter((role) => readsLog(kind, [role], opensClass(permissionsOfRole(role), "clinical")));

/** The kinds that wait for somebody with these roles, each with the roles that have it: what waits for another one is theirs to see to, too. */
export const ownLogKinds = (
  kinds: LogKinds,
  own: readonly Role[],
): readonly { readonly id: string; readonly roles: readonly Role[] }[] =>
  Object.keys(kinds).flatMap((id) => {
    const kind = logKindOf(kinds, id);
    return kind?.work && own.includes(kind.work.for) ? [{ id, roles: readersOf(kind) }] : [];
  });

/** The kinds of which an open entry keeps a patient from being erased. */
export const keepingLogKinds = (kinds: LogKinds): readonly string[] =>
  Object.keys(kinds).filter((id) => logKindOf(kinds, id)?.keeps);

/** The kinds of which an open entry keeps a patient from being written to with everybody on a list. */
export const singlyLogKinds = (kinds: LogKinds): readonly string[] =>
  Object.keys(kinds).filter((id) => logKindOf(kinds, id)?.singly);

/** The kind whose entries have this effect, by its id: the content has one of each. */
const kindWithEffect =
  (wanted: NonNullable<LogKind["effect"]>) =>
  (kinds: LogKinds): readonly [string, LogKind] | null =>
    Object.entries(kinds).find(([, { effect }]) => effect === wanted) ?? null;

/** Its entries say that a patient died. */
export const deathKindOf = kindWithEffect("death");

/** Its entries are notices that end a patient's care. */
export const careEndKindOf = kindWithEffect("ends_care");

/** Its entries say how a patient wants to be spoken with. */
export function speakingKindOf(kinds: LogKinds): readonly [string, LogKind] {
  const found = kindWithEffect("speaking")(kinds);
  if (!found) throw new Error("The content has no kind of entry with the effect `speaking`");
  return found;
}

/** Its entries say who outside got something of a patient. */
export const disclosureKindOf = kindWithEffect("disclosure");

/** The kinds whose entries are part of the patient's record. */
export const recordLogKinds = (kinds: LogKinds): readonly string[] =>
  Object.keys(kinds).filter((id) => logKindOf(kinds, id)?.record);

interface NewEntry {
  readonly fields: readonly { readonly id: string; readonly value: string }[];
  readonly outcome?: string | undefined;
}

/** What is wrong with a new entry, by the field it's said beside; null: nothing. */
export function entryObstacle(
  { fields, ends, outcomes }: LogKind,
  entry: NewEntry,
): { readonly path: string; readonly message: string } | null {
  const values = new Map(entry.fields.map(({ id, value }) => [id, value]));
  if (values.size !== entry.fields.length) return { path: "fields", message: "Please send each field once." };
  for (const id of values.keys())
    if (!Object.hasOwn(fields, id)) return { path: `fields.${id}`, message: "This kind has no such field." };
  for (const [id, { label, type, choices, optional }] of Object.entries(fields)) {
    const value = values.get(id);
    const path = `fields.${id}`;
    if (value === undefined) {
      if (optional) continue;
      return { path, message: `Please fill in “${label}”.` };
    }
    if (type === "choice" && !Object.hasOwn(choices ?? {}, value))
      return { path, message: `Please choose one for “${label}”.` };
    if (type === "email" && !NewEmail.safeParse(value).success)
      return { path, message: `Please check “${label}”: it isn’t an email address that takes mail.` };
    if (type === "day" && !Day.safeParse(value).success)
      return { path, message: `Please enter “${label}” as month, day and year.` };
  }
  const needsOutcome = ends === "at_once" && outcomes !== undefined;
  if (needsOutcome ? !isOutcome(outcomes, entry.outcome) : entry.outcome !== undefined)
    return {
      path: "outcome",
      message: needsOutcome ? "Please choose what came of it." : "Nothing can come of this yet.",
    };
  return null;
}

/** The day by which an entry has to be seen to, counted from its own day or from today; null: it waits for nobody. */
export function dueDayOf(
  { work }: Pick<LogKind, "work">,
  fields: NewEntry["fields"],
  { today, closed }: { readonly today: string; readonly closed: ClosedDays },
): string | null {
  if (!work) return null;
  const from = fields.find(({ id }) => id === work.from)?.value ?? today;
  return "days" in work.within
    ? addDays(from, work.within.days)
    : addWorkingDays(closed, from, work.within.businessdays);
}

/** Whether this is one of a kind's outcomes; a kind without any has none to name. */
export const isOutcome = (outcomes: LogKind["outcomes"], outcome: string | undefined): boolean =>
  outcomes === undefined ? outcome === undefined : outcome !== undefined && Object.hasOwn(outcomes, outcome);

const choicesOf = (choices: Readonly<Record<string, string>> | undefined) =>
  Object.entries(choices ?? {}).map(([id, label]) => ({ id, label }));

/** What can come of an entry now: of a death that was confirmed only that it's taken back, which no other entry is. */
export function outcomesNow(kind: LogKind | null, logOutcome: string | null): LogKind["outcomes"] {
  if (kind?.effect !== "death") return kind?.outcomes;
  const isProved = logOutcome === ("confirmed" satisfies DeathOutcome);
  return Object.fromEntries(
    Object.entries(kind.outcomes ?? {}).filter(([id]) => (id === ("reopened" satisfies DeathOutcome)) === isProved),
  );
}

/** A kind, as its form is drawn. */
export const presentLogKind = (id: string, kind: LogKind, mayadd: boolean): PresentedKind => ({
  ...{ id, label: kind.label, words: kind.words, about: kind.about, ends: kind.ends, mayadd },
  ...{ for: kind.work?.for ?? null, source: kind.work?.source ?? null },
  fields: Object.entries(kind.fields).map(([field, { label, type, choices, optional }]) => ({
    ...{ id: field, label, type, choices: choicesOf(choices), optional: optional === true },
  })),
  outcomes: choicesOf(kind.outcomes),
});

/** An entry, with its fields in the order of its kind. What its kind no longer has is shown by its id. */
export function presentEntry(
  id: string,
  kind: LogKind | null,
  fields: NewEntry["fields"],
  row: {
    readonly log_outcome: string | null;
    readonly on_chart: boolean;
    readonly unconfirmed?: boolean;
    readonly outcome?: string | null;
  },
): LoggedEntry {
  const order = Object.keys(kind?.fields ?? {});
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  return {
    ...{ kind: id, label: kind?.label ?? id, ends: kind?.ends ?? (row.on_chart ? "chart" : "work") },
    record: kind?.record === true,
    judged: kind?.judged === true,
    why: kind?.request?.why === true,
    unconfirmed: row.unconfirmed === true,
    fdareport: kind?.fhir === "adverse_event" && row.outcome !== "dropped",
    fields: fields
      .toSorted((one, other) => place(one.id) - place(other.id))
      .map((field) => ({
        ...{ id: field.id, label: kind?.fields[field.id]?.label ?? field.id },
        value: kind?.fields[field.id]?.choices?.[field.value] ?? field.value,
      })),
    outcomes: choicesOf(outcomesNow(kind, row.log_outcome)).map((each) => ({
      ...each,
      note: kind?.noted?.[each.id] ?? null,
    })),
    outcome:
      row.log_outcome === null
        ? null
        : { id: row.log_outcome, label: kind?.outcomes?.[row.log_outcome] ?? row.log_outcome },
  };
}
