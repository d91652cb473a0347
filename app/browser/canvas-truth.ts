/** RGBA, row by row. */
export interface Pixels {
  readonly data: ArrayLike<number>;
  /** In pixels. */
  readonly width: number;
}

/** The side of a square that saving as a JPEG keeps the color of, on the whole, in pixels. */
export const square = 16;

/** How far colors may be apart that were compressed once, of 255: of any square on the whole, and of its pixels, where fine grain is lost. */
const squareWithin = 12;
const pixelsWithin = 40;

/** Whether two pictures of the same size differ only by what saving as a JPEG does. Noise, stripes, white and black in place of a picture don't. */
export function looksAlike(one: Pixels, other: Pixels): boolean {
  const { data, width } = one;
  if (data.length === 0 || data.length !== other.data.length || width !== other.width) return false;
  const perRow = Math.ceil(width / square);
  const squares = new Map<number, { count: number; shift: number; apart: number }>();
  for (let at = 0; at < data.length; at += 1) {
    if (at % 4 === 3) continue;
    const pixel = Math.floor(at / 4);
    const row = Math.floor(Math.floor(pixel / width) / square);
    const key = (row * perRow + Math.floor((pixel % width) / square)) * 4 + (at % 4);
    const sums = squares.get(key) ?? { count: 0, shift: 0, apart: 0 };
    const difference = (data[at] ?? 0) - (other.data[at] ?? 0);
    sums.count += 1;
    sums.shift += difference;
    sums.apart += Math.abs(difference);
    squares.set(key, sums);
  }
  return [...squares.values()].every(
    ({ count, shift, apart }) => Math.abs(shift) / count <= squareWithin && apart / count <= pixelsWithin,
  );
}
