import { type Selectable, sql } from "kysely";
import type { PrescriptionStatus } from "#contract/care/prescriptions.ts";
import type { Pace } from "#contract/treatment/pace.ts";
import { caseNoteSealContext, type CaseStatus } from "#server/cases/public.ts";
import { type Prescriber, prescribersById } from "#server/doctors/public.ts";
import { openMessageText } from "#server/messages/public.ts";
import { addMonths, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Services } from "#server/platform/services.ts";
import {
  activePrescriptions,
  directionsSealContext,
  earlyFillsOf,
  loadDispensedBoxes,
  mayComeEarly,
  medicinesInUse,
  loadOpenRests,
  type OpenRest,
  type PlannedPhase,
  type PrescriptionActionKind,
} from "#server/prescriptions/public.ts";

type Deps = Pick<Services, "secrets" | "clock" | "content"> & { readonly db: Database };

export interface ChartedVisit {
  readonly id: string;
  readonly status: CaseStatus;
  readonly doctor: Prescriber | null;
  readonly submittedAt: Date;
  readonly decidedAt: Date | null;
  /** The doctor's note to the patient with the decision. */
  readonly note: string | null;
}

export interface ChartedPrescription {
  readonly id: string;
  /** The order it was written for. */
  readonly orderId: string;
  readonly productId: string;
  readonly rxNumber: string;
  readonly status: PrescriptionStatus;
  readonly onHoldAt: Date | null;
  readonly stoppedAt: Date | null;
  /** Why it's on hold or stopped, as the doctor told the patient; null where nobody did, and for every other status. The practice's own reason stays there. */
  readonly statusReason: string | null;
  readonly daysSupply: number | null;
  readonly refillsLeft: number;
  /** What the patient is to do with it today. */
  readonly directions: string | null;
  /** Other directions that begin on a later day, in order. */
  readonly planned: readonly PlannedPhase[];
  /** The patient uses it today. */
  readonly usedNow: boolean;
  /** The one that was prescribed before and that this one replaced. */
  readonly replacesId: string | null;
  /** What it replaces is still in use: it begins after that. */
  readonly beginsLater: boolean;
  /** The day a doctor has it begin, if that's to come; null where it begins as it comes. */
  readonly beginsOn: string | null;
  /** How fast it's used by its directions. */
  readonly pace: Pace;
  /** A break the doctor wants, now or later. */
  readonly rest: OpenRest | null;
  /** How often a prescriber let the next box of the product come early in the last twelve months. */
  readonly earlyFills: number;
  /** The last day on which the patient may order the next one early; null where they may not. */
  readonly earlyUntil: string | null;
  readonly approvedAt: Date;
  readonly doctor: Prescriber;
  /** The physician with whom a nurse practitioner prescribed it. */
  readonly collaborator: Prescriber | null;
}

