import * as z from "zod/mini";
import { draftText } from "#clinic/work/draft-text.ts";
import type { LogKind } from "#contract/care/log-entry.ts";
import type { logCalls } from "#contract/care/log.ts";
import type { Input } from "#contract/http/endpoint.ts";

/** What an entry is about; without a patient, about the practice. */
export interface EntryAbout {
  readonly patient: { readonly id: string; readonly name: string } | null;
  readonly order?: { readonly id: string; readonly number: string | null };
  /** What is filled in at first, of what was just done with the order. */
  readonly prefilled?: NewEntry;
}

/** An entry as it's typed: its kind, its words, its fields by their ids, and its outcome where it ends at once. */
const NewEntry = z.object({
  ...{ kind: z.string(), words: z.string(), outcome: z.string() },
  fields: z.record(z.string(), z.string()),
});
export type NewEntry = z.output<typeof NewEntry>;
export const newEntryText = draftText(NewEntry, { kind: "", words: "", outcome: "", fields: {} });

/** The kinds that somebody can make an entry of here. */
export const kindsToAdd = (kinds: readonly LogKind[], { patient }: EntryAbout): readonly LogKind[] =>
  kinds.filter(({ mayadd, about }) => mayadd && about === (patient ? "patient" : "practice"));

/** Whether its outcome is chosen as it's logged. */
export const hasOutcome = ({ ends, outcomes }: LogKind): boolean => ends === "at_once" && outcomes.length > 0;

/** What is missing, by its field. */
export const missingOfEntry = (
  kind: LogKind,
  { words, outcome, fields }: NewEntry,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    kind.fields
      .filter(({ id, optional }) => !optional && (fields[id] ?? "").trim() === "")
      .map(({ id, type }) => [`fields.${id}`, type === "choice" ? "Choose one." : "Fill this in."]),
  ),
  ...(hasOutcome(kind) && outcome === "" && { outcome: "Choose what came of it." }),
  ...(words.trim() === "" && { words: "Write what this is about." }),
});

/** The body of the call that logs it: what is left empty isn't sent, nor what was typed for another kind. */
export function entryBody(
  kind: LogKind,
  { words, outcome, fields }: NewEntry,
  { order }: EntryAbout,
): Input<typeof logCalls.addPatientLog>["body"] {
  return {
    ...{ kind: kind.id, words: words.trim() },
    fields: kind.fields.flatMap(({ id }) => {
      const value = (fields[id] ?? "").trim();
      return value === "" ? [] : [{ id, value }];
    }),
    ...(hasOutcome(kind) && { outcome }),
    ...(order && { orderid: order.id }),
  };
}
