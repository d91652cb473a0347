import type { VisitNoteFacts } from "#contract/care/visit-notes.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { endAside } from "../prepared/end-aside.ts";
import { draftVisitNote } from "./draft-visit-note.ts";
import { signVisitNote } from "./visit-notes.ts";

interface DecidedVisit {
  readonly patientId: string;
  /** What was decided on: a case, a renewal, a prescription. */
  readonly refId: string;
  /** The fields of the call's body that are about the note; its text left out, the drafted one is signed. */
  readonly body: { readonly visitnote?: string | undefined; readonly doctorid?: string | undefined } | null | undefined;
  /** Who wrote the decision for this signature. */
  readonly preparedBy?: string | null;
  /** What is drafted from. */
  readonly facts: () => Promise<VisitNoteFacts> | VisitNoteFacts;
}

/** Leaves the signed note of a decision in the record. Called after it, in its transaction: a refusal leaves neither. */
export async function keepVisitNote(
  ctx: Pick<Services, "db" | "content" | "clock" | "secrets"> & { readonly clinic: ClinicCaller },
  { patientId, refId, body, preparedBy = null, facts }: DecidedVisit,
): Promise<void> {
  await endAside(ctx, refId);
  const found = await facts();
  const text = body?.visitnote ?? (await draftVisitNote(ctx, patientId, found));
  await signVisitNote(ctx, {
    patientId,
    doctorid: body?.doctorid,
    text,
    of: { decision: found.decision, refId, preparedBy },
  });
}