/** What the clinic decided and prescribed for a patient, oldest first; a fixed number of queries. */
export async function loadChart(
  services: Deps,
  patientId: string,
): Promise<{ readonly visits: readonly ChartedVisit[]; readonly prescriptions: readonly ChartedPrescription[] }> {
  const { db, secrets } = services;
  const [cases, prescriptions, inUse] = await Promise.all([
    db.selectFrom("care_case").selectAll().where("patient_id", "=", patientId).orderBy("submitted_at").execute(),
    db
      .selectFrom("prescription")
      .leftJoinLateral(
        (of) =>
          of
            .selectFrom("prescription_action")
            .innerJoin("conversation", (join) =>
              join
                .onRef("conversation.patient_id", "=", "prescription_action.patient_id")
                .on("conversation.kind", "=", "doctor"),
            )
            .innerJoin("message", (join) =>
              join
                .onRef("message.conversation_id", "=", "conversation.id")
                .onRef("message.seq", "=", "prescription_action.message_seq"),
            )
            .select(["prescription_action.action", "message.id as message_id"])
            .select(
              sql<Uint8Array | null>`case when message.withdrawn_at is null then message.text_sealed end`.as(
                "text_sealed",
              ),
            )
            .whereRef("prescription_action.prescription_id", "=", "prescription.id")
            .orderBy("prescription_action.at", "desc")
            .limit(1)
            .as("last_action"),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        (of) =>
          of
            .selectFrom("treatment_change as change")
            .select("change.to_product_id")
            .whereRef("change.patient_id", "=", "prescription.patient_id")
            .where("change.status", "=", "agreed")
            .where((where) =>
              where.or([
                where("change.from_prescription_id", "=", where.ref("prescription.id")),
                // A doctor had stopped it until the patient agreed to another change.
                where.and([
                  where("change.from_prescription_id", "is", null),
                  where("change.from_product_id", "=", where.ref("prescription.product_id")),
                  where("change.decided_at", ">=", where.ref("prescription.discontinued_at")),
                ]),
              ]),
            )
            .orderBy("change.decided_at")
            .limit(1)
            .as("replacement"),
        (join) => join.on("prescription.discontinued_at", "is not", null),
      )
      .selectAll("prescription")
      .select(["last_action.action", "last_action.message_id", "last_action.text_sealed"])
      .select("replacement.to_product_id as replaced_by")
      .where("prescription.patient_id", "=", patientId)
      .orderBy("approved_at")
      .orderBy("rx_number")
      .execute(),
    loadUse(services, patientId),
  ]);
  const named = [
    ...[...cases, ...prescriptions].flatMap(({ doctor_id }) => doctor_id ?? []),
    ...prescriptions.flatMap(({ collaborator_id }) => collaborator_id ?? []),
  ];
  const doctors = await prescribersById(db, [...new Set(named)]);
  const replaces = replacedByReplacement(prescriptions);
  return {
    visits: cases.map((row) => ({
      id: row.id,
      status: row.status,
      doctor: doctors.get(row.doctor_id ?? "") ?? null,
      submittedAt: row.submitted_at,
      decidedAt: row.decided_at,
      note: openText(secrets, row.note_sealed, caseNoteSealContext(row.id)),
    })),
    prescriptions: prescriptions.flatMap((row) => {
      const doctor = doctors.get(row.doctor_id);
      if (!doctor) return [];
      return {
        id: row.id,
        orderId: row.order_id,
        productId: row.product_id,
        rxNumber: row.rx_number,
        status: prescriptionStatus(row),
        statusReason: statusReason(services, row),
        onHoldAt: row.on_hold_at,
        stoppedAt: stoppedStatuses.has(prescriptionStatus(row)) ? (row.stopped_at ?? row.discontinued_at) : null,
        daysSupply: row.days_supply,
        refillsLeft: row.refills_left,
        directions:
          inUse.directions.get(row.id) ?? openText(secrets, row.directions_sealed, directionsSealContext(row.id)),
        planned: inUse.planned.get(row.id) ?? [],
        pace: inUse.paces.get(row.id) ?? "label",
        rest: row.status === "active" ? (inUse.rests.get(row.product_id) ?? null) : null,
        usedNow: row.on_hold_at === null && inUse.now.has(row.id),
        replacesId: replaces.get(row.id) ?? null,
        beginsLater: inUse.later.has(row.id),
        beginsOn: inUse.starts.get(row.id) ?? null,
        earlyFills: inUse.earlyFills.get(row.product_id) ?? 0,
        earlyUntil: inUse.earlyUntil.get(row.id) ?? null,
        approvedAt: row.approved_at,
        doctor,
        collaborator: doctors.get(row.collaborator_id ?? "") ?? null,
      };
    }),
  };
}

const stoppedStatuses: ReadonlySet<PrescriptionStatus> = new Set(["stopped", "wrong_patient"]);

type StatusRow = Pick<
  Selectable<Tables["prescription"]>,
  "status" | "on_hold_at" | "stopped_at" | "discontinued_at" | "wrong_patient"
> & {
  /** The product of the change that was made in its place; null while the patient hasn't agreed to one. */
  readonly replaced_by: string | null;
};

