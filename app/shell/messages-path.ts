/** Where Messages leads: to the list where her state has the patient-services chat, else to her doctor (spec §2.1, §6). */
export function messagesPath(state: string | null, adminChatStates: readonly string[]): string {
  return state !== null && adminChatStates.includes(state) ? "/messages" : "/messages/doctor";
}
