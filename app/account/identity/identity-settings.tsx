import { useQuery } from "@tanstack/react-query";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { account } from "#contract/account/calls.ts";
import { IdentityPhoto } from "./identity-photo.tsx";
import { type Identity, identityStatusText } from "./identity-status-text.ts";
import { SettingsSection } from "../settings/settings-section.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";

const photoNames = { photo_id: "Photo of your ID", selfie: "Photo of you" } as const;

/** The result of the identity check, and the photos still needed for manual review. */
export default function IdentitySettings() {
  const identity = useQuery({ ...queryOf(account.identity, {}), staleTime: 0 });
  return (
    <SettingsPage title="Identity check" lead="It keeps anyone else from getting medicine in your name.">
      {identity.data ? (
        <IdentityStatus identity={identity.data} />
      ) : identity.isError ? (
        <LoadError query={identity} />
      ) : (
        <Skeleton shape="card" count={1} />
      )}
    </SettingsPage>
  );
}

function IdentityStatus({ identity }: { identity: Identity }) {
  const { formatDay } = useDates();
  const { badge, title, text } = identityStatusText(identity);
  return (
    <>
      <SettingsSection id="standing" title={title} action={<StatusBadge tone={badge.tone}>{badge.label}</StatusBadge>}>
        <p>{text}</p>
        {identity.uploadedphotos.length > 0 && (
          <ul>
            {identity.uploadedphotos.map(({ kind, uploadedat }) => (
              <li key={kind}>
                {photoNames[kind]}: sent on {formatDay(uploadedat)}
              </li>
            ))}
          </ul>
        )}
      </SettingsSection>
      {identity.requestedphotos.map((kind) => (
        <IdentityPhoto key={kind} kind={kind} />
      ))}
    </>
  );
}
