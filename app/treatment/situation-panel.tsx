import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { EnvelopeFlower } from "#app/ui/illustrations/envelope-flower.tsx";
import { GrowingSeed } from "#app/ui/illustrations/growing-seed.tsx";
import { LockLeaf } from "#app/ui/illustrations/lock-leaf.tsx";
import { MarigoldBranch } from "#app/ui/illustrations/marigold-branch.tsx";
import { MoonLeaves } from "#app/ui/illustrations/moon-leaves.tsx";
import { ParcelSprig } from "#app/ui/illustrations/parcel-sprig.tsx";
import { Link } from "#app/ui/link.tsx";
import css from "./situation-panel.module.css";
import type { Picture, Situation } from "./situation.ts";

const pictures: Readonly<Record<Picture, () => ReactNode>> = {
  seed: GrowingSeed,
  flower: MarigoldBranch,
  parcel: ParcelSprig,
  letter: EnvelopeFlower,
  lock: LockLeaf,
  moon: MoonLeaves,
};

/** The first thing on the page: where she stands and what comes next. `primary`: nothing more urgent needs her. */
export function SituationPanel({
  situation: { picture, title, text, action, also },
  primary,
}: {
  situation: Situation;
  primary: boolean;
}) {
  const Drawing = pictures[picture];
  return (
    <section className={css["panel"]} aria-labelledby="situation">
      <div className={css["text"]}>
        <h2 id="situation" className={css["title"]}>
          {title}
        </h2>
        {text && <p className={css["next"]}>{text}</p>}
        <div className={css["action"]}>
          <ButtonLink
            href={action.href}
            variant={primary ? "primary" : "secondary"}
            {...(action.external && { target: "_blank", rel: "noopener noreferrer" })}
          >
            {action.label}
            {action.external && <span className="visually-hidden"> (opens in a new tab)</span>}
          </ButtonLink>
          {also && (
            <Link standalone href={also.href}>
              {also.label}
            </Link>
          )}
        </div>
      </div>
      <div className={css["picture"]} aria-hidden="true">
        <Drawing />
      </div>
    </section>
  );
}
