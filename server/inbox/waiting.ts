import { type RawBuilder, sql } from "kysely";
import { type InboxKind, type AssigneeFilter, inboxKindsFor } from "#contract/care/inbox-kinds.ts";
import { type InboxCount, inboxPageMax, inboxPageSize } from "#contract/care/inbox.ts";
import type { Permission } from "#contract/policy/policy.ts";
import type { CountingAssignment } from "#server/care/public.ts";
import { readOften } from "#server/platform/database/prepared-reads.ts";
import { authorizationLifetimeMs } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import type { TaskReader } from "#server/tasks/public.ts";
import type { Asker, WaitingRow } from "./entry.ts";
import { lateBefore } from "./promises.ts";
import { registry } from "./registry.ts";
import { type InboxCursor, lastRank, type Rank, urgencyRanks } from "./urgency.ts";

/** The rows of these kinds, each with its kind. */
export const rowsOf = (kinds: readonly InboxKind[], asker: Asker): RawBuilder<unknown> =>
  unionAll(
    kinds.map((kind) => sql`select ${sql.lit(kind)}::text as kind, each.* from (${registry[kind].rows(asker)}) each`),
  );

const unionAll = (selects: readonly RawBuilder<unknown>[]) => sql.join(selects, sql` union all `);

/** What is asked of the inbox. */
export interface InboxQuery {
  readonly permissions: readonly Permission[];
  /** The moment the first page was read at: what is too late soon is told by it on every page. */
  readonly asOf: Date;
  readonly patientId: string | undefined;
  /** Only these kinds are listed; all are counted. */
  readonly kinds: readonly InboxKind[];
  readonly whose: AssigneeFilter;
  /** Who looks; a system has nothing of its own. */
  readonly reader: TaskReader;
  /** Whether the caller is told that a patient has an open emergency, and so what comes first because of one. */
  readonly seesAlerts: boolean;
  readonly assignments: readonly CountingAssignment[];
  readonly after: InboxCursor | null;
  readonly limit: number;
}

type ListedRow = WaitingRow & InboxCursor;
export interface WaitingPage {
  readonly rows: readonly ListedRow[];
  /** Only kinds of which something waits. */
  readonly counts: ReadonlyMap<InboxKind, Omit<InboxCount, "kind" | "promised">>;
}

type Reader = Pick<Services, "db" | "content" | "clock">;

/** What waits, and how many, in one statement: the counts are of the very rows that are listed. */
export async function readWaiting(services: Reader, query: InboxQuery): Promise<WaitingPage> {
  if (inboxKindsFor(query.permissions).length === 0) return { rows: [], counts: new Map() };
  const statement = waitingStatement(services, query);
  const { rows } = await services.db.executeQuery<Answer>(isUsual(query) ? readOften(statement) : statement);
  const [{ items, counts } = { items: [], counts: [] }] = rows;
  return {
    rows: items.map(({ since, expires, ...row }) => ({
      ...row,
      since: new Date(since),
      expires: expires === null ? null : new Date(expires),
    })),
    counts: new Map(
      counts.map(({ kind, oldest, ...count }) => [kind, { ...count, oldest: new Date(oldest).toISOString() }]),
    ),
  };
}

/** What open inboxes, badges and records ask again and again: the first page of everything, or its counts. Few texts, because each prepared one takes memory. */
const isUsual = ({ permissions, kinds, whose, after, limit }: InboxQuery) =>
  after === null &&
  whose === "all" &&
  [0, inboxPageSize + 1, inboxPageMax + 1].includes(limit) &&
  inboxKindsFor(permissions).every((kind) => kinds.includes(kind));

/**
 * The page and the counts read the same rows of the entries, each its own way: a count needs a column or two of every row, a page a few rows in full. To
 * plan it takes longer than to run it, so it is prepared; what the plan follows from is in the text, and no value.
 */
function waitingStatement({ db, content, clock }: Reader, query: InboxQuery) {
  const { permissions, limit } = query;
  const asker = { now: clock.now(), permissions, content, reader: query.reader };
  const visible = inboxKindsFor(permissions);
  const kinds = visible.filter((kind) => query.kinds.includes(kind));
  const items = limit > 0 && kinds.length > 0 ? asJson<JsonRow>(pageOf(kinds, query, asker)) : noItems;
  return db
    .selectNoFrom([items.as("items"), asJson<JsonCount>(countsOf(visible, query, asker)).as("counts")])
    .compile();
}

const noItems = sql<readonly JsonRow[]>`'[]'::json`;
const asJson = <Row>(rows: RawBuilder<unknown>) =>
  sql<readonly Row[]>`coalesce((select json_agg(found) from (${rows}) found), '[]')`;

