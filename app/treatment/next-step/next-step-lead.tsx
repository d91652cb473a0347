import type { MouseEvent, ReactNode } from "react";
import { openFollowup } from "#app/followup/followup-opener.ts";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { GrowingSeed } from "#app/ui/brand/illustrations/growing-seed.tsx";
import { LockLeaf } from "#app/ui/brand/illustrations/lock-leaf.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import { ParcelSprig } from "#app/ui/brand/illustrations/parcel-sprig.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { LeadBlock } from "#app/ui/layout/lead-block.tsx";
import { useKeptFocus } from "#app/ui/use-kept-focus.ts";
import { DayButtons } from "#app/wellbeing/doses/day-buttons.tsx";
import type { DoseNotes } from "#app/wellbeing/doses/use-dose-notes.ts";
import { SaveState } from "#app/wellbeing/save-state.tsx";
import type { ActionLink, FirstDose, NextStep } from "#contract/treatment/next-step.ts";
import css from "./next-step-lead.module.css";

const pictureByKind: Readonly<Record<NextStep["kind"], () => ReactNode>> = {
  emergency: EnvelopeFlower,
  stop: EnvelopeFlower,
  payment_failed: LockLeaf,
  confirming_payment: LockLeaf,
  confirm_again: LockLeaf,
  identity_refused: EnvelopeFlower,
  identity_photos: EnvelopeFlower,
  identity_review: GrowingSeed,
  doctor_asks: EnvelopeFlower,
  treatment_review: GrowingSeed,
  arrival: MarigoldBranch,
  dose_today: MarigoldBranch,
  finding_doctor: GrowingSeed,
  doctor_review: GrowingSeed,
  doctor_late: GrowingSeed,
  declined: EnvelopeFlower,
  placed: ParcelSprig,
  charging: MarigoldBranch,
  approved: MarigoldBranch,
  preparing: ParcelSprig,
  shipped: ParcelSprig,
  shipped_until: ParcelSprig,
  shipped_today: ParcelSprig,
  shipped_part: ParcelSprig,
  came_back: ParcelSprig,
  waits_for_clinician: GrowingSeed,
  pharmacy_asks: GrowingSeed,
  arrived: MarigoldBranch,
  refunding: EnvelopeFlower,
  refunded: EnvelopeFlower,
  not_charged: EnvelopeFlower,
  order_failed: LockLeaf,
  change_to_agree: EnvelopeFlower,
  changed_by_doctor: EnvelopeFlower,
  medicine_rests: MoonLeaves,
  renewal: GrowingSeed,
  disputed: LockLeaf,
  dispute_lost: EnvelopeFlower,
  orders_stopped: EnvelopeFlower,
  care_ends: EnvelopeFlower,
  care_ended: EnvelopeFlower,
  under_way: MarigoldBranch,
  partly_paused: MoonLeaves,
  paused: MoonLeaves,
  paused_in_use: MoonLeaves,
  ended: EnvelopeFlower,
  ended_in_use: EnvelopeFlower,
  upsell_review: GrowingSeed,
  settled: MarigoldBranch,
  finish_visit: MoonLeaves,
  begin_visit: MoonLeaves,
  shop_only: MoonLeaves,
  nothing: MoonLeaves,
};

/**
 * What matters now, as the server words it. `primary`: the patient has nothing more urgent to do. `onAnswer`: the doctor's question is answered
 * on this page, so its button leads there. `doses`: a dose that is due, or a first one, is noted here. `portrait`: who it is about, in place of a drawing.
 */
export function NextStepLead({
  step: { kind, title, text, action, secondaryaction, needspatient, dose, arrival },
  portrait,
  primary,
  doses,
  onAnswer,
}: {
  step: NextStep;
  portrait?: string | undefined;
  primary: boolean;
  doses: DoseNotes;
  onAnswer?: (() => void) | undefined;
}) {
  const Drawing = pictureByKind[kind];
  const answerHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onAnswer?.();
  };
  const onClick =
    kind === "treatment_review" ? openFollowup : kind === "doctor_asks" && onAnswer ? answerHere : undefined;
  const first = arrival?.medicines.filter(({ done }) => done !== null) ?? [];
  const titleRef = useKeptFocus<HTMLHeadingElement>(`${kind} ${dose?.id} ${first.map(({ id }) => id).join(" ")}`);
  return (
    <LeadBlock
      id="next-step"
      title={title}
      titleRef={titleRef}
      now={needspatient}
      picture={portrait === undefined ? <Drawing /> : <Portrait src={portrait} />}
      actions={
        (action || secondaryaction || dose || first.length > 0) && (
          <>
            {dose && <DoseButtons key={dose.id} dose={dose} primary={primary} doses={doses} />}
            {first.length > 0 && <FirstDoseButtons medicines={first} primary={primary} doses={doses} />}
            {action && (
              <ServerActionLink
                action={action}
                variant={primary && (needspatient || secondaryaction) ? "primary" : "secondary"}
                onClick={onClick}
              />
            )}
            {secondaryaction && (
              <Link standalone href={secondaryaction.href}>
                {secondaryaction.label}
              </Link>
            )}
          </>
        )
      }
    >
      {text}
    </LeadBlock>
  );
}

const Portrait = ({ src }: { src: string }) => (
  <img className={css["portrait"]} src={src} alt="" width={176} height={176} />
);

/** One button a medicine: its first dose was taken today. */
const FirstDoseButtons = ({
  medicines,
  primary,
  doses,
}: {
  medicines: readonly FirstDose[];
  primary: boolean;
  doses: DoseNotes;
}) => (
  <div className={css["first"]}>
    {medicines.map(({ id, name, day, done }) => (
      <DayButtons
        key={id}
        name={name}
        day={{ name: "Today", status: doses.statusOf(id, day) }}
        doneLabel={done ?? ""}
        skipLabel={null}
        primary={primary}
        onNote={(status) => doses.note(id, day, status)}
      />
    ))}
    <SaveState waiting={doses.waiting} error={doses.error} />
  </div>
);

function DoseButtons({
  dose: { id, name, day },
  primary,
  doses,
}: {
  dose: NonNullable<NextStep["dose"]>;
  primary: boolean;
  doses: DoseNotes;
}) {
  return (
    <div>
      <DayButtons
        name={name}
        day={{ name: "Today", status: doses.statusOf(id, day) }}
        skipLabel="Skip"
        primary={primary}
        onNote={(status) => doses.note(id, day, status)}
      />
      <SaveState waiting={doses.waiting} error={doses.error} />
    </div>
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
  onClick?: ((event: MouseEvent) => void) | undefined;
}) {
  return (
    <ButtonLink href={href} {...rest} {...(external && { target: "_blank", rel: "noopener noreferrer" })}>
      {label}
      {external && <span className="visually-hidden"> (opens in a new tab)</span>}
    </ButtonLink>
  );
}
