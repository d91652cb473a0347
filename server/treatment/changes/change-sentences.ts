import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { TreatmentChangeRow } from "../snapshot/change-queries.ts";

/** The facts that say what a patient takes while a change hasn't begun. */
export interface ChangePhase {
  readonly status: TreatmentChangeRow["status"];
  readonly begins: TreatmentChangeRow["begins"];
  /** The day the doctor has it begin, in words; null without one, and once that day has come. */
  readonly beginsOn: string | null;
  readonly until: TreatmentChangeRow["until"];
  /** In the doctor's words, with `until: directions`. */
  readonly untilDirections: string | null;
  /** More of it than its label says, so only once the patient agreed. */
  readonly isFasterUntil: boolean;
  /** What the patient has, and what the doctor prescribed instead, each with its strength. */
  readonly from: string;
  readonly to: string;
  /** The patient was ever sent what it replaces. */
  readonly fromOrdered: boolean;
  /** The patient uses the new one, or it was changed again or stopped since. */
  readonly isBegun: boolean;
  /** Something of what it replaces is at home and in use today. */
  readonly isFromInUse: boolean;
  /** The new one is begun on arrival, whatever is left of the other one. */
  readonly isBegunOnArrival: boolean;
}

/** What the patient does today with what they have; null where there is nothing to say. */
export function todaySentence({ status, until, untilDirections, from, ...phase }: ChangePhase): Sentence | null {
  if (!phase.fromOrdered || status === "withdrawn") return null;
  if (until === "stop") {
    if (status === "agreed") return phase.isBegun ? null : sentence("treatment.change_today_stop", { from });
    return sentence(status === "refused" ? "treatment.change_today_stopped" : "treatment.change_today_stop", { from });
  }
  if (status === "agreed" && (phase.isBegun || !phase.isFromInUse)) return null;
  const holds = status === "agreed" || (status === "waiting" && !phase.isFasterUntil);
  if (until === "directions" && untilDirections !== null && holds)
    return sentence("treatment.change_today_directions", { from, directions: untilDirections });
  return sentence("treatment.change_today_go_on", { from });
}

/** What the patient does until the other one begins, if they agree to it; null where nothing changes with their yes. */
export const untilSentence = ({
  status,
  isFasterUntil,
  untilDirections,
  from,
  fromOrdered,
}: ChangePhase): Sentence | null =>
  status === "waiting" && isFasterUntil && untilDirections !== null && fromOrdered
    ? sentence("treatment.change_until_if_agreed", { from, directions: untilDirections })
    : null;

/** When the other one begins; null where it has begun, or won't. */
export function thenSentence({ status, begins, beginsOn, until, to, ...phase }: ChangePhase): Sentence | null {
  if (status === "waiting") {
    if (beginsOn !== null) return sentence("treatment.change_then_if_agreed_day", { to, day: beginsOn });
    if (begins === "on_day") return sentence("treatment.change_then_if_agreed_late", { to });
    if (begins === "now") return sentence("treatment.change_then_if_agreed_now", { to });
    return sentence(
      until === "stop" || !phase.fromOrdered
        ? "treatment.change_then_if_agreed_stopped"
        : "treatment.change_then_if_agreed",
      { to },
    );
  }
  if (status !== "agreed" || phase.isBegun) return null;
  if (beginsOn !== null) return sentence("treatment.change_then_day", { to, day: beginsOn });
  return sentence(
    phase.isBegunOnArrival || !phase.isFromInUse ? "treatment.change_then_arrives" : "treatment.change_then_box_ends",
    { to },
  );
}

/** A change as a title: of a treatment, or of what the patient only asked for; once they refused it, what they said. */
export function changeTitle(
  { status, inTreatment }: Pick<ChangePhase, "status"> & { readonly inTreatment: boolean },
  doctor: string,
): Sentence {
  if (status === "refused")
    return inTreatment
      ? sentence("treatment.change_title_refused")
      : sentence("treatment.change_title_first_refused", { doctor });
  return sentence(inTreatment ? "treatment.change_title" : "treatment.change_title_first", { doctor });
}

/** What the doctor reads from a patient who refuses it. */
export const refusalMessage = (inTreatment: boolean): Sentence =>
  sentence(inTreatment ? "treatment.change_message" : "treatment.change_message_first");
