import { type RawBuilder, sql } from "kysely";
import { readKinds } from "#contract/care/conversations.ts";
import type { ListFilters } from "#contract/care/lists.ts";
import type { Permission } from "#contract/policy/policy.ts";
import { planStatuses } from "#server/care/public.ts";
import type { CaseStatus } from "#server/cases/public.ts";
import { ageOn, answerSealContext, type GivenAnswer } from "#server/onboarding/public.ts";
import { clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Services } from "#server/platform/services.ts";
import { singlyLogKinds } from "#server/tasks/public.ts";
import { productsOf } from "./filters.ts";
import { hasChosen, isCheckupOverdue } from "./overdue-checkup.ts";

/*
 * Who is on a list: one statement for everybody. What is sealed, an answer or a birthday, is compared here and not in SQL, because nothing in the database says what
 * it is.
 */

type Deps = Pick<Services, "db" | "secrets" | "content" | "clock">;
type Condition = RawBuilder<unknown>;

/** A patient on a list. */
export interface Listed {
  readonly id: string;
  readonly createdAt: Date;
  /** Why they aren't written to with the others. */
  readonly leftOut: "closed" | "death_reported" | "restricted" | null;
}

const birthdayOf = sealed("patient.birthday_sealed");

/** Everybody of whom all of this is true, newest first; as far as somebody with these permissions may know of it. */
export async function findListed(
  services: Deps,
  filters: ListFilters,
  permissions: readonly Permission[],
): Promise<readonly Listed[]> {
  const { content, secrets, db } = services;
  const { answer, checkup: checkupId } = filters;
  const checkup = checkupId === undefined ? null : (content.checkups[checkupId] ?? null);
  const { rows } = await sql<ListedRow>`
    select patient.id, patient.created_at, patient.closed_at is not null as closed, patient.death_reported_at is not null as death_reported,
      exists (select from task where kind = 'log' and ended_at is null and log_kind = any(${[...singlyLogKinds(content.log)]}::text[])
        and (task.patient_id = patient.id or task.patient_id in (
          select retired_id from record_merge where surviving_id = patient.id and merged_at is not null and undone_at is null))) as restricted,
      answer.id as answer_id, answer.value_sealed as answer_sealed, checkup.id as checkup_id, checkup.value_sealed as checkup_sealed,
      checkup.answered_at as checkup_at, case when ${checkup !== null}::boolean then patient.birthday_sealed end as birthday_sealed
    from patient
    left join lateral (
      select care_case.status, coalesce(treating_doctor_id, doctor_id) as doctor_id from care_case
      where care_case.patient_id = patient.id order by submitted_at desc limit 1) as care on true
    left join lateral (${latestAnswer(answer?.questionid ?? null)}) as answer on true
    left join lateral (${latestAnswer(checkup?.question ?? null)}) as checkup on true
    where not exists (select from record_merge where retired_id = patient.id and merged_at is not null and undone_at is null)
      and ${sql.join(conditionsOf(services, filters, permissions), sql` and `)}
    order by patient.created_at desc, patient.id desc`.execute(db);
  const today = clinicToday(services);
  const { timezone } = content.brand;
  const isListed = (row: ListedRow): boolean => {
    if (answer) {
      const given = opened(services, row.answer_id, row.answer_sealed);
      if (given === null || !hasChosen(given.value, answer.value)) return false;
    }
    if (checkup === null) return true;
    const given = opened(services, row.checkup_id, row.checkup_sealed);
    const birthday = openText(secrets, row.birthday_sealed, birthdayOf(row.id));
    const facts = {
      answer: given && row.checkup_at && { value: given.value, answeredAt: row.checkup_at },
      age: birthday === null ? null : ageOn(birthday, today),
    };
    return isCheckupOverdue(checkup, facts, { today, timezone });
  };
  return rows
    .filter(isListed)
    .map(({ id, created_at: createdAt, closed, death_reported: isDeathReported, restricted }) => ({
      ...{ id, createdAt },
      leftOut: closed ? "closed" : isDeathReported ? "death_reported" : restricted ? "restricted" : null,
    }));
}

