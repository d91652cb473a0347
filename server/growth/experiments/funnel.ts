import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";

/** Funnel of one variant: each number counts who came at least that far. */
export interface Funnel {
  readonly assigned: number;
  readonly signedUp: number;
  readonly finished: number;
  readonly paid: number;
}
export const funnelSteps = ["signedUp", "finished", "paid"] as const;

/** A share with the bounds of its 95% confidence interval. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95% quantile of the normal distribution. */
const zScore = 1.959964;

/** Share of `successes` among `trials` with its Wilson score interval; null without trials. */
export function wilsonInterval(successes: number, trials: number): Share | null {
  if (trials === 0) return null;
  const share = successes / trials;
  const spread = 1 + zScore ** 2 / trials;
  const middle = (share + zScore ** 2 / (2 * trials)) / spread;
  const half = (zScore / spread) * Math.sqrt((share * (1 - share)) / trials + zScore ** 2 / (4 * trials ** 2));
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** How much larger `b` is than `a`, with Newcombe's interval (Wilson's bounds combined; 1998, method 10); null when either is null. */
export function newcombeDifference(a: Share | null, b: Share | null): Share | null {
  if (!a || !b) return null;
  const share = b.share - a.share;
  return {
    share,
    low: share - Math.hypot(b.share - b.low, a.high - a.share),
    high: share + Math.hypot(b.high - b.share, a.share - a.low),
  };
}

/** p-value of a chi-square: the upper regularized gamma function, by its recurrence from 1 or 2 degrees of freedom. */
function chiSquarePValue(chiSquare: number, degrees: number): number {
  const half = chiSquare / 2;
  const isOdd = degrees % 2 === 1;
  let pValue = isOdd ? 2 * normalUpperTail(Math.sqrt(chiSquare)) : Math.exp(-half);
  let term = isOdd ? (Math.sqrt(half) * Math.exp(-half)) / (Math.sqrt(Math.PI) / 2) : half * Math.exp(-half);
  for (let at = isOdd ? 1 : 2; at < degrees; at += 2) {
    pValue += term;
    term *= half / (at / 2 + 1);
  }
  return pValue;
}

/** Probability of a standard normal value above `from`, by Simpson's rule. */
function normalUpperTail(from: number): number {
  const steps = 2000;
  const width = 12 / steps;
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(from) + density(from + 12);
  for (let step = 1; step < steps; step += 1) sum += density(from + step * width) * (step % 2 === 1 ? 4 : 2);
  return (sum * width) / 3;
}

/** Below this p-value, counts differ from their weights by more than chance (the usual bound for a sample-ratio mismatch). */
const mismatchPValue = 0.001;

/** Tests whether visitors were assigned by the weights: the chi-square of the counts and its p-value. */
export function sampleRatio(
  weights: readonly (readonly [name: string, weight: number])[],
  counts: ReadonlyMap<string, number>,
): { readonly chiSquare: number; readonly pValue: number } | null {
  const all = weights.reduce((sum, [name]) => sum + (counts.get(name) ?? 0), 0);
  const totalWeight = weights.reduce((sum, [, weight]) => sum + weight, 0);
  if (all === 0 || weights.length < 2) return null;
  const chiSquare = weights.reduce((sum, [name, weight]) => {
    const expected = (all * weight) / totalWeight;
    return sum + ((counts.get(name) ?? 0) - expected) ** 2 / expected;
  }, 0);
  return { chiSquare, pValue: chiSquarePValue(chiSquare, weights.length - 1) };
}

/** The sample ratio as a line of the report. */
export function sampleRatioLine(
  weights: readonly (readonly [name: string, weight: number])[],
  variants: readonly (readonly [name: string, funnel: Funnel])[],
): string {
  const ratio = sampleRatio(weights, new Map(variants.map(([name, { assigned }]) => [name, assigned])));
  if (!ratio) return "shared out as weighted: –";
  const testResult = `chi-square ${ratio.chiSquare.toFixed(2)}, p = ${ratio.pValue.toFixed(4)}`;
  return `shared out as weighted: ${testResult}${ratio.pValue < mismatchPValue ? " ! do not trust this experiment" : ""}`;
}

// oxlint-disable-next-line formats/cents-at-home -- a share as a percentage
const percent = (value: number) => `${(value * 100).toFixed(1)}%`;
// oxlint-disable-next-line formats/cents-at-home -- a share as percentage points
const points = (value: number) => `${value >= 0 ? "+" : "−"}${Math.abs(value * 100).toFixed(1)}`;
const shareText = (share: Share | null) =>
  share ? `${percent(share.share)} [${percent(share.low)}, ${percent(share.high)}]` : "–";
const differenceText = (d: Share | null) =>
  d ? `${points(d.share)} [${points(d.low)}, ${points(d.high)}]${d.low > 0 || d.high < 0 ? " *" : ""}` : "–";

/** The funnels of one experiment as a text table; differences are from the first variant, in percentage points. */
export function funnelTable(variants: readonly (readonly [name: string, funnel: Funnel])[]): string {
  const [, first] = variants[0] ?? [];
  const shareOf = (funnel: Funnel | undefined, step: (typeof funnelSteps)[number]) =>
    wilsonInterval(funnel?.[step] ?? 0, funnel?.assigned ?? 0);
  const rows = [
    ["variant", "assigned", "signed up", "visit finished", "first order paid"],
    ...variants.flatMap(([name, funnel], index) => {
      const counts = [name, String(funnel.assigned), ...funnelSteps.map((step) => String(funnel[step]))];
      const shares = ["", "", ...funnelSteps.map((step) => shareText(shareOf(funnel, step)))];
      const differences = [
        "",
        "  difference",
        ...funnelSteps.map((step) => differenceText(newcombeDifference(shareOf(first, step), shareOf(funnel, step)))),
      ];
      return index === 0 ? [counts, shares] : [counts, shares, differences];
    }),
  ];
  const widths = rows.reduce((all, row) => row.map((cell, column) => Math.max(all[column] ?? 0, cell.length)), [0]);
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

type VariantFunnels = readonly (readonly [variant: string, funnel: Funnel])[];

interface Row extends Funnel {
  readonly variant: string;
}

const byVariant = (rows: readonly Row[]): VariantFunnels =>
  rows.map(({ variant, ...funnel }) => [variant, funnel] as const);

/** The visit is finished; a first order is paid, whatever became of it later. For a query with a patient `p`. */
const finished = sql`exists (select 1 from onboarding o where o.patient_id = p.id and o.status = 'DONE')`;
const paid = sql`exists (select 1 from customer_order c where c.patient_id = p.id and c.kind <> 'renewal'
  and c.status in ${orderStates.wasPaid.sql})`;

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
