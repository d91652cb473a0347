import { Cluster } from "#app/ui/layout/cluster.tsx";
import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { GrowingSeed } from "#app/ui/brand/illustrations/growing-seed.tsx";
import { LockLeaf } from "#app/ui/brand/illustrations/lock-leaf.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import { ParcelSprig } from "#app/ui/brand/illustrations/parcel-sprig.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { ActionLink, NextStep } from "#contract/treatment/next-step.ts";
import css from "./next-step-panel.module.css";

const pictureByKind: Readonly<Record<NextStep["kind"], () => ReactNode>> = {
  emergency: EnvelopeFlower,
  stop: EnvelopeFlower,
  payment_failed: LockLeaf,
  confirming_payment: LockLeaf,
  confirm_again: LockLeaf,
  identity_refused: EnvelopeFlower,
  identity_photos: EnvelopeFlower,
  identity_review: GrowingSeed,
  finding_doctor: GrowingSeed,
  doctor_review: GrowingSeed,
  doctor_late: GrowingSeed,
  declined: EnvelopeFlower,
  charging: MarigoldBranch,
  approved: MarigoldBranch,
  preparing: ParcelSprig,
  shipped: ParcelSprig,
  shipped_until: ParcelSprig,
  arrived: MarigoldBranch,
  refunding: EnvelopeFlower,
  refunded: EnvelopeFlower,
  not_charged: EnvelopeFlower,
  order_failed: LockLeaf,
  change_to_agree: EnvelopeFlower,
  changed_by_doctor: EnvelopeFlower,
  renewal: GrowingSeed,
  disputed: LockLeaf,
  dispute_lost: EnvelopeFlower,
  under_way: MarigoldBranch,
  partly_paused: MoonLeaves,
  paused: MoonLeaves,
  ended: EnvelopeFlower,
  upsell_review: GrowingSeed,
  settled: MarigoldBranch,
  finish_visit: MoonLeaves,
  begin_visit: MoonLeaves,
  shop_only: MoonLeaves,
  nothing: MoonLeaves,
};

/** The next step, as the server words it. `primary`: the patient has nothing more urgent to do. */
export function NextStepPanel({
  step: { kind, title, text, action, secondaryaction },
  primary,
}: {
  step: NextStep;
  primary: boolean;
}) {
  const Drawing = pictureByKind[kind];
  return (
    <section className={css["panel"]} aria-labelledby="next-step">
      <div className={css["text"]}>
        <h2 id="next-step" className={css["title"]}>
          {title}
        </h2>
        <p className={css["next"]}>{text}</p>
        {(action || secondaryaction) && (
          <Cluster gap={5} rowGap={2} className={css["action"]}>
            {action && <ServerActionLink action={action} variant={primary ? "primary" : "secondary"} />}
            {secondaryaction && (
              <Link standalone href={secondaryaction.href}>
                {secondaryaction.label}
              </Link>
            )}
          </Cluster>
        )}
      </div>
      <div className={css["picture"]} aria-hidden="true">
        <Drawing />
      </div>
    </section>
  );
}

/** A button linking to where the server says; external sites open in a new tab. */
export function ServerActionLink({
  action: { label, href, external },
  ...rest
}: {
  action: ActionLink;
  variant: "primary" | "secondary" | "danger";
  wide?: boolean;
  className?: string | undefined;
}) {
  return (
    <ButtonLink href={href} {...rest} {...(external && { target: "_blank", rel: "noopener noreferrer" })}>
      {label}
      {external && <span className="visually-hidden"> (opens in a new tab)</span>}
    </ButtonLink>
  );
}
