import { useEffect, useState } from "react";
import { BrokenLink, ChoosePassword, PasswordChanged } from "./new-password.tsx";
import { readRecoveryLink } from "./recovery-link.ts";

const toLogin = { href: "/login" };
const toNewLink = { href: "/forgot-password" };

/** `/new-password?v&c`: the link is read once and then taken out of the address bar. */
export default function NewPasswordPage() {
  const [link] = useState(() => readRecoveryLink(location.search));
  const [changed, setChanged] = useState(false);
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  if (changed) return <PasswordChanged toLogin={toLogin} />;
  if (!link) return <BrokenLink toNewLink={toNewLink} />;
  return <ChoosePassword link={link} toNewLink={toNewLink} onChanged={() => setChanged(true)} />;
}
