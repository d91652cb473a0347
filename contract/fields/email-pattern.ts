/** The e-mail rule of spec §5: a standard pattern, at most 24 characters in the top-level domain. */
export const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/;
export const emailHint = "Your email must have an @email-type form, like name@example.com.";
