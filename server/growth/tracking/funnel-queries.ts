import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import type { Funnel } from "../experiments/funnel.ts";

export type VariantFunnels = readonly (readonly [variant: string, funnel: Funnel])[];

interface Row extends Funnel {
  readonly variant: string;
}

const byVariant = (rows: readonly Row[]): VariantFunnels =>
  rows.map(({ variant, ...funnel }) => [variant, funnel] as const);

/** The visit is finished; a first order is paid, whatever became of it later. For a query with a patient `p`. */
const finished = sql`exists (select 1 from onboarding o where o.patient_id = p.id and o.status = 'DONE')`;
const paid = sql`exists (select 1 from customer_order c where c.patient_id = p.id and c.kind <> 'renewal'
  and c.status in ('paid', 'shipped', 'delivered', 'refunded'))`;

/**
 * The funnel of each variant of an experiment. A report, so it reads tables of every feature. It leaves out who was a patient before seeing
 * the variant, as they could not sign up through it.
 */
export async function experimentFunnels(db: Database, experiment: string): Promise<VariantFunnels> {
  const { rows } = await sql<Row>`
    select a.variant, count(*)::int as assigned, count(p.id)::int as "signedUp",
      count(*) filter (where ${finished})::int as finished, count(*) filter (where ${paid})::int as paid
    from experiment_assignment a left join patient p on p.id = a.patient_id
    where a.experiment = ${experiment} and (p.id is null or p.created_at >= a.assigned_at - interval '1 minute')
    group by a.variant order by a.variant`.execute(db);
  return byVariant(rows);
}

/** The same for the visit's flow variants, which are assigned at sign-up. */
export async function flowFunnels(db: Database): Promise<VariantFunnels> {
  const { rows } = await sql<Row>`
    select coalesce(v.flow_variant, 'none') as variant, count(*)::int as assigned, count(*)::int as "signedUp",
      count(*) filter (where ${finished})::int as finished, count(*) filter (where ${paid})::int as paid
    from onboarding v join patient p on p.id = v.patient_id
    group by 1 order by 1`.execute(db);
  return byVariant(rows);
}
