import { LoadError } from "#app/api/load-error.tsx";
import { useSession } from "#app/api/session/session.ts";
import { useUser } from "#app/auth/use-user.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { AvatarEditor } from "./avatar-editor.tsx";
import { TimezoneSection } from "./timezone-section.tsx";
import { ProfileDetails } from "./profile-details.tsx";

/** The profile part of the settings: picture and details. */
export default function YourAccount() {
  const query = useUser();
  const { data: user } = query;
  const { record } = useSession();
  return (
    <SettingsPage title="Profile">
      {user ? (
        <>
          <AvatarEditor user={user} />
          <ProfileDetails
            user={user}
            identityChecked={record?.identitystatus === "matched"}
            stateFollowsAddress={record?.onboardingstatus === "DONE"}
          />
          <TimezoneSection user={user} />
        </>
      ) : query.isError ? (
        <LoadError query={query} />
      ) : (
        <Skeleton shape="card" count={2} label="Loading your profile" />
      )}
    </SettingsPage>
  );
}
