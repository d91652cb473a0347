/** How a dosage form is used, as it is drawn. */
export type Use =
  | "patch on hip"
  | "tablet with water"
  | "capsule at bedtime"
  | "cream on arm"
  | "vaginal applicator"
  | "cream on fingertip"
  | "cream on face"
  | "serum on scalp";

/** By the name of a product's picture in the catalogue, which tells its form; null where no drawing would say more than the words. */
export const uses: Readonly<Record<string, Use | null>> = {
  patch: "patch on hip",
  tablet: "tablet with water",
  capsule: "capsule at bedtime",
  "body-cream": "cream on arm",
  "tube-cream": "vaginal applicator",
  "jar-cream": "vaginal applicator",
  insert: "vaginal applicator",
  "pump-cream": "cream on fingertip",
  "face-cream": "cream on face",
  moisturizer: "cream on face",
  "hair-serum": "serum on scalp",
  magnesium: null,
  "vitamin-d": null,
};

export const pictureName = (picture: string): string => /([\w-]+)\.svg$/.exec(picture)?.[1] ?? "";

/** How the product with this picture is used; null for one that is not drawn. */
export const drawnUse = (picture: string): Use | null => uses[pictureName(picture)] ?? null;
