import { formatCalendarDay } from "#contract/fields/formats.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { formatPhone } from "#app/ui/forms/digits.ts";
import type { User } from "#contract/account/profile.ts";
import { DetailsForm } from "./profile-form.tsx";
import css from "./profile-details.module.css";
import { EditableSection } from "../settings/editable-section.tsx";
import { EmailAddress } from "./email-address.tsx";
import { DefinitionList } from "../facts.tsx";
import { useStateName } from "#app/orders/checkout/states-select.tsx";

const notGiven = "Not given yet";

/** Name, birthday, phone, email and state. */
export function ProfileDetails({
  user,
  identityChecked,
  stateFollowsAddress,
}: {
  user: User;
  /** Name and birthday were checked against the patient's ID and cannot be changed. */
  identityChecked: boolean;
  /** The state is that of the shipping address. */
  stateFollowsAddress: boolean;
}) {
  const draft = `${user.id}:details`;
  const state = useStateName(user.state);
  const name = [user.firstname, user.lastname].filter(Boolean).join(" ");
  return (
    <EditableSection
      id="details"
      title="About you"
      draft={draft}
      form={(close) => <DetailsForm user={user} draft={draft} identityChecked={identityChecked} onDone={close} />}
    >
      <DefinitionList
        facts={[
          ["Name", name || notGiven],
          ["Date of birth", user.birthday ? formatCalendarDay(user.birthday) : notGiven],
          ["Phone", user.phoneno ? formatPhone(user.phoneno) : notGiven],
          [
            "Email",
            <span key="email" className={css["email"]}>
              <span className={css["address"]}>
                <EmailAddress email={user.email} />
              </span>
              {user.emailverified ? (
                <StatusBadge tone="success">Confirmed</StatusBadge>
              ) : (
                <StatusBadge tone="warning">Not confirmed yet</StatusBadge>
              )}
              <Link href="/account-settings/email" standalone>
                {user.emailverified ? "Change email" : "Confirm or change email"}
              </Link>
            </span>,
          ],
          [
            "State",
            <span key="state" className={css["email"]}>
              {state ?? notGiven}
              {stateFollowsAddress && (
                <Link href="/account-settings/shipping-address" standalone>
                  Change shipping address
                </Link>
              )}
            </span>,
          ],
        ]}
      />
    </EditableSection>
  );
}
