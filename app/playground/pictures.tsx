import { AuthGarden } from "#app/ui/brand/illustrations/auth-garden.tsx";
import { DoctorPortrait } from "#app/ui/brand/illustrations/doctor-portrait.tsx";
import { EmptyBasket } from "#app/ui/brand/illustrations/empty-basket.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { GrowingSeed } from "#app/ui/brand/illustrations/growing-seed.tsx";
import { LockLeaf } from "#app/ui/brand/illustrations/lock-leaf.tsx";
import { LogoMark } from "#app/ui/brand/illustrations/logo-mark.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import { ParcelSprig } from "#app/ui/brand/illustrations/parcel-sprig.tsx";
import { RestingFlower } from "#app/ui/brand/illustrations/resting-flower.tsx";
import { CapsuleAtBedtime } from "#app/ui/brand/illustrations/use/capsule-at-bedtime.tsx";
import { CreamOnArm } from "#app/ui/brand/illustrations/use/cream-on-arm.tsx";
import { PackOfDays } from "#app/ui/brand/illustrations/use/pack-of-days.tsx";
import { TabletWithWater } from "#app/ui/brand/illustrations/use/tablet-with-water.tsx";
import { Applicator } from "#app/ui/brand/illustrations/use/applicator.tsx";
import { CreamOnFingertip } from "#app/ui/brand/illustrations/use/cream-on-fingertip.tsx";
import { CreamOnFace } from "#app/ui/brand/illustrations/use/cream-on-face.tsx";
import { SerumOnScalp } from "#app/ui/brand/illustrations/use/serum-on-scalp.tsx";
import { PatchOnHip } from "#app/ui/brand/illustrations/use/patch-on-hip.tsx";
import css from "./gallery.module.css";
import { Section, Example } from "./section.tsx";

const drawings = {
  "Marigold branch": MarigoldBranch,
  "Moon and leaves": MoonLeaves,
  "Envelope with flower": EnvelopeFlower,
  "Empty basket": EmptyBasket,
  "Growing seed": GrowingSeed,
  "Map pin": MapPinPlant,
  "Doctor portrait": DoctorPortrait,
  "Lock and leaf": LockLeaf,
  "Resting flower": RestingFlower,
  "Parcel with sprig": ParcelSprig,
  "Logo mark": LogoMark,
};

const use = {
  "A patch on the hip": <PatchOnHip />,
  "A capsule at bedtime": <CapsuleAtBedtime />,
  "A cream on the inner arm": <CreamOnArm />,
  "A tablet with water": <TabletWithWater />,
  "A vaginal applicator": <Applicator />,
  "A cream on a fingertip": <CreamOnFingertip />,
  "A cream on the face": <CreamOnFace />,
  "A serum on the scalp": <SerumOnScalp />,
  "A pack for 28 days": <PackOfDays days={28} />,
  "Packs for 84 days": <PackOfDays days={84} />,
};

const products = [
  "patch",
  "tablet",
  "capsule",
  "body-cream",
  "tube-cream",
  "insert",
  "jar-cream",
  "face-cream",
  "pump-cream",
  "hair-serum",
  "moisturizer",
  "magnesium",
  "vitamin-d",
];

export function Pictures() {
  return (
    <Section id="pictures" title="Drawings" lead="Our own, by one hand: a fine line, warm fills, light from one side.">
      <Example name="Illustrations" wide>
        <div className={css["drawings"]}>
          {Object.entries(drawings).map(([name, Drawing]) => (
            <figure key={name}>
              <Drawing />
              <figcaption>{name}</figcaption>
            </figure>
          ))}
        </div>
      </Example>
      <Example name="Where, when and how long" wide>
        <div className={css["drawings"]}>
          {Object.entries(use).map(([name, drawing]) => (
            <figure key={name}>
              {drawing}
              <figcaption>{name}</figcaption>
            </figure>
          ))}
        </div>
      </Example>
      <Example name="Auth garden">
        <div className={css["garden"]}>
          <AuthGarden />
        </div>
      </Example>
      <Example name="Doctors">
        <div className={css["doctors"]}>
          {[1, 2, 3, 4].map((number) => (
            <img key={number} src={`/doctors/doctor-${number}.svg`} alt={`Doctor ${number}`} width={160} height={160} />
          ))}
        </div>
      </Example>
      <Example name="Product pictures" wide>
        <div className={css["products"]}>
          {products.map((name) => (
            <img key={name} src={`/products/${name}.svg`} alt={name} width={320} height={320} loading="lazy" />
          ))}
        </div>
      </Example>
    </Section>
  );
}
