import type { ReactNode } from "react";
import { type Curve, along, leafPath, petalPath, round, stemPath } from "./geometry.ts";

/* The style all drawings share: one line, fills a little out of register, leaves lit from one side. */

/** The canvas of a drawing. Decorative: the text beside it carries the meaning. */
export function Art({ box, line = 1.7, children }: { box: string; line?: number; children: ReactNode }) {
  return (
    <svg
      viewBox={box}
      fill="none"
      stroke="var(--art-line)"
      strokeWidth={line}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

type At = { x: number; y: number; turn?: number | undefined };

function place({ x, y, turn = 0 }: At): string {
  return `translate(${round(x)} ${round(y)}) rotate(${round(turn)})`;
}

function petals(angles: readonly number[], d: string, fill: string) {
  return angles.map((angle) => <path key={angle} d={d} fill={fill} transform={`rotate(${round(angle)})`} />);
}

/** Petals have a finer line than the rest, finest in small flowers. */
const fine = (r: number) => round(Math.min(1.5, 0.7 + r * 0.012));

const ring = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => from + (360 / count) * index + Math.sin(index * 5.3 + from) * 2.5);

const fan = (count: number, reach: number) =>
  Array.from({ length: count }, (_, index) => (index / (count - 1) - 0.5) * 2 * reach).toSorted(
    (one, other) => Math.abs(other) - Math.abs(one),
  );

/** A calendula seen from above. */
export function Marigold({ r, ...at }: At & { r: number }) {
  return (
    <g transform={place(at)} strokeWidth={fine(r)}>
      {petals(ring(14, 0), petalPath(r * 0.2, r, r * 0.2), "var(--art-petal)")}
      {petals(ring(11, 9), petalPath(r * 0.15, r * 0.7, r * 0.18), "var(--art-petal-soft)")}
      <circle r={r * 0.25} fill="var(--art-heart)" />
      <g stroke="var(--art-petal-soft)" strokeWidth={Math.max(1, r * 0.05)}>
        {ring(7, 0).map((angle) => (
          <path key={angle} d={`M0 ${round(-r * 0.14)}v.01`} transform={`rotate(${round(angle)})`} />
        ))}
      </g>
    </g>
  );
}

/** The same flower from the side, growing upwards from its calyx. */
export function SideMarigold({ r, ...at }: At & { r: number }) {
  const cup = `M${round(-r * 0.34)} ${round(-r * 0.2)}Q${round(-r * 0.34)} ${round(r * 0.16)} 0 ${round(r * 0.2)}Q${round(r * 0.34)} ${round(r * 0.16)} ${round(r * 0.34)} ${round(-r * 0.2)}Q0 ${round(-r * 0.02)} ${round(-r * 0.34)} ${round(-r * 0.2)}Z`;
  return (
    <g transform={place(at)} strokeWidth={fine(r)}>
      {petals(fan(9, 74), petalPath(r * 0.05, r, r * 0.19), "var(--art-petal)")}
      {petals(fan(6, 54), petalPath(r * 0.05, r * 0.72, r * 0.17), "var(--art-petal-soft)")}
      <path d={cup} fill="var(--art-leaf)" />
      <path d={`M0 ${round(-r * 0.06)}V${round(r * 0.1)}`} />
    </g>
  );
}

export function Bud({ r, ...at }: At & { r: number }) {
  return (
    <g transform={place(at)} strokeWidth={fine(r * 2)}>
      {petals([-20, 20, 0], petalPath(0, r * 1.05, r * 0.28), "var(--art-petal)")}
      <path
        d={`M${round(-r * 0.42)} ${round(-r * 0.45)}Q${round(-r * 0.5)} ${round(r * 0.2)} 0 ${round(r * 0.25)}Q${round(r * 0.5)} ${round(r * 0.2)} ${round(r * 0.42)} ${round(-r * 0.45)}L${round(r * 0.2)} ${round(-r * 0.22)}L0 ${round(-r * 0.55)}L${round(-r * 0.2)} ${round(-r * 0.22)}Z`}
        fill="var(--art-leaf)"
      />
    </g>
  );
}

/** Grows upwards from its foot; `flip` lights the other side. */
export function Leaf({ l, w = l * 0.3, flip = false, ...at }: At & { l: number; w?: number; flip?: boolean }) {
  const { whole, half, rib } = leafPath(l, w, flip);
  return (
    <g transform={place(at)}>
      <path d={whole} fill="var(--art-leaf-soft)" stroke="none" />
      <path d={half} fill="var(--art-leaf)" stroke="none" />
      <path d={whole} />
      <path d={rib} strokeWidth={1.1} />
    </g>
  );
}

export function Berry({ r, ...at }: At & { r: number }) {
  return (
    <g transform={place(at)}>
      <circle r={r} fill="var(--art-heart)" />
    </g>
  );
}

type StemProps = {
  curve: Curve;
  /** Leaves per stem, alternating sides (or in pairs), from `from` to `to` along it. */
  leaves?: number;
  l?: number;
  w?: number;
  spread?: number;
  from?: number;
  to?: number;
  pairs?: boolean;
  berries?: boolean;
  children?: ReactNode;
};

/** A stem with its leaves; leaves grow smaller towards the tip. */
export function Stem({
  curve,
  leaves = 0,
  l = 34,
  w = l * 0.3,
  spread = 48,
  from = 0.2,
  to = 0.85,
  pairs = false,
  berries = false,
}: StemProps) {
  const spots = Array.from({ length: leaves }, (_, index) => from + ((to - from) * index) / Math.max(1, leaves - 1));
  return (
    <g>
      <path d={stemPath(curve)} />
      {spots.flatMap((t, index) => {
        const { x, y, turn } = along(curve, t);
        const size = (1.1 - t * 0.5) * (1 + Math.sin(index * 3.7) * 0.06);
        const sides = pairs ? [-1, 1] : [index % 2 ? 1 : -1];
        return sides.map((side) =>
          berries ? (
            <Twig key={`${index}${side}`} {...{ x, y }} turn={turn + side * spread} l={l * size} />
          ) : (
            <Leaf
              key={`${index}${side}`}
              {...{ x, y }}
              turn={turn + side * (spread + Math.sin(index * 2.1) * 5)}
              l={l * size}
              w={w * size}
              flip={side < 0}
            />
          ),
        );
      })}
    </g>
  );
}

function Twig({ l, ...at }: At & { l: number }) {
  return (
    <g transform={place(at)}>
      <path d={`M0 0V${round(-l)}`} />
      <circle cy={round(-l)} r={round(Math.max(2.6, l * 0.17))} fill="var(--art-petal)" />
    </g>
  );
}

/** The fill of what is white by day and at night: a cream, a tablet. */
export const cream = "light-dark(var(--art-paper), var(--art-line))";

/** Soft ground behind a subject. */
export function Disc({ x, y, r }: { x: number; y: number; r: number }) {
  return <circle cx={x} cy={y} r={r} fill="var(--art-ground)" stroke="none" />;
}
