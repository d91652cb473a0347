/** Plane curves of the drawings. A curve is start, control point, end (quadratic Bézier). */
export type Curve = readonly [x0: number, y0: number, cx: number, cy: number, x1: number, y1: number];

export const round = (value: number) => Math.round(value * 10) / 10;

/** The point at `t` and the direction there, as a rotation from "straight up". */
export function along([x0, y0, cx, cy, x1, y1]: Curve, t: number): { x: number; y: number; turn: number } {
  const u = 1 - t;
  const dx = 2 * u * (cx - x0) + 2 * t * (x1 - cx);
  const dy = 2 * u * (cy - y0) + 2 * t * (y1 - cy);
  return {
    x: u * u * x0 + 2 * u * t * cx + t * t * x1,
    y: u * u * y0 + 2 * u * t * cy + t * t * y1,
    turn: (Math.atan2(dy, dx) * 180) / Math.PI + 90,
  };
}

export function stemPath([x0, y0, cx, cy, x1, y1]: Curve): string {
  return `M${x0} ${y0}Q${cx} ${cy} ${x1} ${y1}`;
}

/** A petal from radius `inner` to `outer`, `w` its half width, with a notched tip. */
export function petalPath(inner: number, outer: number, w: number): string {
  const p = (...values: number[]) => values.map(round).join(" ");
  const body = outer - inner;
  return (
    `M${p(-w * 0.35, -inner)}C${p(-w * 0.9, -inner - body * 0.45, -w * 1.1, -outer + body * 0.08, -w * 0.42, -outer)}` +
    `Q${p(-w * 0.1, -outer + body * 0.01, 0, -outer + body * 0.07)}Q${p(w * 0.1, -outer + body * 0.01, w * 0.42, -outer)}` +
    `C${p(w * 1.1, -outer + body * 0.08, w * 0.9, -inner - body * 0.45, w * 0.35, -inner)}Z`
  );
}

export function leafPath(l: number, w: number, flip: boolean): { whole: string; half: string; rib: string } {
  const p = (...values: number[]) => values.map(round).join(" ");
  const side = flip ? -1 : 1;
  const tip = side * w * 0.12;
  const edge = (s: number) => `C${p(s * w * 0.9, -l * 0.18, s * w * 1.15, -l * 0.62, tip, -l)}`;
  const rib = `Q${p(-side * w * 0.1, -l * 0.5, tip, -l)}`;
  return {
    whole: `M0 0${edge(1)}C${p(-w * 1.15, -l * 0.62, -w * 0.9, -l * 0.18, 0, 0)}Z`,
    half: `M0 0${edge(side)}${`Q${p(-side * w * 0.1, -l * 0.5, 0, 0)}`}Z`,
    rib: `M0 0${rib.replace(p(tip, -l), p(tip * 0.8, -l * 0.8))}`,
  };
}
