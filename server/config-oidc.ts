import * as z from "zod";
import { type Role, roles } from "#contract/policy/roles.ts";

const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);

/** `their-name=nurse;another=physician,administrator`; names of theirs may have `=` and `,` in them, as those of an LDAP directory do. */
const RolesMap = z.string().transform((value, issues): ReadonlyMap<string, readonly Role[]> => {
  const pairs = value.split(";").flatMap((pair) => {
    const [, name = "", list = ""] = /^\s*(.*)=([^=]*)$/s.exec(pair) ?? [];
    const given = list.split(",").map((role) => role.trim());
    if (pair.trim() === "") return [];
    if (name.trim() === "" || !given.every(isRole))
      issues.addIssue(`write their-name=nurse;another=physician, with our roles: ${roles.join(", ")}.`);
    return [[name.trim(), given.filter(isRole)] as const];
  });
  return new Map(pairs);
});

/** Settings of the identity provider of the practice's people (docs/deploy.md, Identity providers). */
export const oidcSettings = {
  STAFF_OIDC_ISSUER: optional(z.url({ protocol: /^https?$/ }).optional()),
  STAFF_OIDC_CLIENT_ID: optional(z.string().optional()),
  STAFF_OIDC_CLIENT_SECRET: optional(z.string().optional()),
  STAFF_OIDC_CLIENT_AUTH: optional(z.enum(["basic", "post"]).optional()),
  STAFF_OIDC_SCOPES: optional(
    z
      .string()
      .default("openid email profile offline_access")
      .transform((value) => value.split(/[\s,]+/).filter(Boolean))
      .refine((scopes) => scopes.includes("openid"), "the scope openid has to be one of them."),
  ),
  STAFF_OIDC_PROMPT: optional(z.enum(["consent", "select_account", "login"]).optional()),
  STAFF_OIDC_PARAMETERS: optional(
    z
      .string()
      .default("")
      .transform((value) => Object.fromEntries(new URLSearchParams(value))),
  ),
  STAFF_OIDC_ROLES: optional(z.enum(["provider", "team"]).default("provider")),
  STAFF_OIDC_JOIN: optional(z.enum(["off", "roles"]).default("off")),
  STAFF_OIDC_ROLES_CLAIM: optional(z.string().default("roles")),
  STAFF_OIDC_ROLES_MAP: optional(RolesMap.optional()),
  STAFF_OIDC_USERINFO: optional(z.enum(["on", "off"]).default("on")),
  STAFF_OIDC_FRESH: optional(z.enum(["auth_time", "prompt", "here"]).default("auth_time")),
  STAFF_OIDC_ACR: optional(z.string().optional()),
  STAFF_OIDC_ONLY: optional(z.enum(["0", "1"]).optional()),
};
type Settings = z.output<z.ZodObject<typeof oidcSettings>>;

/** The identity provider of the practice's people; null: they have passwords and passkeys here. */
export const oidcOf = (settings: Settings) =>
  settings.STAFF_OIDC_ISSUER
    ? {
        issuer: settings.STAFF_OIDC_ISSUER,
        clientId: settings.STAFF_OIDC_CLIENT_ID ?? "",
        clientSecret: settings.STAFF_OIDC_CLIENT_SECRET ?? "",
        /** How the secret is sent; null: as the provider says it takes it. */
        clientAuth: settings.STAFF_OIDC_CLIENT_AUTH ?? null,
        scopes: settings.STAFF_OIDC_SCOPES,
        prompt: settings.STAFF_OIDC_PROMPT ?? null,
        /** More for the address people are sent to, as some providers ask for. */
        parameters: settings.STAFF_OIDC_PARAMETERS,
        /** Who gives roles: the provider, or an administrator under Team. */
        rolesFrom: settings.STAFF_OIDC_ROLES,
        /** Whoever has a role at the provider is made at their first sign-in, without an invitation. */
        joinByRoles: settings.STAFF_OIDC_JOIN === "roles",
        rolesClaim: settings.STAFF_OIDC_ROLES_CLAIM,
        /** Our roles by the provider's names; null: it says ours. */
        rolesMap: settings.STAFF_OIDC_ROLES_MAP ?? null,
        /** Whether the provider is asked for what its ID token doesn't say. */
        userinfo: settings.STAFF_OIDC_USERINFO === "on",
        /**
         * What proves that somebody signed in anew: `auth_time` the time the provider says · `prompt` that it was asked to, where it says no time · `here`
         * nothing there does, a passkey or an authenticator app does.
         */
        fresh: settings.STAFF_OIDC_FRESH,
        /** The authentication the provider must have asked for, like its name of two factors; null: whatever it asks for. */
        acr: settings.STAFF_OIDC_ACR ?? null,
        /** Nobody but emergency accounts signs in with a password. */
        only: settings.STAFF_OIDC_ONLY === "1",
      }
    : null;