/**
 * A prescription's status, decided here for every outlet that names it. What a doctor discontinued for a change the patient has yet to agree to, or refused,
 * is stopped: nothing replaced it.
 */
function prescriptionStatus(row: StatusRow): PrescriptionStatus {
  if (row.stopped_at !== null) return row.wrong_patient ? "wrong_patient" : "stopped";
  if (row.status === "active") return row.on_hold_at === null ? "active" : "on_hold";
  if (row.discontinued_at === null) return "ended";
  return row.replaced_by === null ? "stopped" : "replaced";
}

/** Ids of replaced prescriptions, by the id of the one that was written in their place. */
function replacedByReplacement(
  rows: readonly (StatusRow & { readonly id: string; readonly product_id: string; readonly approved_at: Date })[],
): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap((row) => {
      const { id, discontinued_at: since, replaced_by } = row;
      if (since === null || prescriptionStatus(row) !== "replaced") return [];
      const next = rows.find(
        (other) => other.id !== id && other.product_id === replaced_by && other.approved_at >= since,
      );
      return next ? [[next.id, id] as const] : [];
    }),
  );
}

/** What a doctor does to a prescription that leaves it with a status. */
const actionBehind: Readonly<Record<PrescriptionStatus, PrescriptionActionKind | null>> = {
  active: null,
  on_hold: "hold",
  stopped: "stop",
  replaced: null,
  ended: null,
  wrong_patient: "stop",
};

function statusReason(
  { secrets }: Pick<Services, "secrets">,
  row: StatusRow & { action: string | null; message_id: string | null; text_sealed: Uint8Array | null },
): string | null {
  if (row.action === null || row.action !== actionBehind[prescriptionStatus(row)]) return null;
  return row.message_id === null || row.text_sealed === null
    ? null
    : openMessageText(secrets, row.message_id, row.text_sealed);
}

/** By prescription: what the patient uses today, what begins after that, and what may be ordered early. */
async function loadUse(services: Deps, patientId: string) {
  const today = clinicToday(services);
  const yearAgo = startOfDay(services.content.brand.timezone, addMonths(today, -12));
  const [prescribed, boxes, rests, earlyFills] = await Promise.all([
    activePrescriptions(services, patientId),
    loadDispensedBoxes(services.db, patientId, services.content.brand.timezone),
    loadOpenRests(services.db, patientId, today),
    earlyFillsOf(services.db, patientId, yearAgo),
  ]);
  const used = medicinesInUse(prescribed, boxes, today);
  const now = new Set(
    [...used.values()].flatMap((each) => (each !== null && each.restsUntil === null ? each.prescriptionId : [])),
  );
  const items = [...prescribed.values()].flatMap((item) => [item, ...(item.replaces ?? [])]);
  return {
    now,
    rests,
    earlyFills,
    earlyUntil: new Map(
      [...prescribed].flatMap(([productId, { prescriptionId, earlyFill, onHold }]) =>
        !onHold && earlyFill && mayComeEarly(earlyFill, boxes.get(productId) ?? [], today)
          ? [[prescriptionId, earlyFill.endsOn] as const]
          : [],
      ),
    ),
    later: new Set(
      [...used].flatMap(([productId, each]) =>
        each === null || each.productId === productId ? [] : (prescribed.get(productId)?.prescriptionId ?? []),
      ),
    ),
    starts: new Map(
      [...prescribed.values()].map(({ prescriptionId, beginsOn = null }) => [
        prescriptionId,
        beginsOn !== null && beginsOn > today ? beginsOn : null,
      ]),
    ),
    paces: new Map(
      [...prescribed.values()].map(({ prescriptionId, pace }) => [prescriptionId, pace ?? "label"] as const),
    ),
    planned: new Map(
      [...prescribed.values()].map(({ prescriptionId, planned = [] }) => [prescriptionId, planned] as const),
    ),
    directions: new Map(items.map(({ prescriptionId, directions }) => [prescriptionId, directions])),
  };
}
