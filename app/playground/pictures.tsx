import { AuthGarden } from "../ui/illustrations/auth-garden.tsx";
import { DoctorPortrait } from "../ui/illustrations/doctor-portrait.tsx";
import { EmptyBasket } from "../ui/illustrations/empty-basket.tsx";
import { EnvelopeFlower } from "../ui/illustrations/envelope-flower.tsx";
import { GrowingSeed } from "../ui/illustrations/growing-seed.tsx";
import { LockLeaf } from "../ui/illustrations/lock-leaf.tsx";
import { LogoMark } from "../ui/illustrations/logo-mark.tsx";
import { MapPinPlant } from "../ui/illustrations/map-pin-plant.tsx";
import { MarigoldBranch } from "../ui/illustrations/marigold-branch.tsx";
import { MoonLeaves } from "../ui/illustrations/moon-leaves.tsx";
import { ParcelSprig } from "../ui/illustrations/parcel-sprig.tsx";
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
  "Parcel with sprig": ParcelSprig,
  "Logo mark": LogoMark,
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
