import * as z from "zod/mini";
import { draftText, type DraftText } from "#clinic/work/draft-text.ts";
import { type VisitDecision, visitDecisions } from "#contract/documents/visit-note.ts";

/** What somebody wrote of a note before they decide. It belongs to this decision alone: what is written of a stop isn't about a hold. */
const NoteDraft = z.object({
  decision: z.enum(visitDecisions),
  /** Null: nobody wrote in it, so the drafted one is signed. */
  text: z.nullable(z.string()),
  /** The drafted one that was changed; empty where that isn't known. */
  from: z.string(),
});
export type NoteDraft = z.output<typeof NoteDraft>;

/** As a draft keeps it; another decision's is none. */
export function noteDraft(decision: VisitDecision): DraftText<NoteDraft> {
  const nothing: NoteDraft = { decision, text: null, from: "" };
  const { fromText, join } = draftText(NoteDraft, nothing);
  const own = (text: string): NoteDraft => {
    const read = fromText(text);
    return read.decision === decision ? read : nothing;
  };
  return {
    toText: (value) => (value.text === null ? "" : JSON.stringify(value)),
    fromText: own,
    join: (saved, typed) => (own(saved).text === null ? typed : join(saved, typed)),
  };
}

/** What the field of a note shows and sends. */
export interface NoteField {
  readonly text: string;
  readonly isEdited: boolean;
  /** What is decided isn't what the note was edited from. */
  readonly isOutdated: boolean;
  /** What is signed; undefined: the server drafts it from what is sent. */
  readonly signed: string | undefined;
}

/**
 * What a decision sends of its note. A drafted one is sent as it was at the first press of what is decided: after a lost answer the same press goes out, also
 * where the draft has arrived meanwhile, so that the server knows it again.
 */
export function createSigning(): (decided: string, field: NoteField) => { visitnote?: string } {
  let first: { decided: string; signed: string | undefined } | null = null;
  return (decided, { isEdited, text, signed: now }) => {
    const isOwn = isEdited && text.trim() !== "";
    if (!isOwn && first?.decided !== decided) first = { decided, signed: now };
    const signed = isOwn ? now : first?.signed;
    return signed === undefined ? {} : { visitnote: signed };
  };
}

/** `drafted`: the server's, of exactly what is decided now; null while it isn't there. */
export function noteField({ text, from }: Pick<NoteDraft, "text" | "from">, drafted: string | null): NoteField {
  if (text === null) return { text: drafted ?? "", isEdited: false, isOutdated: false, signed: drafted ?? undefined };
  return {
    ...{ text, isEdited: true, isOutdated: drafted !== null && from !== "" && drafted !== from },
    signed: text.trim() === "" ? (drafted ?? undefined) : text.trim(),
  };
}
