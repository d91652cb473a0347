import fc from "fast-check";
import { expect } from "vitest";
import { propertyRuns } from "../property-runs.ts";

/**
 * Two things that hold of any rule that is handed several of a kind: the order they stand in says nothing, and one more that is over, or is about
 * something else, changes nothing, wherever it stands.
 */
export interface CheckedRule {
  /** Checks both over cases with several of each; resolves with how many answers were compared. */
  readonly check: () => number;
  readonly fields: number;
  readonly inert: number;
}

/** Fields of a case that hold several, and how many may stand where: anywhere, or anywhere but among those of their group. */
type AnyOrder<Case> = { readonly [Field in keyof Case]?: true | ((each: never) => unknown) };

interface RuleSpecification<Case> {
  readonly cases: fc.Arbitrary<Case>;
  /** A map: one answer for each thing. */
  readonly ask: (given: Case) => unknown;
  readonly anyOrder: AnyOrder<Case>;
  /** By name, what of it changes no answer that was given before; `last`: it is the oldest, so it stands at the end. */
  readonly nothing?: Readonly<Record<string, (given: Case) => Inert<Case>>>;
  readonly runs?: number;
}
type Inert<Case> = { readonly [Field in keyof Case]?: unknown } & { readonly last?: true };

const usualRuns = 40;

export function rule<Case extends object>(specification: RuleSpecification<Case>): CheckedRule {
  const { cases, ask, anyOrder, nothing = {}, runs = usualRuns } = specification;
  const fields = Object.keys(anyOrder) as (keyof Case)[];
  const inert = Object.entries(nothing);
  const check = () => {
    let compared = 0;
    const different = new Set<string>();
    const property = fc.property(cases, fc.nat(), (given, seed) => {
      const answer = plain(ask(given));
      different.add(JSON.stringify(answer));
      const shuffled = Object.fromEntries(
        fields.map((field, index) => [field, inOtherOrder(given[field], anyOrder[field], seed + index)]),
      );
      if (fields.length > 0) expect(plain(ask({ ...given, ...shuffled })), "in another order").toEqual(answer);
      compared += 1;
      for (const [name, add] of inert) {
        for (const more of places(given, add(given))) {
          expect(onlyKeysOf(answer, plain(ask({ ...given, ...more }))), `with ${name}`).toEqual(answer);
          compared += 1;
        }
      }
    });
    fc.assert(property, propertyRuns(runs, runs * 50));
    expect(different.size, "answers that differ between cases").toBeGreaterThan(1);
    return compared;
  };
  return { check, fields: fields.length, inert: inert.length };
}

/** The case with what is added in front of, and behind, what it has of the kind. */
function* places<Case extends object>(given: Case, { last, ...added }: Inert<Case>): Generator<Partial<Case>> {
  const join = (isFirst: boolean) =>
    Object.fromEntries(
      Object.entries(added).map(([field, more]) => {
        const own = given[field as keyof Case];
        const pair = isFirst ? [more, own] : [own, more];
        if (Array.isArray(own)) return [field, pair.flat()];
        if (own instanceof Map) return [field, new Map(pair.flatMap((each) => [...(each as Map<unknown, unknown>)]))];
        return [field, new Set(pair.flatMap((each) => [...(each as Set<unknown>)]))];
      }),
    ) as Partial<Case>;
  if (last !== true) yield join(true);
  yield join(false);
}

/** The same things in an order drawn by `seed`; those of one group keep theirs. */
function inOtherOrder(things: unknown, order: unknown, seed: number): unknown {
  if (things instanceof Map) return new Map(shuffled([...things], seed));
  if (things instanceof Set) return new Set(shuffled([...things], seed));
  const items = things as readonly unknown[];
  if (typeof order !== "function") return shuffled(items, seed);
  const groupOf = order as (each: unknown) => unknown;
  const groups = Map.groupBy(items, groupOf);
  return shuffled(items.map(groupOf), seed).map((group) => groups.get(group)?.shift());
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed + 1;
  for (let last = result.length - 1; last > 0; last -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (last + 1);
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}

/** A value that can be compared whatever order its lists and maps are in. A list of which the order counts is given as text. */
export function plain(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, own]) => [String(key), plain(own)]));
  if (value instanceof Set) return plain([...value]);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const items = value.map(plain);
    return items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, plain(own)]));
}

/** Of one answer for each thing, those that were given before. */
const onlyKeysOf = (before: unknown, after: unknown): unknown =>
  typeof before === "object" && before !== null && !Array.isArray(before) && typeof after === "object" && after !== null
    ? Object.fromEntries(Object.entries(after).filter(([key]) => key in before))
    : after;
