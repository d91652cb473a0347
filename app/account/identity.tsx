import { useQuery } from "@tanstack/react-query";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { dayOf } from "#app/treatment/dates.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { account } from "#contract/account.ts";
import { IdentityPhoto } from "./identity-photo.tsx";
import { type Identity, identityWords } from "./identity-words.ts";
import { Section } from "./section.tsx";
import { SettingsPage } from "./settings-page.tsx";

const names = { photo_id: "Photo of your ID", selfie: "Photo of you" } as const;

/** How her identity check went, and the photos a person still needs. */
export default function IdentitySettings() {
  const identity = useQuery({ ...queryOf(account.identity, {}), staleTime: 0 });
  return (
    <SettingsPage title="Identity check" lead="It keeps anyone else from getting medicine in your name.">
      {identity.data ? (
        <Standing identity={identity.data} />
      ) : identity.isError ? (
        <LoadError query={identity} />
      ) : (
        <Skeleton kind="card" count={1} />
      )}
    </SettingsPage>
  );
}

function Standing({ identity }: { identity: Identity }) {
  const { badge, title, text } = identityWords(identity);
  return (
    <>
      <Section id="standing" title={title} action={<StatusBadge kind={badge.kind}>{badge.label}</StatusBadge>}>
        <p>{text}</p>
        {identity.sent.length > 0 && (
          <ul>
            {identity.sent.map(({ kind, uploadedat }) => (
              <li key={kind}>
                {names[kind]}: sent on {dayOf(uploadedat)}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {identity.wanted.map((kind) => (
        <IdentityPhoto key={kind} kind={kind} />
      ))}
    </>
  );
}
