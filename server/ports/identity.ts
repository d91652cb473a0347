import type { Config } from "#server/config.ts";
import { demoIdentityCheck } from "#server/platform/identity/demo-identity-check.ts";
import type { IdentityCheck } from "#server/platform/identity/identity-check.ts";
import { vendorIdentityCheck } from "#server/platform/identity/vendor-identity-check.ts";

export const openIdentityCheck = ({ identity }: Config): IdentityCheck =>
  identity ? vendorIdentityCheck(identity) : demoIdentityCheck();