/** The rows of a page. Little is urgent, and all of it is read; what only waits is read in the order of each kind's index, no further than the page goes. */
function pageOf(kinds: readonly InboxKind[], query: InboxQuery, asker: Asker): RawBuilder<unknown> {
  const { asOf, after, seesAlerts } = query;
  const limit = sql.lit(query.limit);
  const ofRank = ({ rank, includes, at }: Rank, of: readonly InboxKind[]) => sql`
    select waiting.*, ${sql.lit(rank)} as rank, ${at} as at from (${rowsOf(of, asker)}) waiting
    where ${includes} and ${isOfPatient(query)} and ${isWhose(query)}
      and ${after?.rank === rank ? isBeyond(after, at) : sql`true`}`;
  const first = urgencyRanks(asOf)
    .filter(({ rank }) => after === null || rank >= after.rank)
    .flatMap((rank) =>
      rank.rank < lastRank
        ? ofRank(rank, kinds)
        : kinds.map((kind) => sql`(${ofRank(rank, [kind])} order by at, id limit ${limit})`),
    );
  return sql`
    with held as materialized (
      select customer_order.id as order_id,
        min(coalesce(capture_before, placed_at + ${`${authorizationLifetimeMs} milliseconds`}::interval)) as ends
      from customer_order
      left join payment_intent on payment_intent.order_id = customer_order.id and payment_intent.status = 'requires_capture'
      where customer_order.status = 'authorized' group by customer_order.id
    ), told as materialized (
      select patient_id from emergency_report where closed_at is null and patient_id is not null and ${seesAlerts}::boolean
    ), assigned as (${assigned(query)})
    select kind, id, patient_id as "patientId", ref_id as "refId", page.order_id as "orderId", product_id as "productId", since,
      coalesce(due, ends) as expires, rank, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from (select * from (${unionAll(first)}) first order by rank, at, id, kind limit ${limit}) page
    left join held on held.order_id = page.order_id
    order by rank, page.at, id, kind`;
}

function countsOf(kinds: readonly InboxKind[], query: InboxQuery, asker: Asker): RawBuilder<unknown> {
  const countWhere = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::int`;
  const counts = kinds.map(
    (kind) => sql`
      select kind, count(*)::int as waiting, min(since) as oldest, ${countWhere(isLate(kind, asker))} as late,
        ${countWhere(isMine(query))} as mine, ${countWhere(isNobodys)} as nobodys
      from (${rowsOf([kind], asker)}) waiting where ${isOfPatient(query)} group by kind`,
  );
  return sql`with assigned as (${assigned(query)}) ${unionAll(counts)}`;
}

/** Whether a row of the kind is past what was promised: by when it began to wait, or by its own day. */
function isLate(kind: InboxKind, { content, now }: Asker): RawBuilder<unknown> {
  const days = registry[kind].promise(content)?.businessdays ?? null;
  if (days === null) return sql`due <= ${now}::timestamptz`;
  return sql`since < ${lateBefore(days, now, content)}::timestamptz`;
}

/** Whose conversations are; of another kind nothing is anybody's. */
const assigned = ({ assignments }: InboxQuery) => sql`
  select conversation_id, staff_assignment.member_id
  from staff_assignment
  join conversation on conversation.id = conversation_id
  join patient on patient.id = staff_assignment.patient_id
  join unnest(
    ${assignments.map(({ memberId }) => memberId)}::uuid[], ${assignments.map(({ kind }) => kind)}::text[],
    ${assignments.map(({ state }) => state)}::text[]) as counting (member_id, kind, state)
  on counting.member_id = staff_assignment.member_id and counting.kind = conversation.kind
    and counting.state is not distinct from patient.state`;

const isMine = ({ reader }: InboxQuery) =>
  sql`kind = 'conversation' and id in (select conversation_id from assigned where member_id = ${reader.memberId}::uuid)`;
const isNobodys = sql`(kind <> 'conversation' or id not in (select conversation_id from assigned))`;
const isWhose = (query: InboxQuery) => ({ all: sql`true`, mine: isMine(query), nobodys: isNobodys })[query.whose];

const isOfPatient = ({ patientId }: InboxQuery) =>
  patientId === undefined ? sql`true` : sql`patient_id = ${patientId}::uuid`;

const isBeyond = ({ at, id, kind }: InboxCursor, column: RawBuilder<unknown>) =>
  sql`(${column}, id, kind) > (${at}::timestamptz, ${id}::uuid, ${kind}::text)`;

interface Answer {
  readonly items: readonly JsonRow[];
  readonly counts: readonly JsonCount[];
}
type JsonRow = Omit<ListedRow, "since" | "expires"> & { readonly since: string; readonly expires: string | null };
type JsonCount = Omit<InboxCount, "promised" | "oldest"> & { readonly oldest: string };
