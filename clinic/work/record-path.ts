/** Where in the record something is done that waits in the inbox; each is the id of a section of it. */
export type RecordPart = "photos" | "prescriptions" | "followups" | "changes" | "suggestions";

/** A patient's record, at one of its parts; `review` opens that one. */
export function recordPath(
  patientId: string,
  part?: RecordPart,
  { review }: { readonly review?: string } = {},
): string {
  const search = new URLSearchParams({ ...(part && { part }), ...(review !== undefined && { review }) }).toString();
  return `/clinic/patients/${patientId}${search && `?${search}`}`;
}

/** The part an address asks for. */
export const partFromSearch = (search: string): string | null => new URLSearchParams(search).get("part");

/** Where two records are compared. */
export const pairPath = (id: string): string => `/clinic/pair/${id}`;

/** Where a task or a question is. */
export const taskPath = (id: string): string => `/clinic/task/${id}`;
