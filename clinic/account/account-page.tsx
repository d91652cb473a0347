import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { RecoveryCodes } from "#clinic/factors/recovery-codes.tsx";
import { useMember } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { QueryContent, Page, Notice } from "#clinic/ui/page.tsx";
import { staffFactorCalls } from "#contract/staff/factors.ts";
import css from "./account-page.module.css";
import { AuthenticatorSection } from "./authenticator-section.tsx";
import type { FactorChanges } from "./factor-changes.ts";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { RecoveryCodesSection } from "./recovery-codes-section.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

/** One's own account: what one signs in with. */
export function AccountPage() {
  const member = useMember();
  const cache = useQueryClient();
  const factors = useQuery(queryOf(staffFactorCalls.factors, {}));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [notice, setNotice] = useState("");
  const changes: FactorChanges = {
    changed: (left, text) => {
      cache.setQueryData(queryKey(staffFactorCalls.factors, {}), left);
      setNotice(text);
    },
    added: ({ factors: left, recoverycodes }, text) => {
      changes.changed(left, text);
      setCodes(recoverycodes);
    },
  };
  return (
    <Page title="Your account">
      <p>
        {member.name} · {member.email}
      </p>
      {member.roles.includes("physician") && member.doctorname === null && (
        <Alert tone="info" title="You can’t see patients yet">
          A physician decides in a doctor’s name. Please ask an administrator to choose your doctor.
        </Alert>
      )}
      <Notice>{notice}</Notice>
      <QueryContent query={factors}>
        {(data) => (
          <div className={css["sections"]}>
            <PasskeysSection factors={data} changes={changes} />
            <AuthenticatorSection factors={data} changes={changes} />
            <RecoveryCodesSection factors={data} changes={changes} />
            <PasswordSection changes={changes} />
            <SignOutEverywhere />
          </div>
        )}
      </QueryContent>
      {codes && (
        <Modal title="Save your recovery codes">
          <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
        </Modal>
      )}
    </Page>
  );
}
