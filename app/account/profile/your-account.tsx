import { errorMessage } from "#app/api/api-error.ts";
import { useSession } from "#app/api/session/session.ts";
import { Card } from "#app/ui/layout/card.tsx";
import { Column, Columns } from "#app/ui/layout/columns.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { User } from "#contract/account/profile.ts";
import { AvatarEditor } from "./avatar-editor.tsx";
import { accountLinks } from "../settings/settings-links.tsx";
import { ProfileDetails } from "./profile-details.tsx";
import { Password } from "../security/password-section.tsx";
import { Pharmacy } from "../pharmacy.tsx";
import { Sessions } from "../security/sessions.tsx";
import { LinkList } from "#app/ui/data/link-list.tsx";
import { LogoutButton } from "#app/sign-out/logout-button.tsx";
import { useUser } from "#app/auth/use-user.ts";
import css from "./your-account.module.css";

/** The patient's details, sign-in, and links to the rest of the account. */
export default function YourAccount() {
  const { data: user, error, isFetching, refetch } = useUser();
  if (user) return <Account user={user} />;
  return (
    <Stack gap={6}>
      <Heading>Your account</Heading>
      {error ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <Skeleton shape="card" count={3} />
      )}
    </Stack>
  );
}

function Account({ user }: { user: User }) {
  const { record } = useSession();
  const identityChecked = record?.identitystatus === "matched";
  return (
    <Stack gap={6}>
      <Heading>Your account</Heading>
      <Columns>
        <Column>
          <AvatarEditor user={user} />
          <ProfileDetails
            user={user}
            identityChecked={identityChecked}
            stateFollowsAddress={record?.onboardingstatus === "DONE"}
          />
          <Pharmacy user={user} />
        </Column>
        <Column>
          <Card as="section" aria-label="More of your account" className={css["pages"]}>
            <LinkList pages={accountLinks} />
          </Card>
          <Password />
          <Sessions />
          <LogoutButton />
        </Column>
      </Columns>
    </Stack>
  );
}
