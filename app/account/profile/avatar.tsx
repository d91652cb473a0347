import { UserIcon } from "#app/ui/brand/base-icons.tsx";
import { useQuery } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { queryKey } from "#app/api/query.ts";
import { cx } from "#app/ui/cx.ts";
import { account } from "#contract/account.ts";
import type { User } from "#contract/entities.ts";
import css from "./avatar.module.css";
import { initialsOf } from "../initials.ts";

type AvatarUser = Pick<User, "firstname" | "lastname" | "profileUrl">;

/**
 * Her picture, or her initials while there is none. Stands beside her name, so it has no words of its own. An `<img>` cannot say who
 * asks, so the picture comes by the client and is shown out of its own address; `profileUrl` changes with the picture.
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

/** The picture as an address that carries it; null until it is there, and when it does not come. */
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
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The picture could not be read")));
    reader.readAsDataURL(bytes);
  });
