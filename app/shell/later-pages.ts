/** Pages of the dashboard that are not there yet: what each will be for. */
export const laterPages: readonly { readonly path: string; readonly title: string; readonly text: string }[] = [
  { path: "/messages", title: "Messages", text: "Here you will write with your doctor and with patient services." },
  { path: "/messages/doctor", title: "Your doctor", text: "Here you will write with your doctor." },
  { path: "/messages/patient_services", title: "Patient services", text: "Here you will write with patient services." },
];
