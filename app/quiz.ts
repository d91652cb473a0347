import { parseSettings } from "./api/settings.ts";
import { listenForQuiz } from "./quiz/listen.ts";

const { marketingOrigin } = parseSettings(document.getElementById("settings")?.textContent);
listenForQuiz(window, marketingOrigin);
