import { type LabelPart, labelParts } from "#contract/care/packed-lines.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { patientsById } from "#server/auth/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { prescriptionsToDispense } from "#server/prescriptions/public.ts";
import { type ChartEffects, noChartEffects } from "#server/tasks/public.ts";
import { labelLanguageOf } from "./label-language.ts";

/*
 * What of a patient's record a label says, or is a rule for its cap. Labels are printed from it, and a fill keeps a digest of each part as it was when the
 * box was packed or verified: where one is another by now, the box isn't verified any more, whoever changed what, wherever. The content's wording is
 * no part, so a release voids nothing.
 */

type Deps = Pick<Services, "content" | "config" | "clock" | "secrets"> & { readonly db: Database };

/** By patient and product, what labels are printed from; a fixed number of queries. */
export async function labelSources(
  services: Deps,
  patientIds: readonly string[],
  effects: ReadonlyMap<string, ChartEffects>,
) {
  const patients = await patientsById(services, patientIds);
  const prescriptions = await prescriptionsToDispense(services, patientIds);
  return (patientId: string, productId: string) => {
    const { largeType, easyOpen, language } = effects.get(patientId) ?? noChartEffects;
    return {
      patient: patients.get(patientId),
      prescription: prescriptions.find((each) => each.patientId === patientId && each.productId === productId),
      ...{ largeType, easyOpen, language: labelLanguageOf(services, language) },
    };
  };
}
type LabelSource = ReturnType<Awaited<ReturnType<typeof labelSources>>>;

/** Digests of what a label says, by part. */
export type LabelDigests = Readonly<Record<LabelPart, string>>;

/** What the label of a box says that was packed at a time, or is now; null where nothing is prescribed that it could say. */
export function labelDigests(
  { content, clock, secrets }: Pick<Deps, "content" | "clock" | "secrets">,
  { patient, prescription, ...asked }: LabelSource,
  packedAt: Date | null,
): LabelDigests | null {
  if (!patient || !prescription) return null;
  const { rxNumber, doctorId, collaboratorId, directions, planned } = prescription;
  const filledOn = packedAt ? dayIn(content.brand.timezone, packedAt) : clinicToday({ content, clock });
  const says: Readonly<Record<LabelPart, unknown>> = {
    patient: [patient.firstname, patient.lastname, patient.birthday],
    prescription: [rxNumber, doctorId, collaboratorId],
    directions: [directions, planned.map((phase) => [phase.beginsOn, phase.directions])],
    start: dayToStart(prescription.startsOn, filledOn),
    cap: asked.easyOpen,
    type: asked.largeType,
    language: asked.language?.language ?? null,
  };
  const digest = (part: LabelPart) =>
    secrets.digest(`label ${patient.id} ${part} ${JSON.stringify(says[part])}`).toString("base64url", 0, 12);
  return Object.fromEntries(labelParts.map((part) => [part, digest(part)])) as unknown as LabelDigests;
}

/** The day that a doctor has a medicine begin, as its label says it; null where it begins as it comes. */
export const dayToStart = (startsOn: string | null, filledOn: string): string | null =>
  startsOn !== null && startsOn > filledOn ? startsOn : null;

/** What a label says as one word, by which whoever saw it says which one they saw. */
export const labelWord = ({ secrets }: Pick<Deps, "secrets">, label: LabelDigests): string =>
  secrets.digest(labelParts.map((part) => label[part]).join(" ")).toString("base64url", 0, 12);

interface LabeledFill {
  readonly verified_at: Date | null;
  readonly label_digests: unknown;
}

/** As a fill keeps it. */
export const storedLabel = (label: LabelDigests | null): string | null => label && JSON.stringify(label);

/** What a label says otherwise than when its box was packed or verified; of a box packed before that was kept, nothing is known. */
export function changedParts({ label_digests }: LabeledFill, now: LabelDigests | null): readonly LabelPart[] {
  const then = label_digests as LabelDigests | null;
  return then === null || now === null ? [] : labelParts.filter((part) => then[part] !== now[part]);
}

/** Somebody verified what is packed, and its label says today what it said then. */
export const isVerified = (fill: LabeledFill, now: LabelDigests | null): boolean =>
  fill.verified_at !== null && fill.label_digests !== null && now !== null && changedParts(fill, now).length === 0;
