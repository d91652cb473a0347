import { describe, expect, test } from "vitest";
import { ApiError, networkError } from "../api-error.ts";
import { memoryCookies } from "./cookies.ts";
import { createTokenRefresh, type Lock } from "./token-refresh.ts";
import { createSession } from "./session.ts";

const straight: Lock = (_, work) => work();

function tokenRefreshWith(
  answer: () => Promise<{ idToken: string }>,
  lock: Lock = straight,
  cookies = memoryCookies({ accessToken: "old" }),
) {
  let renewals = 0;
  const visited: string[] = [];
  const session = createSession(cookies);
  const renew = () => {
    renewals += 1;
    return answer();
  };
  const refresh = createTokenRefresh({ renew, session, lock, goTo: (path) => visited.push(path) });
  return { refresh, session, cookies, visited, asked: () => renewals };
}
const renewed = () => Promise.resolve({ idToken: "new" });
const refused = (status: number) => () =>
  Promise.reject(new ApiError("Invalid token", { status, code: "invalid_token" }));

describe("§4 token refresh", () => {
  test("§4 the new token is kept for seven days", async () => {
    const { refresh, session, cookies } = tokenRefreshWith(renewed);
    await expect(refresh("old")).resolves.toBe("new");
    expect(session.get().token).toBe("new");
    expect(cookies.get("accessToken")).toBe("new");
  });

  test("§4 calls that expire together share one refresh", async () => {
    const { refresh, asked: renewals } = tokenRefreshWith(renewed);
    expect(await Promise.all([refresh("old"), refresh("old"), refresh("old")])).toEqual(["new", "new", "new"]);
    expect(renewals()).toBe(1);
  });

  test("§4 a call that expired a little later uses the token already renewed", async () => {
    const { refresh, asked: renewals } = tokenRefreshWith(renewed);
    await refresh("old");
    await expect(refresh("old")).resolves.toBe("new");
    expect(renewals()).toBe(1);
  });

  test("§4 a token that another tab renewed while this one waited is used", async () => {
    const cookies = memoryCookies({ accessToken: "old" });
    const lock: Lock = (_, work) => {
      cookies.set("accessToken", "from another tab");
      return work();
    };
    const { refresh, asked: renewals } = tokenRefreshWith(renewed, lock, cookies);
    await expect(refresh("old")).resolves.toBe("from another tab");
    expect(renewals()).toBe(0);
  });

  test.each([401, 403])(
    "§4 refused with %i: auth data cleared, redirected to login, which says why",
    async (status) => {
      const { refresh, session, visited, cookies } = tokenRefreshWith(refused(status));
      await expect(refresh("old")).resolves.toBeNull();
      expect(session.get().token).toBeNull();
      expect(cookies.get("accessToken")).toBeNull();
      expect(visited).toEqual(["/login?expired=true"]);
    },
  );

  test.each([429, 500, 503])("§4 status %i says nothing about the session: it stays", async (status) => {
    const { refresh, session, visited } = tokenRefreshWith(refused(status));
    await expect(refresh("old")).rejects.toMatchObject({ status });
    expect(session.get().token).toBe("old");
    expect(visited).toEqual([]);
  });

  test("§4 without a response the session stays", async () => {
    const { refresh, session } = tokenRefreshWith(() => Promise.reject(networkError()));
    await expect(refresh("old")).rejects.toMatchObject({ code: "network" });
    expect(session.get().token).toBe("old");
  });

  test("§4 after a failed refresh the next call requests again", async () => {
    let first = true;
    const { refresh } = tokenRefreshWith(() => {
      if (!first) return renewed();
      first = false;
      return Promise.reject(networkError());
    });
    await expect(refresh("old")).rejects.toThrow();
    await expect(refresh("old")).resolves.toBe("new");
  });
});
