import { Card } from "#app/ui/card.tsx";
import { DoctorCard } from "#app/ui/doctor-card.tsx";
import { Link } from "#app/ui/link.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Doctor, PlanStatus } from "#contract/entities.ts";
import css from "./home.module.css";

/** Who cares for her; before the match, that we are looking. */
export function DoctorSection({ doctor, status }: { doctor: Doctor | null; status: PlanStatus }) {
  if (doctor) {
    return (
      <section className={css["doctor"]} aria-label="Your doctor">
        <DoctorCard
          photo={doctor.profileUrl}
          name={doctor.name}
          credentials={doctor.credentials}
          level={2}
          action={
            <Link standalone href="/messages/doctor">
              Write a message
            </Link>
          }
        >
          <p>{doctor.bio}</p>
        </DoctorCard>
      </section>
    );
  }
  if (status !== "in_review") return null;
  return (
    <Card as="section" tone="tint" className={css["doctor"]} aria-labelledby="doctor">
      <h2 id="doctor" className={css["heading"]}>
        Your doctor
      </h2>
      <p className={css["searching"]}>
        <Spinner />
        We are looking for a doctor licensed in your state.
      </p>
      <p className={css["muted"]}>
        You do not have to wait here. This page changes by itself, and we send you an email.
      </p>
    </Card>
  );
}
