import { useEffect, useState } from "react";
import { BrokenRecoveryLink, ChoosePassword, PasswordChanged } from "./new-password.tsx";
import { readRecoveryLink } from "./recovery-link.ts";

const loginLink = { href: "/login" };
const newRecoveryLink = { href: "/forgot-password" };

/** `/new-password?v&c`: the link is read once and then removed from the address bar. */
export default function NewPasswordPage() {
  const [link] = useState(() => readRecoveryLink(location.search));
  const [isChanged, setIsChanged] = useState(false);
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  if (isChanged) return <PasswordChanged loginLink={loginLink} />;
  if (!link) return <BrokenRecoveryLink newRecoveryLink={newRecoveryLink} />;
  return <ChoosePassword link={link} newRecoveryLink={newRecoveryLink} onChanged={() => setIsChanged(true)} />;
}
