import type { WritePoint } from "./write-points.ts";

const killPointsSetting = process.env["KILL_POINTS"];

/** With KILL_POINTS=few every eighth: for the second of two databases in one run. */
export const sample = <T>(all: readonly T[]): readonly T[] =>
  killPointsSetting === "few" ? all.filter((_, n) => n % 8 === 0) : all;

/**
 * The write points a run kills before. A death within a transaction leaves what one before its commit leaves: such points are tried
 * when asked for, by KILL_POINTS=all.
 */
export const writePointsToTest = (points: readonly WritePoint[]): readonly WritePoint[] =>
  sample(killPointsSetting === "all" ? points : points.filter(({ within: isInTransaction }) => !isInTransaction));

/** At these points the patient also comes back in other ways; one for each of those a run tries. */
export const recoveryVariants = <Point>(points: readonly Point[]) =>
  sample(
    points.flatMap((point) =>
      (["she presses again", "nobody comes back"] as const).map((recovery) => ({ point, then: recovery })),
    ),
  );

/** Number of a point, from 1; without one, that of a point nothing reaches. */
export const writePointNumber = (points: readonly WritePoint[], point: WritePoint | undefined): number =>
  point ? points.indexOf(point) + 1 : points.length + 1;
