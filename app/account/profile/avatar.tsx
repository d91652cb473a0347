import { UserIcon } from "#app/ui/brand/base-icons.tsx";
import { useQuery } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { queryKey } from "#app/api/query.ts";
import { cx } from "#app/ui/cx.ts";
import { account } from "#contract/account/calls.ts";
import type { User } from "#contract/account/profile.ts";
import css from "./avatar.module.css";

/** Initials, shown in place of a missing profile picture. */
export const initialsOf = (...names: readonly (string | null | undefined)[]): string =>
  names
    .flatMap((name) => /^\P{M}\p{M}*/u.exec(name?.trim() ?? "")?.[0] ?? [])
    .join("")
    .toUpperCase();

type AvatarUser = Pick<User, "firstname" | "lastname" | "profileUrl">;

/**
 * The profile picture, else the initials. Hidden from screen readers, because the name is beside it. An `<img>` request carries no
 * credentials of the session, so the picture is fetched by the API client and shown as a data URL; `profileUrl` changes with the picture.
 */
export function Avatar({ user, size = "small" }: { user: AvatarUser | null | undefined; size?: "small" | "large" }) {
  const url = useAvatarUrl(user?.profileUrl ?? null);
  const initials = initialsOf(user?.firstname, user?.lastname);
  return (
    <span className={cx(css["avatar"], css[size])} aria-hidden="true">
      {url ? <img src={url} alt="" className={css["picture"]} /> : initials || <UserIcon />}
    </span>
  );
}

/** The picture as a data URL; null while loading and after a failure. */
function useAvatarUrl(profileUrl: string | null): string | null {
  const { data } = useQuery({
    queryKey: [...queryKey(account.avatar), profileUrl],
    queryFn: async ({ signal }) => toDataUrl(await call(account.avatar, {}, { signal, silent: true })),
    enabled: profileUrl !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return profileUrl === null ? null : (data ?? null);
}

const toDataUrl = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("We couldn't read that picture")));
    reader.readAsDataURL(bytes);
  });
