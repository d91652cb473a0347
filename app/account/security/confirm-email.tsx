import { useQuery } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { queryClient, queryOf } from "#app/api/query.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { account } from "#contract/account/calls.ts";

/** Sends the code of the link once; sending the same code again gives the same result. */
export function ConfirmEmail({ code }: { code: string }) {
  const confirmed = useQuery({
    queryKey: ["confirm e-mail", code],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { email } = await call(account.verifyEmail, { body: { code } });
      await queryClient.invalidateQueries({ queryKey: queryOf(account.user, {}).queryKey });
      return email;
    },
  });
  if (confirmed.isPending) return <p aria-live="polite">Confirming your email…</p>;
  if (confirmed.isError) return <Alert tone="warning">{errorMessage(confirmed.error)}</Alert>;
  return (
    <Alert tone="success" title="Thank you">
      {confirmed.data} is confirmed.
    </Alert>
  );
}
