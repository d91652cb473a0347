import type { WritePoint } from "./write-points.ts";

const killPointsSetting = process.env["KILL_POINTS"];

/** With KILL_POINTS=few every eighth one: for the second of two databases in one run. */
export const sample = <T>(all: readonly T[]): readonly T[] =>
  killPointsSetting === "few" ? all.filter((_, n) => n % 8 === 0) : all;

/**
 * The write points a run kills at. A kill within a transaction leaves the same as one before its commit, so such points are tried
 * only with KILL_POINTS=all.
 */
export const selectWritePoints = (points: readonly WritePoint[]): readonly WritePoint[] =>
  sample(killPointsSetting === "all" ? points : points.filter(({ within: isInTransaction }) => !isInTransaction));

/** For these points, the ways a patient can come back (or not); only a sample of them with KILL_POINTS=few. */
export const recoveryVariants = <Point>(points: readonly Point[]) =>
  sample(
    points.flatMap((point) =>
      (["the patient presses again", "nobody comes back"] as const).map((recovery) => ({ point, then: recovery })),
    ),
  );

/** Number of a point, from 1; without one, a number no point has. */
export const writePointNumber = (points: readonly WritePoint[], point: WritePoint | undefined): number =>
  point ? points.indexOf(point) + 1 : points.length + 1;
