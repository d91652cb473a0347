import type { ComponentType } from "react";
import { CapsuleAtBedtime } from "#app/ui/brand/illustrations/use/capsule-at-bedtime.tsx";
import { CreamOnArm } from "#app/ui/brand/illustrations/use/cream-on-arm.tsx";
import { CreamOnFace } from "#app/ui/brand/illustrations/use/cream-on-face.tsx";
import { CreamOnFingertip } from "#app/ui/brand/illustrations/use/cream-on-fingertip.tsx";
import { PatchOnHip } from "#app/ui/brand/illustrations/use/patch-on-hip.tsx";
import { SerumOnScalp } from "#app/ui/brand/illustrations/use/serum-on-scalp.tsx";
import { TabletWithWater } from "#app/ui/brand/illustrations/use/tablet-with-water.tsx";
import { Applicator } from "#app/ui/brand/illustrations/use/applicator.tsx";
import type { Use } from "./uses.ts";

const drawings: Readonly<Record<Use, ComponentType>> = {
  "patch on hip": PatchOnHip,
  "tablet with water": TabletWithWater,
  "capsule at bedtime": CapsuleAtBedtime,
  "cream on arm": CreamOnArm,
  "vaginal applicator": Applicator,
  "cream on fingertip": CreamOnFingertip,
  "cream on face": CreamOnFace,
  "serum on scalp": SerumOnScalp,
};

/** A drawing of how a product is used, in a chunk of its own. */
export default function UseDrawing({ use }: { use: Use }) {
  const Drawing = drawings[use];
  return <Drawing />;
}