interface ListedRow {
  readonly id: string;
  readonly created_at: Date;
  readonly closed: boolean;
  readonly death_reported: boolean;
  readonly restricted: boolean;
  readonly answer_id: string | null;
  readonly answer_sealed: Uint8Array | null;
  readonly checkup_id: string | null;
  readonly checkup_sealed: Uint8Array | null;
  readonly checkup_at: Date | null;
  readonly birthday_sealed: Uint8Array | null;
}

const opened = ({ secrets }: Deps, id: string | null, value: Uint8Array | null): GivenAnswer | null =>
  id === null || value === null ? null : secrets.open<GivenAnswer>(value, answerSealContext(id));

/** The latest answer of `patient` to a question; none without one. */
const latestAnswer = (questionId: string | null) =>
  questionId === null
    ? sql`select null::uuid as id, null::bytea as value_sealed, null::timestamptz as answered_at`
    : sql`select id, value_sealed, answered_at from health_answer
        where health_answer.patient_id = patient.id and question_id = ${questionId} order by answered_at desc, id desc limit 1`;

/** What was prescribed or packed under an account that became part of another one is of the person who has that one. */
const accountOf = (column: string) =>
  sql`coalesce((select surviving_id from record_merge
    where retired_id = ${sql.ref(column)} and merged_at is not null and undone_at is null), ${sql.ref(column)})`;

/** The last message of `patient`, decision about them, or review they finished; null: none. */
export const lastSeen = sql<Date | null>`greatest(
  (select max(created_at) from message where message.patient_id = patient.id and message.role = 'patient'),
  (select max(decided_at) from care_case where care_case.patient_id = patient.id),
  (select max(decided_at) from renewal_request where renewal_request.patient_id = patient.id),
  (select max(signed_at) from visit_note where visit_note.patient_id = patient.id and note_id is null),
  (select max(completed_at) from followup where followup.patient_id = patient.id))`;

function conditionsOf(
  { content }: Deps,
  filters: ListFilters,
  permissions: readonly Permission[],
): readonly Condition[] {
  const { lotnumber, doctor, state, carestatus, notseensince, reviewopen, awaitsreply } = filters;
  const products = productsOf(content, filters);
  return [
    sql`true`,
    ...(lotnumber === undefined ? (products === null ? [] : [isPrescribed(products)]) : [hadLot(lotnumber, products)]),
    ...(doctor === undefined ? [] : [sql`care.doctor_id = ${doctor}`]),
    ...(state === undefined ? [] : [sql`patient.state = ${state}`]),
    ...(carestatus === undefined ? [] : [sql`coalesce(care.status, 'lapsed') = any(${casesOf(carestatus)}::text[])`]),
    ...(notseensince === undefined
      ? []
      : [
          sql`coalesce(${lastSeen}, patient.created_at) < ${startOfDay(content.brand.timezone, notseensince)}::timestamptz`,
        ]),
    ...(reviewopen === undefined
      ? []
      : [sql`exists (select from followup where followup.patient_id = patient.id and followup.status <> 'COMPLETED')`]),
    ...(awaitsreply === undefined
      ? []
      : [
          sql`exists (select from conversation where conversation.patient_id = patient.id and needs_reply
            and conversation.closed_at is null and conversation.kind = any(${[...readKinds(permissions)]}::text[]))`,
        ]),
  ];
}

/** The states of a case that the lists call this. */
const casesOf = (wanted: NonNullable<ListFilters["carestatus"]>): string[] =>
  (Object.keys(planStatuses) as CaseStatus[]).filter((status) => planStatuses[status] === wanted);

const isPrescribed = (products: readonly string[]) =>
  sql`patient.id in (select ${accountOf("prescription.patient_id")} from prescription
    where prescription.status = 'active' and prescription.product_id = any(${[...products]}::text[]))`;

/** A lot is of a medicine, whether that is still prescribed or not: what was packed of it is at the patient's home. */
const hadLot = (lotNumber: string, products: readonly string[] | null) =>
  sql`patient.id in (select ${accountOf("customer_order.patient_id")} from order_fill
    join customer_order on customer_order.id = order_fill.order_id
    join order_line on order_line.order_id = order_fill.order_id and order_line.line = order_fill.line
    where order_fill.id in (select id from order_fill where lot_number = ${lotNumber}
        union all select fill_id from packed_box where packed_box.lot_number = ${lotNumber})
      and order_fill.voided_at is null
      and (${products}::text[] is null or order_line.product_id = any(${products}::text[])))`;
