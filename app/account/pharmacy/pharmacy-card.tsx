import { Cluster } from "#app/ui/layout/cluster.tsx";
import { useState } from "react";
import { LoadError } from "#app/api/load-error.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { User } from "#contract/account/profile.ts";
import { useUser } from "#app/auth/use-user.ts";
import css from "../medical-information/medical-information.module.css";
import { PharmacyForm } from "./pharmacy-form.tsx";

/** Where the medicine comes from: our own pharmacy, or one the patient names. */
export function PharmacyCard() {
  const user = useUser();
  return (
    <Card as="section" gap={4} aria-labelledby="pharmacy">
      {user.data ? (
        <Pharmacy user={user.data} />
      ) : (
        <>
          <h2 id="pharmacy" className={css["title"]}>
            Your pharmacy
          </h2>
          {user.error ? <LoadError query={user} /> : <Skeleton shape="text" count={2} label="Loading your pharmacy" />}
        </>
      )}
    </Card>
  );
}

function Pharmacy({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);
  return (
    <>
      <Cluster rowGap={1} className={css["head"]}>
        <h2 id="pharmacy" className={css["title"]}>
          Your pharmacy
        </h2>
        {!editing && (
          <Button variant="quiet" className={css["quiet"]} onClick={() => setEditing(true)}>
            Change<span className="visually-hidden"> your pharmacy</span>
          </Button>
        )}
      </Cluster>
      {editing ? (
        <PharmacyForm
          user={user}
          onDone={(changed) => {
            setEditing(false);
            setSaved(changed);
          }}
        />
      ) : (
        <p className={css["own"]}>{user.pharmacy ?? "Ours, by mail to your door."}</p>
      )}
      <StatusMessage>{saved && !editing ? "Your pharmacy is saved." : ""}</StatusMessage>
    </>
  );
}
