import { formatCalendarDay } from "#contract/fields/formats.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import type { SelectOption } from "#app/ui/forms/select.tsx";
import type { License, TeamDoctor } from "#contract/staff/doctors.ts";
import type { StaffMember } from "#contract/staff/members.ts";

const urgency: Readonly<Record<License["status"], number>> = { ended: 0, ending: 1, valid: 2 };

export const needsAttention = ({ status, collaboration }: License): boolean =>
  status !== "valid" || collaboration === "missing";

/** Ended ones first, then those that end soon, the soonest first, then the others by state. */
export const licensesByUrgency = (licenses: readonly License[]): readonly License[] =>
  licenses.toSorted(
    (a, b) =>
      urgencyOf(a) - urgencyOf(b) ||
      (needsAttention(a) ? (a.validuntil ?? "").localeCompare(b.validuntil ?? "") : 0) ||
      a.state.localeCompare(b.state),
  );

/** A license without the collaborating physician it takes is as good as ended. */
const urgencyOf = ({ status, collaboration }: License): number => (collaboration === "missing" ? 0 : urgency[status]);

const worst = ({ licenses }: TeamDoctor): number => Math.min(...licenses.map(urgencyOf), 2);

/** Doctors with a license to look at first; otherwise in the order the server lists them. */
export const doctorsByUrgency = (doctors: readonly TeamDoctor[]): readonly TeamDoctor[] =>
  doctors.toSorted((a, b) => worst(a) - worst(b));

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** Where a license stands, in words. `today` is the practice's day. */
export function licenseStatus({ state, status, validuntil, collaboration }: License, today: string): Status {
  if (collaboration === "missing" && status !== "ended")
    return { tone: "danger", label: `${state} needs a collaborating physician` };
  if (validuntil === null || status === "valid")
    return { tone: "neutral", label: validuntil === null ? state : `${state} until ${formatCalendarDay(validuntil)}` };
  if (status === "ended") return { tone: "danger", label: `${state} ended ${formatCalendarDay(validuntil)}` };
  const days = daysBetween(today, validuntil);
  const left = days === 0 ? "last day today" : days === 1 ? "1 day left" : `${days} days left`;
  return { tone: "warning", label: `${state} ends ${formatCalendarDay(validuntil)}, ${left}` };
}

/** How many licenses have ended or end soon. */
export const licensesToLookAt = (doctors: readonly TeamDoctor[]): number =>
  doctors.reduce((sum, { licenses }) => sum + licenses.filter(needsAttention).length, 0);

/**
 * The doctors to choose from for somebody: the free ones and their own first, then those of others, who are named and can't be chosen. A doctor who is
 * no longer active can't either.
 */
export function doctorOptions(
  doctors: readonly TeamDoctor[],
  members: readonly Pick<StaffMember, "id" | "name">[],
  memberId: string | null,
): readonly SelectOption[] {
  const takenBy = ({ memberid }: TeamDoctor) => (memberid === memberId ? null : memberid);
  const isFree = (doctor: TeamDoctor) => doctor.active && takenBy(doctor) === null;
  const option = (doctor: TeamDoctor): SelectOption => {
    const taken = takenBy(doctor);
    if (taken !== null) {
      const name = members.find(({ id }) => id === taken)?.name ?? "somebody else";
      return { value: doctor.id, label: `${doctor.name} (${name})`, disabled: true };
    }
    return doctor.active
      ? { value: doctor.id, label: doctor.name }
      : { value: doctor.id, label: `${doctor.name} (not active)`, disabled: true };
  };
  return doctors.toSorted((a, b) => Number(isFree(b)) - Number(isFree(a))).map(option);
}

/** The physicians with whom a doctor may prescribe in a state: others of the practice who are licensed there. The one who is named stays in the list. */
export const collaboratorOptions = (
  doctors: readonly TeamDoctor[],
  { id: ownId }: Pick<TeamDoctor, "id">,
  { state, collaboratorid }: License,
): readonly SelectOption[] =>
  doctors
    .filter(
      ({ id, active, physician, licenses }) =>
        id === collaboratorid ||
        (id !== ownId &&
          active &&
          physician &&
          licenses.some((license) => license.state === state && license.status !== "ended")),
    )
    .map(({ id, name }) => ({ value: id, label: name }));
