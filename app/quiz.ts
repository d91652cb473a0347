import { parseSettings } from "./api/settings.ts";
import { listenForQuizAnswers } from "./quiz/listen.ts";

const { marketingOrigin } = parseSettings(document.getElementById("settings")?.textContent);
listenForQuizAnswers(window, marketingOrigin);
