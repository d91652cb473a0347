import type { RawBuilder } from "kysely";
import type { Content } from "#content/loader/load.ts";
import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import type { InboxItem } from "#contract/care/inbox.ts";
import type { Permission } from "#contract/policy/policy.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import type { TaskReader } from "#server/tasks/public.ts";

/** Who looks, and when. */
export interface Asker {
  readonly now: Date;
  /** In whose inbox what people of the practice ask each other waits. */
  readonly reader: TaskReader;
  /** Asked whether it opens a record: what somebody asked of themself doesn't. */
  readonly opens?: true;
  readonly permissions: readonly Permission[];
  readonly content: Content;
}

/** What patients are promised about a kind; `businessdays` null: each row's own day says it. */
export interface PromiseToPatients {
  readonly what: string;
  readonly businessdays: number | null;
}

/** What waits, as the inbox reads it. */
export interface WaitingRow {
  readonly kind: InboxKind;
  readonly id: string;
  readonly patientId: string | null;
  readonly refId: string;
  readonly orderId: string | null;
  readonly productId: string | null;
  readonly since: Date;
  /** The row's own day, or when its order's authorization ends. */
  readonly expires: Date | null;
}

export type InboxContext = Services & { readonly clinic: Pick<ClinicCaller, "permissions" | "member"> };

/** What an item says beside what waits, of whom and since when. */
export type Facts = Partial<
  Omit<InboxItem, "id" | "kind" | "refid" | "patient" | "since" | "expires" | "promiseduntil" | "maydecide">
>;

/** Reads what rows say, for all of them together. Kinds that share one are read together. */
export type ReadFacts = (ctx: InboxContext, rows: readonly WaitingRow[]) => Promise<(row: WaitingRow) => Facts>;

/**
 * One kind of thing that waits. Everything that asks what waits asks the entries: the list, its counts, the lists of the contract, whose record is open
 * for work, and which changes open desks are told of. Who sees a kind is declared with its name, in the contract.
 */
export interface InboxEntry {
  /**
   * All rows that wait, of everybody: the columns of `waitingColumns`. No order and no limit, so that a condition on the patient or on a page reaches
   * the tables.
   */
  readonly rows: (asker: Asker) => RawBuilder<unknown>;
  /** Null: nothing is promised. */
  readonly promise: (content: Content) => PromiseToPatients | null;
  readonly facts: ReadFacts;
  /** Deciding it needs a license in the patient's state. */
  readonly byLicense: boolean;
  /** Whoever sees the kind may open the record of the patient who waits. */
  readonly opensRecord: boolean;
  /** Tables whose changes open or settle one: each tells open desks at commit. */
  readonly tables: readonly string[];
}
